#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <string>

#include "tests/cluster/harness/test_cluster.hpp"

// Statements of the SQL client on a cluster of real processes.
namespace eddyline::tests {
namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// VmHWM of a process; means nothing under a sanitizer.
[[maybe_unused]] long largest_size_kb(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  constexpr std::string_view kName = "VmHWM:";
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kName)) return std::strtol(line.c_str() + kName.size(), nullptr, 10);
  }
  return std::numeric_limits<long>::max();
}

constexpr std::string_view kTableau = "SET 'sql-client.execution.result-mode' = 'tableau';\n";

class ClusterStatementsTest : public testing::Test {
 protected:
  void start(TestCluster::Parts parts) {
    cluster_ = std::make_unique<TestCluster>(std::move(parts));
    cluster_->start();
  }
  /// Statements from standard input.
  CommandResult run(std::string_view statements, std::vector<std::string> arguments = {}) {
    return cluster_->script("sql-client.sh", std::move(arguments), statements);
  }
  /// The id behind the last "Job ID: ".
  static std::string job_id(const std::string& output) {
    constexpr std::string_view kBefore = "Job ID: ";
    constexpr size_t kLength = 32;
    const size_t place = output.rfind(kBefore);
    return place == std::string::npos ? "" : output.substr(place + kBefore.size(), kLength);
  }
  /// Asks for the job until it is in this state.
  ::testing::AssertionResult reaches(const std::string& job, const std::string& state) {
    const auto line = cluster_->logs().wait_for("(" + job + ") switched from state ");
    if (!line) return ::testing::AssertionFailure() << "the log knows nothing of job " << job;
    const auto end = cluster_->logs().wait_for([&](const TimedLine& seen) {
      return contains(seen.text, "(" + job + ") switched from state ") && contains(seen.text, " to " + state + ".");
    });
    if (!end) return ::testing::AssertionFailure() << "job " << job << " is not " << state;
    return ::testing::AssertionSuccess();
  }

  std::unique_ptr<TestCluster> cluster_;
};

TEST_F(ClusterStatementsTest, RowsOfABoundedSelectAreShown) {
  start({.executors = 2, .slots = 1});
  const CommandResult result = run(std::string(kTableau) +
                                   "SET 'parallelism.default' = '2';\n"
                                   "SET 'sql-client.display.print-time-cost' = 'false';\n"
                                   "SELECT SUM(a) AS total FROM (VALUES (20), (22)) AS t (a);\n");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(contains(result.output, "| op |       total |\n")) << result.output;
  EXPECT_TRUE(contains(result.output, "|          42 |\n")) << result.output;
  EXPECT_TRUE(contains(result.output, "Received a total of ")) << result.output;
}

TEST_F(ClusterStatementsTest, AMillionRowsPassThroughLittleMemory) {
  start({});
  ChildProcess::Parts parts = cluster_->command("sql-client.sh");
  parts.command = {"bash", "-c", "exec \"$0\" >rows.txt", parts.command[0]};
  ChildProcess client(parts);
  client.write(std::string(kTableau) +
               "CREATE TABLE g (a BIGINT, b STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '1000000',\n"
               "  'rows-per-second' = '100000000', 'fields.b.length' = '20');\n"
               "CREATE TABLE p (a INT) WITH ('connector' = 'print', 'print-identifier' = 'behind');\n"
               "SELECT * FROM g;\n"
               "INSERT INTO p VALUES (1);\n");
  ASSERT_TRUE(cluster_->rows().wait_for("behind> +I[1]").has_value());
#ifndef __SANITIZE_ADDRESS__
  // The rows alone would be some 45 MB.
  EXPECT_LT(largest_size_kb(client.pid()), 60'000);
#endif
  client.close_input();
  EXPECT_EQ(client.wait_for_end(), 0);

  std::ifstream rows(cluster_->folder() / "rows.txt");
  size_t count = 0;
  std::string last;
  for (std::string line; std::getline(rows, line);) {
    count += line.starts_with("| +I |") ? 1 : 0;
    if (line.starts_with("Received")) last = line;
  }
  EXPECT_EQ(count, 1'000'000U);
  EXPECT_TRUE(last.starts_with("Received a total of 1000000 rows (")) << last;
}

/// One batch of some 300 MB, a row of 75 MB, and an error that repeats a text of 24 MB: none harms the executor or other jobs. The
/// texts hang on a column, so that no plan has them.
TEST_F(ClusterStatementsTest, LargeTextsGoInPiecesAndTooLargeOnesFailTheirQueryOnly) {
  start({});
  const std::string table =
      "CREATE TABLE g (id BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '100', 'fields.id.kind' = 'sequence',\n"
      "  'fields.id.start' = '100', 'fields.id.end' = '199');\n"
      "CREATE TABLE e (id BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1');\n"
      "CREATE TABLE b (id BIGINT) WITH ('connector' = 'blackhole');\n"
      "SET 'pipeline.name' = 'endless';\nINSERT INTO b SELECT id FROM e;\n"
      "RESET 'pipeline.name';\n" + std::string(kTableau);
  const CommandResult large = run(table + "SELECT id, REPEAT(CAST(id AS STRING), 1000000) FROM g;\n");
  EXPECT_TRUE(contains(large.output, "Received a total of 100 rows")) << large.output;

  const CommandResult longer = run(table + "SELECT REPEAT(CAST(id AS STRING), 25000000) FROM g WHERE id > 198;\n");
  EXPECT_TRUE(contains(longer.output, "Row 1 of the result takes 75000016 bytes; a row for a client takes 67108864 at most."))
      << longer.output;

  const CommandResult cast = run(table + "SELECT CAST(REPEAT(CAST(id AS STRING), 8000000) AS INT) FROM g WHERE id > 198;\n");
  EXPECT_TRUE(contains(cast.output, "199199199")) << cast.output.substr(0, 2'000);
  EXPECT_LT(cast.output.size(), 100'000U);

  const CommandResult listed = run("SHOW JOBS;\n");
  for (size_t job = 0, at = 0; job < 3; ++job, ++at) {
    at = listed.output.find("endless |  RUNNING", at);
    ASSERT_NE(at, std::string::npos) << listed.output;
  }
}

TEST_F(ClusterStatementsTest, JobsRunDetachedAreListedAndStopped) {
  start({});
  const std::string tables =
      "CREATE TABLE g (a BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '10');\n"
      "CREATE TABLE p (a BIGINT) WITH ('connector' = 'print', 'print-identifier' = 'rows');\n";
  const CommandResult submitted = run(tables + "SET 'pipeline.name' = 'endless';\nINSERT INTO p SELECT * FROM g;\n");
  EXPECT_EQ(submitted.exit_code, 0) << submitted.output;
  EXPECT_TRUE(contains(submitted.output, "[INFO] SQL update statement has been successfully submitted to the cluster:"));
  const std::string job = job_id(submitted.output);
  ASSERT_TRUE(cluster_->rows().wait_for("rows> +I[").has_value());

  const CommandResult listed = run("SHOW JOBS;\nDESCRIBE JOB '" + job + "';\n");
  EXPECT_TRUE(contains(listed.output, "| " + job + " |  endless | RUNNING | ")) << listed.output;
  const CommandResult flink = cluster_->script("flink", {"list"});
  EXPECT_TRUE(contains(flink.output, " : " + job + " : endless (RUNNING)\n")) << flink.output;

  const CommandResult stopped = run("STOP JOB '" + job + "';\nDESCRIBE JOB '" + job + "';\n");
  EXPECT_TRUE(contains(stopped.output, "[INFO] Execute statement succeeded.")) << stopped.output;
  EXPECT_TRUE(contains(stopped.output, "| " + job + " |  endless | CANCELED | ")) << stopped.output;
  EXPECT_TRUE(contains(cluster_->script("flink", {"list"}).output, "No running jobs."));
  EXPECT_TRUE(contains(cluster_->script("flink", {"list", "-a"}).output, job + " : endless (CANCELED)"));
}

TEST_F(ClusterStatementsTest, AFailedJobSaysWhy) {
  start({});
  const std::string table = "CREATE TABLE b (a INT) WITH ('connector' = 'blackhole');\n";
  const std::string insert = "INSERT INTO b SELECT 1 / (a - a) FROM (VALUES (1)) AS t (a);\n";
  const CommandResult waited = run(table + "SET 'table.dml-sync' = 'true';\n" + insert);
  EXPECT_EQ(waited.exit_code, 1);
  EXPECT_TRUE(contains(waited.output, "by zero")) << waited.output;

  const CommandResult detached = run(table + insert);
  EXPECT_EQ(detached.exit_code, 0) << detached.output;
  const std::string job = job_id(detached.output);
  ASSERT_TRUE(reaches(job, "FAILED"));
  const CommandResult described = run("DESCRIBE JOB '" + job + "';\n");
  EXPECT_TRUE(contains(described.output, "| FAILED | ")) << described.output;
  EXPECT_TRUE(contains(described.output, "by zero")) << described.output;

  const CommandResult selected = run(std::string(kTableau) + "SELECT 1 / (a - a) FROM (VALUES (1)) AS t (a);\n");
  EXPECT_EQ(selected.exit_code, 1);
  EXPECT_TRUE(contains(selected.output, "by zero")) << selected.output;
  // Other jobs go on being run.
  EXPECT_EQ(run(std::string(kTableau) + "SELECT 1;\n").exit_code, 0);
}

TEST_F(ClusterStatementsTest, AJobThatWantsMoreSlotsSaysSoAndRunsWhenAnExecutorComes) {
  start({.slots = 1});
  const CommandResult submitted = run(
      "CREATE TABLE g (a BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '10');\n"
      "CREATE TABLE p (a BIGINT) WITH ('connector' = 'print', 'print-identifier' = 'rows');\n"
      "SET 'parallelism.default' = '2';\n"
      "INSERT INTO p SELECT * FROM g;\n");
  EXPECT_TRUE(contains(submitted.output, "The job wants 2 slots and 1 is free: it waits")) << submitted.output;
  EXPECT_EQ(cluster_->script("taskmanager.sh", {"start"}).exit_code, 0);
  EXPECT_TRUE(cluster_->rows().wait_for("> +I[").has_value());
}

TEST_F(ClusterStatementsTest, TheSelectOfAKilledClientEnds) {
  start({.configuration = "client.timeout: 2 s\n"});
  cluster_->folder().write("script.sql", std::string(kTableau) +
                                             "CREATE TABLE g (a BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '10');\n"
                                             "SET 'pipeline.name' = 'watched';\n"
                                             "SELECT * FROM g;\n");
  ChildProcess client(cluster_->command("sql-client.sh", {"-f", cluster_->folder() / "script.sql"}));
  ASSERT_TRUE(client.wait_for("| +I |").has_value()) << client.output();
  client.signal(SIGKILL);
  EXPECT_TRUE(cluster_->logs()
                  .wait_for([](const TimedLine& line) {
                    return contains(line.text, "Job watched (") && contains(line.text, " to CANCELED.");
                  })
                  .has_value());
}

TEST_F(ClusterStatementsTest, CtrlCAtATerminalCancelsTheSelect) {
  start({});
  ChildProcess::Parts parts = cluster_->command("sql-client.sh");
  parts.terminal = ChildProcess::Terminal::kPseudo;
  parts.environment["TERM"] = "xterm";
  ChildProcess client(parts);
  ASSERT_TRUE(client.wait_for("Flink SQL> ").has_value());
  client.write("CREATE TABLE g (a BIGINT)\n  WITH ('connector' = 'datagen', 'rows-per-second' = '10');\n");
  ASSERT_TRUE(client.wait_for("succeeded.").has_value());
  client.write("SELECT * FROM g;\n");
  const auto rows = client.wait_for("| +I |");
  ASSERT_TRUE(rows.has_value()) << client.output();
  client.write("\x03");
  const auto end = client.wait_for("Query terminated, received a total of ", *rows);
  ASSERT_TRUE(end.has_value()) << client.output();
  ASSERT_TRUE(client.wait_for("Flink SQL> ", *end).has_value());
  EXPECT_TRUE(cluster_->logs().wait_for("to CANCELED.").has_value());
  client.write("QUIT;\n");
  EXPECT_EQ(client.wait_for_end(), 0);
}

}  // namespace
}  // namespace eddyline::tests
