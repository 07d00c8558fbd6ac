// What the scripts print and leave behind while all goes well; the lines are Flink's.

#include <gtest/gtest.h>
#include <signal.h>

#include "tests/cluster/scripts/script_cluster.hpp"
#include "tests/process_driver/timed_lines.hpp"

namespace eddyline::tests {
namespace {

class ScriptsTest : public ::testing::Test {
 protected:
  /// The exit code and, word for word, what is printed.
  void expect(const CommandResult& result, int exit_code, const std::string& output) {
    EXPECT_EQ(result.exit_code, exit_code);
    EXPECT_EQ(result.output, output);
  }

  ScriptCluster cluster_;
};

TEST_F(ScriptsTest, StartAndStopACluster) {
  expect(cluster_.run("start-cluster.sh"), 0,
         "Starting cluster.\n"
         "Starting standalonesession daemon on host HOST.\n"
         "Starting taskexecutor daemon on host HOST.\n");
  ASSERT_EQ(cluster_.pids("standalonesession").size(), 1u);
  ASSERT_EQ(cluster_.pids("taskexecutor").size(), 1u);
  EXPECT_EQ(cluster_.processes_left(2), 2u);
  EXPECT_EQ(cluster_.read(cluster_.log_name("standalonesession", 0, ".out")), "the stand-in is ready\n");
  EXPECT_EQ(cluster_.read(cluster_.log_name("taskexecutor", 0, ".out")), "the stand-in is ready\n");
  expect(cluster_.run("stop-cluster.sh"), 0,
         "Stopping taskexecutor daemon (pid: PID) on host HOST.\n"
         "Stopping standalonesession daemon (pid: PID) on host HOST.\n");
  EXPECT_EQ(cluster_.processes_left(0), 0u);
  EXPECT_FALSE(cluster_.exists("pid/flink-me-taskexecutor.pid"));
  expect(cluster_.run("stop-cluster.sh"), 0,
         "No taskexecutor daemon to stop on host HOST.\n"
         "No standalonesession daemon to stop on host HOST.\n");
}

TEST_F(ScriptsTest, LogWhatIsConfiguredAndWhatEndsIt) {
  cluster_.configure("s3.secret-key: open sesame\nstate.backend: hashmap\nmy.own.key: 1\n");
  ASSERT_EQ(cluster_.run("taskmanager.sh", {"start", "-D", "taskmanager.numberOfTaskSlots=3"}).exit_code, 0);
  ASSERT_EQ(cluster_.run("taskmanager.sh", {"stop"}).exit_code, 0);
  const std::string log = cluster_.read(cluster_.log_name("taskexecutor", 0, ".log"));
  for (const std::string_view line :
       {"Loading configuration property: taskmanager.numberOfTaskSlots, 3\n",
        "Loading configuration property: my.own.key, 1\n", "Loading configuration property: s3.secret-key, ******\n",
        "Config uses deprecated configuration key 'state.backend' instead of proper key 'state.backend.type'\n",
        "RECEIVED SIGNAL 15: SIGTERM. Shutting down as requested.\n"}) {
    EXPECT_NE(log.find(line), std::string::npos) << line << log;
  }
  EXPECT_EQ(log.find("sesame"), std::string::npos);
}

TEST_F(ScriptsTest, EveryStartAddsATaskExecutorAndStopTakesTheLatest) {
  cluster_.write("conf/workers", "# two on this machine\r\nlocalhost\r\n\r\n  127.0.0.1 # the second\r\n");
  expect(cluster_.run("start-cluster.sh"), 0,
         "Starting cluster.\n"
         "Starting standalonesession daemon on host HOST.\n"
         "Starting taskexecutor daemon on host HOST.\n"
         "[INFO] 1 instance(s) of taskexecutor are already running on HOST.\n"
         "Starting taskexecutor daemon on host HOST.\n");
  expect(cluster_.run("taskmanager.sh", {"start"}), 0,
         "[INFO] 2 instance(s) of taskexecutor are already running on HOST.\n"
         "Starting taskexecutor daemon on host HOST.\n");
  EXPECT_TRUE(cluster_.exists(cluster_.log_name("taskexecutor", 2, ".log")));
  const std::vector<pid_t> all = cluster_.pids("taskexecutor");
  ASSERT_EQ(all.size(), 3u);
  expect(cluster_.run("taskmanager.sh", {"stop"}), 0, "Stopping taskexecutor daemon (pid: PID) on host HOST.\n");
  EXPECT_EQ(cluster_.pids("taskexecutor"), std::vector<pid_t>(all.begin(), all.begin() + 2));
  EXPECT_FALSE(is_alive(all[2]));
  expect(cluster_.run("taskmanager.sh", {"stop-all"}), 0,
         "Stopping taskexecutor daemon (pid: PID) on host HOST.\n"
         "Stopping taskexecutor daemon (pid: PID) on host HOST.\n");
  expect(cluster_.run("taskmanager.sh", {"stop-all"}), 0, "");
  EXPECT_EQ(cluster_.processes_left(1), 1u);
}

TEST_F(ScriptsTest, SayWhichProcessIsGoneAlready) {
  for (int count = 0; count < 3; ++count) ASSERT_EQ(cluster_.run("taskmanager.sh", {"start"}).exit_code, 0);
  const std::vector<pid_t> all = cluster_.pids("taskexecutor");
  ASSERT_EQ(all.size(), 3u);
  kill(all[1], SIGKILL);
  kill(all[2], SIGKILL);
  expect(cluster_.run("taskmanager.sh", {"stop"}), 0,
         "No taskexecutor daemon (pid: PID) is running anymore on HOST.\n"
         "No taskexecutor daemon (pid: PID) is running anymore on HOST.\n"
         "Stopping taskexecutor daemon (pid: PID) on host HOST.\n");
  for (int count = 0; count < 2; ++count) ASSERT_EQ(cluster_.run("taskmanager.sh", {"start"}).exit_code, 0);
  kill(cluster_.pids("taskexecutor").at(1), SIGKILL);
  expect(cluster_.run("taskmanager.sh", {"stop-all"}), 0,
         "Stopping taskexecutor daemon (pid: PID) on host HOST.\n"
         "Skipping taskexecutor daemon (pid: PID), because it is not running anymore on HOST.\n");
}

TEST_F(ScriptsTest, AForegroundThatHasEndedHidesNoDaemon) {
  ASSERT_EQ(cluster_.run("start-cluster.sh").exit_code, 0);
  const CommandResult refused = cluster_.run("jobmanager.sh", {"start-foreground"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.output.find("Address already in use"), std::string::npos) << refused.output;
  expect(cluster_.run("stop-cluster.sh"), 0,
         "Stopping taskexecutor daemon (pid: PID) on host HOST.\n"
         "No standalonesession daemon (pid: PID) is running anymore on HOST.\n"
         "Stopping standalonesession daemon (pid: PID) on host HOST.\n");
  EXPECT_EQ(cluster_.processes_left(0), 0u);
}

TEST_F(ScriptsTest, StopNoOtherProcessThatHasTheIdNow) {
  ChildProcess other({.command = {"sleep", "1000"}});
  cluster_.write("pid/flink-me-taskexecutor.pid", std::to_string(other.pid()) + "\nrubbish\n");
  expect(cluster_.run("taskmanager.sh", {"stop"}), 0,
         "No taskexecutor daemon (pid: PID) is running anymore on HOST.\n");
  EXPECT_TRUE(is_alive(other.pid()));
}

TEST_F(ScriptsTest, StopWhatRunsWithAFileThatIsWrongByNow) {
  ASSERT_EQ(cluster_.run("start-cluster.sh").exit_code, 0);
  cluster_.configure("taskmanager.numberOfTaskSlots: many\n");
  expect(cluster_.run("stop-cluster.sh"), 0,
         "Stopping taskexecutor daemon (pid: PID) on host HOST.\n"
         "Stopping standalonesession daemon (pid: PID) on host HOST.\n");
}

TEST_F(ScriptsTest, StopWhatRunsWithAFileThatIsNoYamlByNow) {
  cluster_.environment()["FLINK_PID_DIR"] = "";
  const std::string folder = "env:\n  pid:\n    dir: " + cluster_.path("other pid") + "\n";
  cluster_.configure(folder);
  ASSERT_EQ(cluster_.run("start-cluster.sh").exit_code, 0);
  cluster_.write("conf/config.yaml", "taskmanager: [1\n" + folder);
  const CommandResult result = cluster_.run("stop-cluster.sh");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.output.starts_with("Error parsing YAML configuration. Reading file 'DIR/conf/config.yaml': "))
      << result.output;
  EXPECT_TRUE(
      result.output.ends_with("Stopping taskexecutor daemon (pid: PID) on host HOST.\n"
                              "Stopping standalonesession daemon (pid: PID) on host HOST.\n"))
      << result.output;
  EXPECT_EQ(cluster_.processes_left(0), 0u);
}

TEST_F(ScriptsTest, KillWhatDoesNotStop) {
  cluster_.configure("stand-in.eddyline-taskexecutor: deaf\n");
  ASSERT_EQ(cluster_.run("taskmanager.sh", {"start"}).exit_code, 0);
  expect(cluster_.run("taskmanager.sh", {"stop"}), 0,
         "Stopping taskexecutor daemon (pid: PID) on host HOST.\n"
         "Daemon taskexecutor didn't stop within 10 seconds. Killing it.\n");
}

TEST_F(ScriptsTest, PassHostAndPortToTheJobManager) {
  ASSERT_EQ(cluster_.run("jobmanager.sh", {"start", "some-host", "9999", "-D", "my.key=a b"}).exit_code, 0);
  ASSERT_EQ(cluster_.run("jobmanager.sh", {"stop"}).exit_code, 0);
  std::string log = cluster_.read(cluster_.log_name("standalonesession", 0, ".log"));
  for (const std::string_view line :
       {"property: jobmanager.rpc.address, some-host\n", "property: rest.port, 9999\n", "property: my.key, a b\n"}) {
    EXPECT_NE(log.find(line), std::string::npos) << line << log;
  }
  ASSERT_EQ(cluster_.run("jobmanager.sh", {"start", "-Dmy.key=2"}).exit_code, 0);
  log = cluster_.read(cluster_.log_name("standalonesession", 0, ".log"));
  EXPECT_NE(log.find("property: jobmanager.rpc.address, localhost\n"), std::string::npos);
  EXPECT_NE(log.find("property: my.key, 2\n"), std::string::npos);
}

TEST_F(ScriptsTest, KeepOldLogsAsideAndEmptyTheOutput) {
  cluster_.environment()["MAX_LOG_FILE_NUMBER"] = "2";
  for (int run = 0; run < 4; ++run) {
    ASSERT_EQ(cluster_.run("taskmanager.sh", {"start", "-D", "my.run=" + std::to_string(run)}).exit_code, 0);
    ASSERT_EQ(cluster_.run("taskmanager.sh", {"stop"}).exit_code, 0);
  }
  const std::string log = cluster_.log_name("taskexecutor", 0, ".log");
  EXPECT_NE(cluster_.read(log).find("my.run, 3"), std::string::npos);
  EXPECT_NE(cluster_.read(log + ".1").find("my.run, 2"), std::string::npos);
  EXPECT_NE(cluster_.read(log + ".2").find("my.run, 1"), std::string::npos);
  EXPECT_FALSE(cluster_.exists(log + ".3"));
  EXPECT_EQ(cluster_.read(cluster_.log_name("taskexecutor", 0, ".out")), "the stand-in is ready\n");
}

TEST_F(ScriptsTest, TakeFoldersAndLevelsFromConfiguration) {
  cluster_.environment()["FLINK_LOG_DIR"] = "";
  cluster_.environment()["FLINK_PID_DIR"] = "";
  cluster_.configure("env:\n  log:\n    dir: " + cluster_.path("other log") +
                     "\n    level: WARN\n  pid.dir: " + cluster_.path("other pid") + "\n");
  ASSERT_EQ(cluster_.run("taskmanager.sh", {"start"}).exit_code, 0);
  EXPECT_TRUE(cluster_.exists("other pid/flink-me-taskexecutor.pid"));
  EXPECT_TRUE(cluster_.exists("other " + cluster_.log_name("taskexecutor", 0, ".out")));
  EXPECT_EQ(cluster_.read("other " + cluster_.log_name("taskexecutor", 0, ".log")).find(" INFO "), std::string::npos);
  ASSERT_EQ(cluster_.run("taskmanager.sh", {"stop"}).exit_code, 0);
  cluster_.environment()["ROOT_LOG_LEVEL"] = "INFO";
  ASSERT_EQ(cluster_.run("taskmanager.sh", {"start"}).exit_code, 0);
  EXPECT_NE(cluster_.read("other " + cluster_.log_name("taskexecutor", 0, ".log")).find(" INFO "), std::string::npos);
  ASSERT_EQ(cluster_.run("taskmanager.sh", {"stop"}).exit_code, 0);
}

TEST_F(ScriptsTest, RunInTheForeground) {
  ChildProcess foreground(cluster_.command("taskmanager.sh", {"start-foreground"}));
  ASSERT_TRUE(foreground.wait_for("the stand-in is ready").has_value()) << foreground.output();
  EXPECT_NE(foreground.output().find("Starting taskexecutor as a console application on host "), std::string::npos);
  EXPECT_NE(foreground.output().find("Loading configuration property: "), std::string::npos)
      << "the log goes there too";
  EXPECT_EQ(cluster_.pids("taskexecutor"), std::vector<pid_t>{foreground.pid()});
  foreground.signal(SIGINT);
  EXPECT_EQ(foreground.wait_for_end(), 0);
  EXPECT_NE(foreground.output().find("RECEIVED SIGNAL 2: SIGINT. Shutting down as requested."), std::string::npos);
}

TEST_F(ScriptsTest, RunInTheForegroundIntoFiles) {
  cluster_.configure("env.stdout-err.redirect-to-file: true\n");
  ChildProcess foreground(cluster_.command("jobmanager.sh", {"start-foreground"}));
  const TimedLines output(cluster_.path("log"), "standalonesession", ".out");
  ASSERT_TRUE(output.wait_for("the stand-in is ready").has_value());
  foreground.signal(SIGTERM);
  ASSERT_TRUE(foreground.wait_for_end().has_value());
  EXPECT_EQ(foreground.output().find("Loading configuration"), std::string::npos);
  EXPECT_TRUE(cluster_.exists(cluster_.log_name("standalonesession", 0, ".err")));
}

TEST_F(ScriptsTest, StartWorkersOfOtherHostsOverSsh) {
  cluster_.write("conf/workers", "near\n/rack/far\n");
  cluster_.configure("env.ssh.opts: -p 2222 -q\n");
  cluster_.replace_program("ssh", "printf '%s\\n' \"$*\"\n");
  const std::string script = "QUOTED_DIR/bin/taskmanager.sh";
  expect(cluster_.run("start-cluster.sh"), 0,
         "Starting cluster.\n"
         "Starting standalonesession daemon on host HOST.\n"
         "-n -p 2222 -q near -- bash -l " +
             script +
             " start \n"
             "-n -p 2222 -q far -- bash -l " +
             script + " start \n");
  expect(cluster_.run("stop-cluster.sh"), 0,
         "-n -p 2222 -q near -- bash -l " + script +
             " stop \n"
             "-n -p 2222 -q far -- bash -l " +
             script +
             " stop \n"
             "Stopping standalonesession daemon (pid: PID) on host HOST.\n");
}

}  // namespace
}  // namespace eddyline::tests
