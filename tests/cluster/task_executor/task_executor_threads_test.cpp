#include <gtest/gtest.h>

#include "common/logging/captured_log.hpp"
#include "programs/taskexecutor/job_services.hpp"
#include "taskexecutor/process/task_executor.hpp"
#include "tests/cluster/task_executor/planned_statements.hpp"
#include "tests/cluster/task_executor/stand_in_job_manager.hpp"
#include "tests/memory_network/memory_networks.hpp"

namespace eddyline::tests {
namespace {

using schemas::AttemptId;

class KeptOutput final : public TextOutput {
 public:
  Status write(std::string_view text) override {
    const std::lock_guard lock(mutex_);
    text_ += text;
    return {};
  }
  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

/// A task executor with all its threads, in this process and on a network in memory, so that the thread sanitizer sees every
/// hand-over.
class TaskExecutorThreadsTest : public testing::Test {
 protected:
  TaskExecutorThreadsTest() {
    const Configuration configuration({{"jobmanager.rpc.port", std::to_string(job_manager_.port())}});
    const auto settings = taskexecutor::task_executor_settings(configuration).value();
    executor_ = taskexecutor::TaskExecutor::start(settings, surroundings(), networks_.add()).value();
    address_ = job_manager_.accept().address;
  }

  taskexecutor::TaskExecutor::Surroundings surroundings() {
    taskexecutor::TaskExecutor::Surroundings surroundings;
    surroundings.deployment = services_.deployment();
    surroundings.deployment.executor.standard_output = &output_;
    surroundings.deployment.executor.standard_error = &output_;
    surroundings.clock = &clock_;
    surroundings.log = Logger(log_, clock_, "TaskExecutor");
    surroundings.build = "1.0 (new)";
    surroundings.on_failure = [](const Status& why) { ADD_FAILURE() << why.message(); };
    surroundings.on_stuck = surroundings.on_failure;
    return surroundings;
  }

  AttemptId run(const std::string& statement, uint32_t parallelism = 1) {
    const schemas::DeployJob deployment = statements_.deployment(statement, address_, parallelism);
    job_manager_.send(deployment);
    EXPECT_TRUE(job_manager_.next<schemas::JobDeployed>().result.ok());
    job_manager_.send(schemas::StartJob{deployment.attempt});
    return deployment.attempt;
  }
  schemas::FetchedRows fetch(AttemptId attempt, uint64_t offset) {
    job_manager_.send(schemas::FetchRows{schemas::RequestId(1), attempt, attempt.value(), offset, Bytes(10'000), kPatience});
    return job_manager_.next<schemas::FetchedRows>();
  }

  MemoryNetworks networks_{1};
  StandInJobManager job_manager_{networks_.add(), [this] { return networks_.deliver(); }};
  PlannedStatements statements_;
  SystemClock clock_;
  programs::JobServices services_{std::nullopt, clock_};
  CapturedLog log_;
  KeptOutput output_;
  std::unique_ptr<taskexecutor::TaskExecutor> executor_;
  schemas::ExecutorAddress address_;
};

TEST_F(TaskExecutorThreadsTest, RunsJobsSideBySide) {
  statements_.execute("CREATE TABLE printed (n INT) WITH ('connector' = 'print')");
  statements_.execute(
      "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1000000', "
      "'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '5000')");
  const AttemptId query = run("SELECT n, COUNT(*) FROM numbers GROUP BY n", 2);
  run("INSERT INTO printed VALUES (1)");
  uint64_t offset = 0;
  for (bool ended = false; !ended;) {
    const schemas::FetchedRows rows = fetch(query, offset);
    ASSERT_TRUE(rows.result.ok());
    offset += rows.rows;
    ended = rows.ended;
  }
  EXPECT_EQ(offset, 5'000U);
  while (output_.text().find("+I[1]") == std::string::npos) networks_.deliver();
}

// As of a job manager of another build, which chains or numbers otherwise.
TEST_F(TaskExecutorThreadsTest, RefusesToRunAnotherJobGraph) {
  statements_.execute("CREATE TABLE printed (n INT) WITH ('connector' = 'print')");
  schemas::DeployJob deployment = statements_.deployment("INSERT INTO printed VALUES (1)", address_);
  deployment.graph_digest.back() = deployment.graph_digest.back() == '0' ? '1' : '0';
  deployment.build = "1.0 (old)";
  job_manager_.send(deployment);
  EXPECT_EQ(job_manager_.next<schemas::JobDeployed>().result.message(),
            "The job manager (build 1.0 (old)) and this task executor (build 1.0 (new)) have made different job graphs of the "
            "plan: all processes of a cluster must be of one build.");
}

TEST_F(TaskExecutorThreadsTest, CancelsWhatIsBeingMadeAndWhatRuns) {
  statements_.execute("CREATE TABLE ticks (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1000')");
  for (int round = 0; round < 10; ++round) {
    const schemas::DeployJob deployment = statements_.deployment("SELECT n, COUNT(*) FROM ticks GROUP BY n", address_, 2);
    job_manager_.send(deployment);
    if (round % 2 == 0) {
      job_manager_.send(schemas::CancelAttempt{deployment.attempt, ""});
    }
    if (!job_manager_.next<schemas::JobDeployed>().result.ok()) continue;
    job_manager_.send(schemas::StartJob{deployment.attempt});
    job_manager_.send(schemas::CancelAttempt{deployment.attempt, ""});
    EXPECT_TRUE(job_manager_.ends_of(5).ok());
  }
}

TEST_F(TaskExecutorThreadsTest, EndsWithItsJobs) {
  statements_.execute("CREATE TABLE ticks (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1000')");
  const AttemptId attempt = run("SELECT n FROM ticks", 4);
  EXPECT_GE(fetch(attempt, 0).rows, 1U);
  executor_->close();
}

TEST_F(TaskExecutorThreadsTest, EndsWithoutOrder) {
  statements_.execute("CREATE TABLE ticks (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1000')");
  run("SELECT n FROM ticks", 4);
  executor_.reset();
}

}  // namespace
}  // namespace eddyline::tests
