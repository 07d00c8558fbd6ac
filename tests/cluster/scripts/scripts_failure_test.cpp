// What the scripts say when something is wrong, and that they leave nothing running that they started.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/cluster/scripts/script_cluster.hpp"

namespace eddyline::tests {
namespace {

class ScriptsFailureTest : public ::testing::Test {
 protected:
  void expect(const CommandResult& result, int exit_code, const std::string& output) {
    EXPECT_EQ(result.exit_code, exit_code);
    EXPECT_EQ(result.output, output);
  }
  /// start-cluster.sh fails, says this and leaves nothing.
  void expect_refusal(const std::string& what) {
    const CommandResult result = cluster_.run("start-cluster.sh");
    EXPECT_EQ(result.exit_code, 1) << result.output;
    EXPECT_NE(result.output.find(what), std::string::npos) << result.output;
    EXPECT_EQ(cluster_.processes_left(0), 0u);
  }

  ScriptCluster cluster_;
};

TEST_F(ScriptsFailureTest, ASecondStartLeavesTheFirstClusterAlone) {
  ASSERT_EQ(cluster_.run("start-cluster.sh").exit_code, 0);
  const std::vector<pid_t> job_managers = cluster_.pids("standalonesession");
  const std::vector<pid_t> executors = cluster_.pids("taskexecutor");
  expect(cluster_.run("start-cluster.sh"), 1,
         "Starting cluster.\n"
         "[INFO] 1 instance(s) of standalonesession are already running on HOST.\n"
         "Starting standalonesession daemon on host HOST.\n"
         "Error starting standalonesession daemon.\n"
         "error: Cannot bind port PORT: Address already in use\n");
  EXPECT_EQ(cluster_.pids("standalonesession"), job_managers);
  EXPECT_EQ(cluster_.pids("taskexecutor"), executors);
  EXPECT_TRUE(is_alive(job_managers.at(0)));
  EXPECT_TRUE(is_alive(executors.at(0)));
  EXPECT_EQ(cluster_.processes_left(2), 2u);
}

TEST_F(ScriptsFailureTest, ATaskExecutorThatCannotStartTakesTheJobManagerBack) {
  cluster_.configure("stand-in.eddyline-taskexecutor: refuse\n");
  expect(cluster_.run("start-cluster.sh"), 1,
         "Starting cluster.\n"
         "Starting standalonesession daemon on host HOST.\n"
         "Starting taskexecutor daemon on host HOST.\n"
         "Error starting taskexecutor daemon.\n"
         "error: There is no room for another one.\nAsk again tomorrow.\n"
         "Stopping standalonesession daemon (pid: PID) on host HOST.\n");
  EXPECT_EQ(cluster_.processes_left(0), 0u);
  EXPECT_FALSE(cluster_.exists("pid/flink-me-standalonesession.pid"));
}

TEST_F(ScriptsFailureTest, ATaskExecutorThatCannotStartLeavesTheOthers) {
  ASSERT_EQ(cluster_.run("start-cluster.sh").exit_code, 0);
  cluster_.configure("stand-in.eddyline-taskexecutor: refuse\n");
  expect(cluster_.run("taskmanager.sh", {"start"}), 1,
         "[INFO] 1 instance(s) of taskexecutor are already running on HOST.\n"
         "Starting taskexecutor daemon on host HOST.\n"
         "Error starting taskexecutor daemon.\n"
         "error: There is no room for another one.\nAsk again tomorrow.\n");
  EXPECT_EQ(cluster_.processes_left(2), 2u);
}

TEST_F(ScriptsFailureTest, AProcessThatEndsWithoutAWord) {
  cluster_.configure("stand-in.eddyline-jobmanager: die\n");
  expect_refusal(
      "error: the process said nothing before it ended or 60 s were over: see DIR/log/flink-me-standalonesession-0-");
}

TEST_F(ScriptsFailureTest, AStartThatIsInterruptedLeavesNothing) {
  cluster_.configure("stand-in.eddyline-taskexecutor: hang\n");
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    ChildProcess start(cluster_.command("start-cluster.sh", {}));
    ASSERT_TRUE(start.wait_for("Starting taskexecutor daemon").has_value());
    start.signal(signal);
    EXPECT_EQ(start.wait_for_end(), 128 + signal);
    EXPECT_EQ(cluster_.processes_left(0), 0u);
  }
}

TEST_F(ScriptsFailureTest, WhatAKilledStartLeavesCanBeStopped) {
  cluster_.configure("stand-in.eddyline-taskexecutor: hang\n");
  ChildProcess start(cluster_.command("start-cluster.sh", {}));
  ASSERT_TRUE(start.wait_for("Starting taskexecutor daemon").has_value());
  ASSERT_EQ(cluster_.processes_left(2), 2u);
  start.signal(SIGKILL);
  ASSERT_TRUE(start.wait_for_end().has_value());
  EXPECT_EQ(cluster_.run("stop-cluster.sh").exit_code, 0);
  EXPECT_EQ(cluster_.processes_left(0), 0u);
}

TEST_F(ScriptsFailureTest, ADaemonThatNobodyWaitsForEnds) {
  // The other end of the pipe is gone before the daemon is ready.
  const std::string line = "exec 3> >(exit 0); wait $!; exec '" EDDYLINE_STAND_INS
                           "/eddyline-taskexecutor' --config-dir '" +
                           cluster_.path("conf") + "' --ready-fd 3";
  const CommandResult result = run_command({.command = {"bash", "-c", line}});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("Whoever started this process has gone before it was ready: "), std::string::npos)
      << result.output;
}

TEST_F(ScriptsFailureTest, StartAndStopWaitForEachOther) {
  // Who waits for a lock is out of patience at once.
  cluster_.replace_program("flock", "[[ $1 != -w ]] || set -- -n \"${@:3}\"\nexec /usr/bin/flock \"$@\"\n");
  cluster_.configure("stand-in.eddyline-taskexecutor: hang\n");
  ChildProcess start(cluster_.command("start-cluster.sh", {}));
  ASSERT_TRUE(start.wait_for("Starting taskexecutor daemon").has_value());
  for (const std::string script : {"stop-cluster.sh", "start-cluster.sh"}) {
    expect(cluster_.run(script), 1,
           "== waiting for start-cluster.sh (pid: PID), which holds DIR/pid/flink-me-cluster.lock\n"
           "error: start-cluster.sh (pid: PID) has held DIR/pid/flink-me-cluster.lock for 90 s\n");
  }
  expect(cluster_.run("taskmanager.sh", {"stop"}), 1,
         "== waiting for start-cluster.sh (pid: PID), which holds DIR/pid/flink-me.lock\n"
         "error: start-cluster.sh (pid: PID) has held DIR/pid/flink-me.lock for 90 s\n");
  EXPECT_EQ(cluster_.processes(), 2u);
}

TEST_F(ScriptsFailureTest, ALockOfThePidFolderIsNobodysBusiness) {
  ChildProcess other(
      {.command = {"bash", "-c", "exec 9<\"$0\"; flock 9; echo locked; exec sleep 1000", cluster_.path("pid")}});
  ASSERT_TRUE(other.wait_for("locked").has_value());
  EXPECT_EQ(cluster_.run("taskmanager.sh", {"start"}).exit_code, 0);
}

TEST_F(ScriptsFailureTest, APidFileThatCannotBeWrittenKeepsWhatItHolds) {
  ASSERT_EQ(cluster_.run("taskmanager.sh", {"start"}).exit_code, 0);
  const std::vector<pid_t> before = cluster_.pids("taskexecutor");
  std::filesystem::create_directories(cluster_.path("pid/flink-me-taskexecutor.pid.new/in the way"));
  expect(cluster_.run("taskmanager.sh", {"start"}), 1,
         "[INFO] 1 instance(s) of taskexecutor are already running on HOST.\n"
         "Starting taskexecutor daemon on host HOST.\n"
         "Error starting taskexecutor daemon.\n"
         "error: cannot write DIR/pid/flink-me-taskexecutor.pid\n");
  EXPECT_EQ(cluster_.pids("taskexecutor"), before);
  EXPECT_EQ(cluster_.processes_left(1), 1u);
  EXPECT_EQ(cluster_.run("taskmanager.sh", {"stop"}).exit_code, 0);
  EXPECT_EQ(cluster_.processes_left(0), 0u);
}

TEST_F(ScriptsFailureTest, AStartIsUndoneWhenPidFilesCannotBeWrittenAnyMore) {
  cluster_.write("conf/workers", "localhost\nlocalhost\nlocalhost\n");
  // Two task executors can still be written down.
  cluster_.replace_program("setsid",
                           "file=$FLINK_PID_DIR/flink-me-taskexecutor.pid\n"
                           "[[ ! -f $file ]] || (($(wc -l <\"$file\") < 2)) || mkdir -p \"$file.new/in the way\"\n"
                           "exec /usr/bin/setsid \"$@\"\n");
  const std::string starting = "Starting taskexecutor daemon on host HOST.\n";
  const std::string stopping =
      "Stopping taskexecutor daemon (pid: PID) on host HOST.\n"
      "error: cannot write DIR/pid/flink-me-taskexecutor.pid: it still names process PID\n";
  expect(cluster_.run("start-cluster.sh"), 1,
         "Starting cluster.\n"
         "Starting standalonesession daemon on host HOST.\n" +
             starting + "[INFO] 1 instance(s) of taskexecutor are already running on HOST.\n" + starting +
             "[INFO] 2 instance(s) of taskexecutor are already running on HOST.\n" + starting +
             "Error starting taskexecutor daemon.\n"
             "error: cannot write DIR/pid/flink-me-taskexecutor.pid\n" +
             stopping + stopping + "Stopping standalonesession daemon (pid: PID) on host HOST.\n");
  EXPECT_EQ(cluster_.processes_left(0), 0u);
  EXPECT_FALSE(cluster_.exists("pid/flink-me-standalonesession.pid"));
}

TEST_F(ScriptsFailureTest, NoLinkOfSomebodyElseIsFollowed) {
  const auto link = [&](const std::string& name) {
    std::filesystem::remove(cluster_.path(name));
    std::filesystem::create_symlink(cluster_.path("precious"), cluster_.path(name));
  };
  cluster_.write("precious", "of somebody\n");
  link("pid/flink-me-taskexecutor.pid.new");
  EXPECT_EQ(cluster_.run("taskmanager.sh", {"start"}).exit_code, 0);
  EXPECT_EQ(cluster_.run("taskmanager.sh", {"stop"}).exit_code, 0);
  link("pid/flink-me-taskexecutor.pid");
  expect(cluster_.run("taskmanager.sh", {"start"}), 1,
         "error: DIR/pid/flink-me-taskexecutor.pid is a link, which is not followed: remove it\n");
  link("pid/flink-me.lock");
  expect(cluster_.run("taskmanager.sh", {"start"}), 1,
         "error: DIR/pid/flink-me.lock is no file of these scripts: remove it\n");
  EXPECT_EQ(cluster_.read("precious"), "of somebody\n");
  EXPECT_EQ(cluster_.processes_left(0), 0u);
  std::filesystem::remove(cluster_.path("pid/flink-me-taskexecutor.pid"));
}

TEST_F(ScriptsFailureTest, AConfigurationThatCannotBeUsed) {
  cluster_.write("conf/config.yaml", "taskmanager: [1\n");
  expect_refusal("Error parsing YAML configuration. Reading file 'DIR/conf/config.yaml': line ");
  cluster_.configure("heartbeat.interval: soon\n");
  expect_refusal("Could not parse value 'soon' for key 'heartbeat.interval'.");
  cluster_.configure("env.log.level: LOUD\n");
  expect_refusal(
      "Could not parse value 'LOUD' for key 'env.log.level'. Expected one of: [TRACE, DEBUG, INFO, WARN, ERROR, OFF]");
  cluster_.configure("high-availability.type: zookeeper\n");
  expect_refusal("not supported yet: high-availability.type other than NONE");
  std::filesystem::remove(cluster_.path("conf/config.yaml"));
  expect_refusal("The Flink config file 'DIR/conf/config.yaml' does not exist.");
  std::filesystem::create_directory(cluster_.path("conf/config.yaml"));
  expect_refusal("Cannot read file 'DIR/conf/config.yaml': Is a directory");
  std::filesystem::remove(cluster_.path("conf/config.yaml"));
  ASSERT_EQ(mkfifo(cluster_.path("conf/config.yaml").c_str(), 0600), 0);
  expect_refusal("The Flink config file 'DIR/conf/config.yaml' is no regular file.");
}

TEST_F(ScriptsFailureTest, ASettingThatIsNone) {
  const CommandResult result = cluster_.run("taskmanager.sh", {"start", "-D", "rubbish"});
  expect(result, 1, "-D takes key=value, but was given 'rubbish'.\n");
  expect(cluster_.run("taskmanager.sh", {"start", "-D"}), 1,
         "error: -D takes key=value, and nothing follows the last one\n");
  EXPECT_EQ(cluster_.run("jobmanager.sh", {"start", "--loud"}).exit_code, 1);
}

TEST_F(ScriptsFailureTest, AFolderThatCannotBeWritten) {
  cluster_.write("a file", "");
  cluster_.environment()["FLINK_LOG_DIR"] = cluster_.path("a file/log");
  expect_refusal("error: cannot create the log folder DIR/a file/log\n");
  cluster_.environment()["FLINK_LOG_DIR"] = cluster_.path("a file");
  expect_refusal("error: cannot create the log folder DIR/a file\n");
  cluster_.environment()["FLINK_LOG_DIR"] = cluster_.path("log");
  cluster_.environment()["FLINK_PID_DIR"] = cluster_.path("a file/pid");
  expect_refusal("error: cannot create the folder for pid files DIR/a file/pid\n");
}

TEST_F(ScriptsFailureTest, AHostThatNobodyKnows) {
  cluster_.write("conf/workers", "near\nnowhere\n");
  cluster_.replace_program(
      "ssh",
      "[[ $* != *nowhere* ]] || { echo 'ssh: Could not resolve hostname nowhere' >&2; exit 255; }\n"
      "printf '%s\\n' \"$2 ${*: -1}\"\n");
  const std::string script = "QUOTED_DIR/bin/taskmanager.sh";
  expect(cluster_.run("start-cluster.sh"), 1,
         "Starting cluster.\n"
         "Starting standalonesession daemon on host HOST.\n"
         "near bash -l " +
             script +
             " start \n"
             "ssh: Could not resolve hostname nowhere\n"
             "error: no task executor could be started on host nowhere\n"
             "near bash -l " +
             script +
             " stop \n"
             "Stopping standalonesession daemon (pid: PID) on host HOST.\n");
  EXPECT_EQ(cluster_.processes_left(0), 0u);
  const CommandResult stopped = cluster_.run("stop-cluster.sh");
  EXPECT_EQ(stopped.exit_code, 1);
  EXPECT_NE(stopped.output.find("== no task executor could be stopped on host nowhere\n"), std::string::npos)
      << stopped.output;
}

TEST_F(ScriptsFailureTest, FilesAndProgramsThatAreMissing) {
  std::filesystem::remove(cluster_.path("conf/workers"));
  expect_refusal("No workers file. Please specify workers in 'conf/workers'.\n");
  cluster_.environment()["EDDYLINE_PROGRAMS"] = "/nowhere";
  expect_refusal("the program /nowhere/eddyline-jobmanager is missing; build it with: DIR/bin/build.sh\n");
  for (const std::string script : {"sql-client.sh", "flink"}) {
    const CommandResult result = cluster_.run(script);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.output.find("is missing; build it with: "), std::string::npos) << result.output;
  }
}

TEST_F(ScriptsFailureTest, WordsThatAreNoVerb) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"restart"}}) {
    expect(cluster_.run("jobmanager.sh", words), 1,
           "Usage: jobmanager.sh ((start|start-foreground) [args])|stop|stop-all\n");
    expect(cluster_.run("taskmanager.sh", words), 1, "Usage: taskmanager.sh (start|start-foreground|stop|stop-all)\n");
  }
}

}  // namespace
}  // namespace eddyline::tests
