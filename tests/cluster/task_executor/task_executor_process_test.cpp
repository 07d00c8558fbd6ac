#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "common/columnar/batch_codec.hpp"
#include "tests/cluster/task_executor/planned_statements.hpp"
#include "tests/cluster/task_executor/stand_in_job_manager.hpp"
#include "tests/process_driver/child_process.hpp"
#include "tests/process_driver/free_ports.hpp"
#include "tests/process_driver/scratch_folder.hpp"

namespace eddyline::tests {
namespace {

using schemas::AttemptId;

/// The program itself, whose job manager is the test.
class TaskExecutorProcessTest : public testing::Test {
 protected:
  /// `shell` runs the program, if it is given.
  void start(uint16_t job_manager_port, const std::string& more_settings = "", const std::string& shell = "") {
    folder_.write("config.yaml", "jobmanager.rpc.port: " + std::to_string(job_manager_port) +
                                     "\ntaskmanager.numberOfTaskSlots: 4\n"
                                     "taskmanager.memory.process.size: 512m\n" +
                                     more_settings);
    std::vector<std::string> command{EDDYLINE_PROGRAMS_DIR "/eddyline-taskexecutor", "--config-dir", folder_.path()};
    if (!shell.empty()) command.insert(command.begin(), {"/bin/sh", "-c", shell});
    process_ = std::make_unique<ChildProcess>(ChildProcess::Parts{.command = std::move(command)});
  }
  /// With a job manager that has accepted it.
  void start_and_register(const std::string& more_settings = "", const std::string& shell = "") {
    job_manager_ = std::make_unique<StandInJobManager>();
    start(job_manager_->port(), more_settings, shell);
    executor_ = job_manager_->accept().address;
  }
  Status deploy(const schemas::DeployJob& deployment) {
    job_manager_->send(deployment);
    return job_manager_->next<schemas::JobDeployed>().result;
  }
  AttemptId run(const std::string& statement, uint32_t parallelism = 1) {
    const schemas::DeployJob deployment = statements_.deployment(statement, executor_, parallelism);
    const Status deployed = deploy(deployment);
    EXPECT_TRUE(deployed.ok()) << deployed.to_string();
    job_manager_->send(schemas::StartJob{deployment.attempt});
    return deployment.attempt;
  }
  schemas::FetchedRows fetch(AttemptId attempt, uint64_t offset) {
    job_manager_->send(schemas::FetchRows{schemas::RequestId(++requests_), attempt, attempt.value(), offset,
                                          Bytes(uint64_t{1} << 20), kPatience});
    return job_manager_->next<schemas::FetchedRows>();
  }
  int end() {
    process_->signal(SIGTERM);
    return process_->wait_for_end().value_or(-1);
  }

  ScratchFolder folder_;
  PlannedStatements statements_;
  std::unique_ptr<StandInJobManager> job_manager_;
  std::unique_ptr<ChildProcess> process_;
  schemas::ExecutorAddress executor_;
  uint64_t requests_ = 0;
};

TEST_F(TaskExecutorProcessTest, RegistersAndEndsOnSigterm) {
  job_manager_ = std::make_unique<StandInJobManager>();
  start(job_manager_->port());
  const schemas::RegisterExecutor registration = job_manager_->accept();
  EXPECT_EQ(registration.slots, 4U);
  EXPECT_EQ(registration.memory, Bytes(uint64_t{512} << 20));
  EXPECT_EQ(registration.process_id, process_->pid());
  EXPECT_EQ(registration.address.host, "localhost");
  EXPECT_NE(registration.address.data_port, 0);
  EXPECT_TRUE(process_->wait_for("Successful registration at resource manager localhost:"));
  EXPECT_EQ(end(), 0) << process_->output();
  EXPECT_TRUE(process_->wait_for("RECEIVED SIGNAL 15: SIGTERM. Shutting down as requested."));
}

TEST_F(TaskExecutorProcessTest, FindsAJobManagerThatComesLater) {
  FreePorts ports(1);
  const uint16_t port = ports.port(0);
  ports.release();
  start(port);
  EXPECT_TRUE(process_->wait_for("Could not resolve ResourceManager address localhost:"));
  job_manager_ = std::make_unique<StandInJobManager>(port);
  job_manager_->accept();
}

TEST_F(TaskExecutorProcessTest, GivesUpWithoutAJobManager) {
  FreePorts ports(1);
  start(ports.port(0), "taskmanager.registration.timeout: 300ms\n");
  EXPECT_EQ(process_->wait_for_end(), 1);
  EXPECT_TRUE(process_->wait_for("within the specified maximum registration duration 300 ms"));
}

TEST_F(TaskExecutorProcessTest, PrintsTheRowsOfAnInsert) {
  start_and_register();
  statements_.execute("CREATE TABLE printed (n INT, s STRING) WITH ('connector' = 'print', 'print-identifier' = 'seen')");
  run("INSERT INTO printed VALUES (1, 'one'), (2, 'two')");
  EXPECT_TRUE(job_manager_->ends_of(1).ok());
  EXPECT_TRUE(process_->wait_for("seen> +I[1, one]\n"));
  EXPECT_TRUE(process_->wait_for("seen> +I[2, two]\n"));
  EXPECT_TRUE(process_->wait_for("switched from RUNNING to FINISHED."));
}

TEST_F(TaskExecutorProcessTest, GivesOutAMillionRowsOfASelect) {
  start_and_register();
  statements_.execute(
      "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '100000000', "
      "'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '1000000')");
  const AttemptId attempt = run("SELECT n FROM numbers");
  const std::vector<PhysicalType> types = physical_types(statements_.columns());
  uint64_t offset = 0;
  int64_t sum = 0;
  for (bool ended = false; !ended;) {
    const schemas::FetchedRows rows = fetch(attempt, offset);
    ASSERT_TRUE(rows.result.ok()) << rows.result.to_string();
    ASSERT_EQ(rows.offset, offset);
    for (const std::string& bytes : rows.batches) {
      const Batch batch = decode_batch(bytes, types).value();
      batch.selected().for_each([&](size_t row) { sum += batch.column(0)->values<int64_t>()[row]; });
    }
    offset += rows.rows;
    ended = rows.ended;
  }
  EXPECT_EQ(offset, 1'000'000U);
  EXPECT_EQ(sum, 500'000'500'000);
  EXPECT_TRUE(fetch(attempt, offset).ended) << "rows outlive their job";
  job_manager_->send(schemas::CancelAttempt{attempt, ""});
  EXPECT_EQ(fetch(attempt, offset).result.code(), ErrorCode::kNotFound);
}

TEST_F(TaskExecutorProcessTest, CancelsAJobThatWouldRunForEver) {
  start_and_register();
  statements_.execute("CREATE TABLE ticks (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1')");
  const AttemptId attempt = run("SELECT n FROM ticks", 2);
  EXPECT_GE(fetch(attempt, 0).rows, 1U) << "a row is given out as soon as it is there";
  job_manager_->send(schemas::CancelAttempt{attempt, ""});
  for (size_t ended = 0; ended < 3;) {
    const auto change = job_manager_->next<schemas::SubtaskChanged>();
    if (!schemas::is_terminal(change.state)) continue;
    EXPECT_EQ(change.state, schemas::SubtaskState::kCanceled);
    ++ended;
  }
}

TEST_F(TaskExecutorProcessTest, SaysWhyASubtaskFails) {
  start_and_register();
  statements_.execute("CREATE TABLE zeros (n INT) WITH ('connector' = 'datagen', 'rows-per-second' = '1', "
                      "'fields.n.min' = '0', 'fields.n.max' = '0')");
  const AttemptId attempt = run("SELECT 1 / n FROM zeros");
  const Status cause = job_manager_->ends_of(1);
  EXPECT_EQ(cause.code(), ErrorCode::kDivisionByZero) << cause.to_string();
  EXPECT_TRUE(fetch(attempt, 0).ended);
  EXPECT_TRUE(process_->wait_for("switched from RUNNING to FAILED with failure cause:"));
}

TEST_F(TaskExecutorProcessTest, RefusesDeploymentsThatDoNotFit) {
  start_and_register();
  const schemas::DeployJob good = statements_.deployment("SELECT 1", executor_);
  schemas::DeployJob bad = good;
  bad.plan = "{\"flinkVersion\":";
  EXPECT_EQ(deploy(bad).code(), ErrorCode::kParseError);
  bad.plan = "{}";
  EXPECT_EQ(deploy(bad).code(), ErrorCode::kDataError);
  bad = good;
  bad.executor_of_slot = {0, 0};
  EXPECT_EQ(deploy(bad).code(), ErrorCode::kDataError);
  bad = good;
  bad.executors[0].executor = schemas::ExecutorId("somebody else");
  EXPECT_EQ(deploy(bad).code(), ErrorCode::kDataError);
  bad = good;
  bad.settings.set("table.local-time-zone", "Mars/Olympus");
  EXPECT_EQ(deploy(bad).code(), ErrorCode::kConfigurationError);
  // And is none the worse for them.
  EXPECT_TRUE(deploy(good).ok());
}

TEST_F(TaskExecutorProcessTest, RefusesAJobBeyondItsMemory) {
  start_and_register("taskmanager.memory.network.max: 64gb\ntaskmanager.memory.segment-size: 1mb\n");
  statements_.execute("CREATE TABLE ticks (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1')");
  const Status refused = deploy(statements_.deployment("SELECT n, COUNT(*) FROM ticks GROUP BY n", executor_, 32));
  EXPECT_EQ(refused.code(), ErrorCode::kOutOfMemory) << refused.to_string();
  EXPECT_TRUE(deploy(statements_.deployment("SELECT n FROM ticks", executor_)).ok());
}

// A sink that writes to a pipe that nobody reads.
TEST_F(TaskExecutorProcessTest, EndsWithASubtaskThatDoesNotEnd) {
  const std::string pipe = folder_ / "rows";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int unread = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(unread, 0);
  // Smaller than a row: whoever has written something waits.
  ASSERT_GT(fcntl(unread, F_SETPIPE_SZ, 4096), 0);
  start_and_register("", "exec \"$0\" \"$@\" > '" + pipe + "'");
  statements_.execute("CREATE TABLE texts (t STRING) WITH ('connector' = 'datagen', 'fields.t.length' = '10000')");
  statements_.execute("CREATE TABLE printed (t STRING) WITH ('connector' = 'print')");
  statements_.execute("SET 'task.cancellation.timeout' = '100 ms'");
  const AttemptId attempt = run("INSERT INTO printed SELECT t FROM texts");
  pollfd waited{unread, POLLIN, 0};
  ASSERT_EQ(poll(&waited, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count())), 1);
  job_manager_->send(schemas::CancelAttempt{attempt, ""});
  EXPECT_TRUE(process_->wait_for("did not exit gracefully within task.cancellation.timeout (100 ms)."));
  EXPECT_EQ(process_->wait_for_end(), 1);
  close(unread);
}

TEST_F(TaskExecutorProcessTest, SurvivesWhatIsNoMessage) {
  start_and_register();
  job_manager_->send_bytes("garbage");
  job_manager_->send_bytes(std::string(4096, '\xFF'));
  EXPECT_TRUE(process_->wait_for("Dropped a message of the job manager"));
  // What would have followed cannot be trusted: it connects anew.
  executor_ = job_manager_->accept().address;
  EXPECT_TRUE(deploy(statements_.deployment("SELECT 1", executor_)).ok());
}

TEST_F(TaskExecutorProcessTest, EndsItsJobsWhenTheJobManagerGoes) {
  start_and_register();
  statements_.execute("CREATE TABLE ticks (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1')");
  const AttemptId attempt = run("SELECT n FROM ticks");
  EXPECT_GE(fetch(attempt, 0).rows, 1U);
  job_manager_->disconnect();
  EXPECT_TRUE(process_->wait_for("Lost the connection to ResourceManager"));
  EXPECT_TRUE(process_->wait_for("switched from RUNNING to CANCELED."));
  job_manager_->accept();
  EXPECT_EQ(fetch(attempt, 0).result.code(), ErrorCode::kNotFound);
}

TEST_F(TaskExecutorProcessTest, EndsItsJobsWhenItEnds) {
  start_and_register();
  statements_.execute("CREATE TABLE ticks (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1')");
  const AttemptId attempt = run("SELECT n FROM ticks");
  EXPECT_GE(fetch(attempt, 0).rows, 1U);
  EXPECT_EQ(end(), 0) << process_->output();
  const Status cause = job_manager_->ends_of(1);
  EXPECT_EQ(cause.code(), ErrorCode::kUnavailable);
  EXPECT_NE(cause.message().find("The TaskExecutor is shutting down."), std::string::npos);
}

TEST_F(TaskExecutorProcessTest, RefusesToStartOnAPortInUse) {
  FreePorts ports(1);
  start(1, "taskmanager.data.port: " + std::to_string(ports.port(0)) + "\n");
  EXPECT_EQ(process_->wait_for_end(), 1);
  EXPECT_TRUE(process_->wait_for("taskmanager.data.port")) << process_->output();
  EXPECT_TRUE(process_->wait_for(std::to_string(ports.port(0))));
}

TEST_F(TaskExecutorProcessTest, RefusesToStartWithAnUnknownHost) {
  for (const std::string key : {"jobmanager.rpc.address", "taskmanager.host"}) {
    start(1, "taskmanager.bind-host: localhost\n" + key + ": nowhere.invalid\n");
    EXPECT_EQ(process_->wait_for_end(), 1);
    EXPECT_TRUE(process_->wait_for(key + ": unknown host 'nowhere.invalid'")) << process_->output();
  }
}

}  // namespace
}  // namespace eddyline::tests
