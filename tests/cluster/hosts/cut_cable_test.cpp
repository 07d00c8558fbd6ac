#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/cluster/hosts/two_hosts.hpp"
#include "tests/process_driver/timed_lines.hpp"

namespace eddyline::tests {
namespace {

/// Heartbeats are short, so that a cut cable, which no host is told of, is noticed soon.
std::string configuration_of(const TwoHosts& hosts, size_t host) {
  return "jobmanager.rpc.address: " + hosts.address(0) +
         "\njobmanager.bind-host: 0.0.0.0\n"
         "taskmanager.bind-host: 0.0.0.0\n"
         "taskmanager.host: " +
         hosts.address(host) + "\nrest.address: " + hosts.address(0) +
         "\nrest.bind-address: 0.0.0.0\n"
         "heartbeat.interval: 500 ms\n"
         "heartbeat.timeout: 4 s\n"
         "cluster.registration.max-timeout: 1 s\n";
}

/// Rows of every producer go to both hosts.
constexpr const char* kJob =
    "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '20000', "
    "'fields.n.min' = '0', 'fields.n.max' = '999');\n"
    "CREATE TABLE counts (n BIGINT, c BIGINT) WITH ('connector' = 'print');\n"
    "INSERT INTO counts SELECT n, COUNT(*) FROM numbers GROUP BY n;\n";

std::string job_at(int parallelism, const std::string& name) {
  return "SET 'parallelism.default' = '" + std::to_string(parallelism) + "';\nSET 'pipeline.name' = '" + name + "';\n" +
         kJob;
}

TEST(TwoHostsTest, AskingWhetherTheyArePossibleLeavesNothingBehind) {
  static_cast<void>(TwoHosts::possible());
  const CommandResult namespaces = run_command({.command = {"ip", "netns", "list"}});
  EXPECT_EQ(namespaces.exit_code, 0) << namespaces.output;
  EXPECT_EQ(namespaces.output.find("eddyline-probe"), std::string::npos) << namespaces.output;
}

class CutCableTest : public testing::Test {
 protected:
  /// The full run leaves nothing out unless it is told that it must.
  static void leave_out() {
    const char* extent = std::getenv("EDDYLINE_TEST_EXTENT");
    const bool all = extent != nullptr && std::string_view(extent) == "all";
    if (all && std::getenv("EDDYLINE_WITHOUT_NAMESPACES") == nullptr) {
      FAIL() << "this user may not make network namespaces; EDDYLINE_WITHOUT_NAMESPACES=1 runs all tests but these";
    }
    GTEST_SKIP() << "this user may not make network namespaces";
  }

  void SetUp() override {
    if (!TwoHosts::possible()) return leave_out();
    hosts_ = std::make_unique<TwoHosts>();
    for (size_t host : {0, 1}) hosts_->configure(host, configuration_of(*hosts_, host));
    EXPECT_EQ(hosts_->script(0, "jobmanager.sh", {"start"}).exit_code, 0);
    for (size_t host : {0, 1}) {
      EXPECT_EQ(hosts_->script(host, "taskmanager.sh", {"start"}).exit_code, 0);
      logs_.push_back(std::make_unique<TimedLines>(hosts_->log_folder(host), "flink-test-", ".log"));
      rows_.push_back(std::make_unique<TimedLines>(hosts_->log_folder(host), "taskexecutor", ".out"));
    }
    for (size_t host : {0, 1}) {
      ASSERT_TRUE(logs_[host]->wait_for("Successful registration at resource manager").has_value());
    }
  }

  std::string sql(const std::string& script) {
    const CommandResult result = hosts_->script(0, "sql-client.sh", {}, script);
    EXPECT_EQ(result.exit_code, 0) << result.output;
    return result.output;
  }

  std::unique_ptr<TwoHosts> hosts_;
  std::vector<std::unique_ptr<TimedLines>> logs_;
  std::vector<std::unique_ptr<TimedLines>> rows_;
};

TEST_F(CutCableTest, FailsTheJobWithItsCauseAndTheClusterGoesOn) {
  sql(job_at(2, "spread"));
  for (size_t host : {0, 1}) ASSERT_TRUE(rows_[host]->wait_for("> +U[").has_value()) << "host " << host;

  hosts_->cut();
  ASSERT_TRUE(logs_[0]
                  ->wait_for([](const TimedLine& line) {
                    return line.text.find("Job spread (") != std::string::npos &&
                           line.text.find("to FAILED") != std::string::npos;
                  })
                  .has_value());
  const std::string jobs = sql("SHOW JOBS;\n");
  EXPECT_NE(jobs.find("FAILED"), std::string::npos) << jobs;

  // What is left of the cluster takes work that fits it.
  sql(job_at(1, "alone"));
  EXPECT_TRUE(logs_[0]
                  ->wait_for([](const TimedLine& line) {
                    return line.text.find("Job alone (") != std::string::npos &&
                           line.text.find("to RUNNING") != std::string::npos;
                  })
                  .has_value());

  hosts_->heal();
  size_t registrations = 0;
  ASSERT_TRUE(logs_[1]
                  ->wait_for([&](const TimedLine& line) {
                    registrations += line.text.find("Successful registration") != std::string::npos ? 1 : 0;
                    return registrations == 2;
                  })
                  .has_value());
}

}  // namespace
}  // namespace eddyline::tests
