// The job manager's program: alone, and with real task executors and clients around it.

#include <gtest/gtest.h>
#include <signal.h>

#include <list>

#include "tests/cluster/harness/test_cluster.hpp"
#include "tests/process_driver/free_ports.hpp"
#include "tests/process_driver/tcp_client.hpp"

namespace eddyline::tests {
namespace {

class JobManagerProgramTest : public testing::Test {
 protected:
  ChildProcess::Parts program(const std::string& configuration) {
    folder_.write("config.yaml", configuration);
    return {.command = {EDDYLINE_PROGRAMS_DIR "/eddyline-jobmanager", "--config-dir", folder_.path()}};
  }

  ScratchFolder folder_;
};

TEST_F(JobManagerProgramTest, EndsInOrderWhenItIsTold) {
  ChildProcess manager(program("jobmanager.rpc.port: 0\nrest.port: 0\n"));
  ASSERT_TRUE(manager.wait_for("Web frontend listening at http://localhost:"));
  manager.signal(SIGTERM);
  EXPECT_EQ(manager.wait_for_end(), 0);
  EXPECT_TRUE(manager.wait_for("RECEIVED SIGNAL 15: SIGTERM. Shutting down as requested."));
}

TEST_F(JobManagerProgramTest, APortInUseIsNamedWithItsOption) {
  const FreePorts taken(1);
  const std::string port = std::to_string(taken.port(0));
  const CommandResult control = run_command(program("jobmanager.rpc.port: " + port + "\nrest.port: 0\n"));
  EXPECT_EQ(control.exit_code, 1);
  EXPECT_NE(control.output.find("jobmanager.rpc.port: cannot listen at localhost:" + port), std::string::npos)
      << control.output;
}

TEST_F(JobManagerProgramTest, RestAnswersWhileOthersSayHalfARequest) {
  ChildProcess manager(program("jobmanager.rpc.port: 0\nrest.port: 0\n"));
  const std::string listening = "Web frontend listening at http://localhost:";
  const auto place = manager.wait_for(listening);
  ASSERT_TRUE(place && manager.wait_for(".", *place));
  const auto port = static_cast<uint16_t>(std::stoi(manager.output().substr(*place)));
  std::list<TcpClient> half;
  for (int count = 0; count < 40; ++count) half.emplace_back(port).send("GET /overview HTTP/1.1\r\nHos");
  TcpClient whole(port);
  whole.send("GET /overview HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(whole.read_to_end().starts_with("HTTP/1.1 200 OK\r\n"));
  // None of them had to go first.
  for (const TcpClient& client : half) EXPECT_TRUE(client.hears_nothing());
}

/// INSERTs of the tests below run until they are stopped unless they read `few`.
constexpr std::string_view kTables =
    "CREATE TABLE few (id BIGINT) WITH ('connector'='datagen', 'fields.id.kind'='sequence', 'fields.id.start'='1', "
    "'fields.id.end'='10');\n"
    "CREATE TABLE endless (id BIGINT) WITH ('connector'='datagen', 'rows-per-second'='10');\n"
    "CREATE TABLE printed (id BIGINT) WITH ('connector'='print');\n";

class JobManagerClusterTest : public testing::Test {
 protected:
  void start(size_t executors, uint32_t slots) {
    cluster_ = std::make_unique<TestCluster>(TestCluster::Parts{.executors = executors, .slots = slots});
    cluster_->start();
    cluster_->folder().write("tables.sql", kTables);
  }
  std::vector<std::string> client_arguments(const std::string& statements) {
    cluster_->folder().write("statements.sql", statements);
    return {"-i", cluster_->folder() / "tables.sql", "-f", cluster_->folder() / "statements.sql"};
  }
  std::string sql(const std::string& statements) {
    const CommandResult result = cluster_->script("sql-client.sh", client_arguments(statements));
    return result.output;
  }
  ::testing::AssertionResult logged(const std::string& text) const {
    if (cluster_->logs().wait_for(text)) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "no log line has " << text;
  }
  /// "NAME (STATE)" as the command line lists them.
  size_t listed(const std::string& text) {
    const CommandResult list = cluster_->script("flink", {"list", "-a"});
    size_t count = 0;
    for (size_t at = list.output.find(text); at != std::string::npos; at = list.output.find(text, at + 1)) ++count;
    return count;
  }

  std::unique_ptr<TestCluster> cluster_;
};

TEST_F(JobManagerClusterTest, AnUnknownHostIsToldByTheScriptAndLeavesNothing) {
  for (const std::string key : {"jobmanager.rpc.address", "taskmanager.host"}) {
    TestCluster cluster({.configuration = key + ": nowhere.invalid\n"});
    const CommandResult started = cluster.script("start-cluster.sh");
    EXPECT_EQ(started.exit_code, 1);
    EXPECT_NE(started.output.find(key + ": unknown host 'nowhere.invalid'"), std::string::npos) << started.output;
    for (const std::string_view daemon : {"standalonesession", "taskexecutor"}) {
      EXPECT_TRUE(cluster.processes(daemon).empty()) << daemon;
    }
  }
}

TEST_F(JobManagerClusterTest, AJobWaitsForSlotsUntilAnExecutorJoins) {
  start(1, 1);
  const std::string output = sql("SET 'parallelism.default'='2';\nINSERT INTO printed SELECT id FROM few;\n");
  EXPECT_NE(output.find("wants 2 slots and 1 "), std::string::npos) << output;
  EXPECT_EQ(listed("(CREATED)"), 1U);
  EXPECT_EQ(cluster_->script("taskmanager.sh", {"start"}).exit_code, 0);
  EXPECT_TRUE(logged("switched from state CREATED to RUNNING."));
  EXPECT_TRUE(logged("switched from state RUNNING to FINISHED."));
}

TEST_F(JobManagerClusterTest, AKilledExecutorFailsItsJobsAndNoOthers) {
  start(2, 1);
  sql("SET 'pipeline.name'='first';\nINSERT INTO printed SELECT id FROM endless;\n"
      "SET 'pipeline.name'='second';\nINSERT INTO printed SELECT id FROM endless;\n");
  ASSERT_TRUE(logged("Job second"));
  kill(cluster_->processes("taskexecutor").front(), SIGKILL);
  EXPECT_TRUE(logged("is no longer reachable"));
  EXPECT_TRUE(logged("switched from state FAILING to FAILED."));
  EXPECT_EQ(listed("(FAILED)"), 1U);
  EXPECT_EQ(listed("(RUNNING)"), 1U);
  // The cluster goes on: the next job runs where an executor comes again.
  EXPECT_EQ(cluster_->script("taskmanager.sh", {"start"}).exit_code, 0);
  sql("SET 'pipeline.name'='third';\nINSERT INTO printed SELECT id FROM few;\n");
  EXPECT_TRUE(logged("switched from state RUNNING to FINISHED."));
}

TEST_F(JobManagerClusterTest, AFailedSubtaskFailsItsJobWithTheCause) {
  start(1, 2);
  sql("INSERT INTO printed SELECT id FROM endless;\nINSERT INTO printed SELECT 1 / (id - 5) FROM few;\n");
  const auto failed = cluster_->logs().wait_for("switched from state RUNNING to FAILING.");
  ASSERT_TRUE(failed.has_value());
  EXPECT_NE(failed->text.find("(1/1) on localhost:"), std::string::npos) << failed->text;
  EXPECT_NE(failed->text.find(": / by zero"), std::string::npos) << failed->text;
  EXPECT_TRUE(logged("switched from state FAILING to FAILED."));
  EXPECT_EQ(listed("(RUNNING)"), 1U);
}

TEST_F(JobManagerClusterTest, AKilledClientEndsItsSelect) {
  start(1, 1);
  const auto arguments =
      client_arguments("SET 'sql-client.execution.result-mode'='tableau';\nSELECT id FROM endless;\n");
  ChildProcess client(cluster_->command("sql-client.sh", arguments));
  ASSERT_TRUE(client.wait_for("| +I |"));
  client.signal(SIGKILL);
  EXPECT_TRUE(logged("switched from state CANCELLING to CANCELED."));
  EXPECT_EQ(listed("collect (CANCELED)"), 1U);
}

}  // namespace
}  // namespace eddyline::tests
