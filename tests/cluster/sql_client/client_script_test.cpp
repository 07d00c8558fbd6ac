#include <csignal>
#include <filesystem>

#include "tests/cluster/sql_client/client_program.hpp"

// What scripts, pipes and arguments make the client do.
namespace eddyline::tests {
namespace {

using ClientScriptTest = ClientProgramTest;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_F(ClientScriptTest, AScriptIsShownWithItsResults) {
  folder_.write("script.sql", "SHOW VIEWS;\nSHOW\n  VIEWS");
  const CommandResult result = run({"-f", "script.sql"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "Command history file path: " + (folder_ / ".flink-sql-history") +
                               "\n"
                               "\x1b[34;1m[INFO] Executing SQL from file.\x1b[0m\n"
                               "\n"
                               "Flink SQL> SHOW VIEWS;\n"
                               "Empty set\n"
                               "\n"
                               "Flink SQL> SHOW\n"
                               ">   VIEWS;\n"
                               "Empty set\n"
                               "\n"
                               "Shutting down the session...\n"
                               "done.\n");
}

TEST_F(ClientScriptTest, TheFirstFailureEndsAScript) {
  folder_.write("script.sql", "SELECT x FROM nowhere;\nSHOW VIEWS;\n");
  const CommandResult result = run({"-f", "script.sql"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.output, "Object 'nowhere' not found")) << result.output;
  EXPECT_FALSE(contains(result.output, "Empty set")) << result.output;
}

TEST_F(ClientScriptTest, TheFirstFailureEndsPipedInput) {
  const CommandResult result = run({}, "SHOW VIEWS;\nSELECT x FROM nowhere;\nSHOW TABLES;\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.output, "\nFlink SQL> SHOW VIEWS;\nEmpty set\n\nFlink SQL> SELECT x FROM nowhere;\n")) << result.output;
  EXPECT_FALSE(contains(result.output, "SHOW TABLES")) << result.output;
}

TEST_F(ClientScriptTest, RowsOfASelectAreShown) {
  rows_end_.store(true);
  folder_.write("script.sql", "SET 'sql-client.execution.result-mode' = 'tableau';\nSELECT 41 + 1 AS a;\n");
  const CommandResult result = run({"-f", "script.sql", "-D", "sql-client.display.print-time-cost=false"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.output,
                       "Flink SQL> SELECT 41 + 1 AS a;\n"
                       "+----+-------------+\n"
                       "| op |           a |\n"
                       "+----+-------------+\n"
                       "| +I |          42 |\n"
                       "+----+-------------+\n"
                       "Received a total of 1 row\n"))
      << result.output;
}

TEST_F(ClientScriptTest, ASelectOfAScriptMustAskForTableau) {
  folder_.write("script.sql", "SELECT 1 AS a;\n");
  const CommandResult result = run({"-f", "script.sql"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.output, "In non-interactive mode, it only supports to use TABLEAU as value of "
                                      "sql-client.execution.result-mode when execute query."))
      << result.output;
}

TEST_F(ClientScriptTest, AnInitFileIsRunFirstAndSilently) {
  folder_.write("init.sql", "CREATE TABLE t (a INT) WITH ('connector' = 'blackhole');\nSET 'pipeline.name' = 'x';\n");
  const CommandResult result = run({"embedded", "-i", "init.sql"}, "SHOW TABLES;\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.output.starts_with("Successfully initialized from sql script: init.sql\n")) << result.output;
  EXPECT_TRUE(contains(result.output, "|          t |")) << result.output;
}

TEST_F(ClientScriptTest, AFailingInitFileEndsTheClient) {
  folder_.write("init.sql", "CREATE TABLE t (a INT) WITH ('connector' = 'nowhere');\nSELECT 1;\n");
  const CommandResult result = run({"-i", "init.sql", "--log-file", "client.log"}, "SHOW TABLES;\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.output, "Unsupported operation in sql init file")) << result.output;
  EXPECT_TRUE(contains(result.output, "Failed to initialize from sql script: init.sql. Please refer to the LOG for detailed "
                                      "error messages.\n"))
      << result.output;
  EXPECT_FALSE(contains(result.output, "Flink SQL>")) << result.output;
  EXPECT_TRUE(contains(read_whole_file(folder_ / "client.log"), "Unsupported operation in sql init file"));
}

TEST_F(ClientScriptTest, SettingsComeFromTheFileAndTheCommandLine) {
  folder_.write("config.yaml", "parallelism:\n  default: 3\njobmanager.rpc.address: elsewhere\nsome.password: secret\n");
  const CommandResult result = run({"--config-dir", ".", "-D", "pipeline.name=mine"}, "SET;\n");
  EXPECT_EQ(result.exit_code, 0);
  for (const std::string_view row : {"parallelism.default |         3 |", "pipeline.name |      mine |", "execution.target |    remote |",
                                     "execution.attached |      true |", "jobmanager.rpc.address | 127.0.0.1 |",
                                     "some.password |    ****** |"}) {
    EXPECT_TRUE(contains(result.output, row)) << row << "\n" << result.output;
  }
}

TEST_F(ClientScriptTest, TheScriptNeedsNoOtherProgramAndNoValuesOfOthers) {
  folder_.write("conf/config.yaml", "taskmanager.numberOfTaskSlots: many\nrest.port: x\nenv.log.dir: " + folder_ / "log" + "\n");
  folder_.write("programs/.keep", "");
  std::filesystem::create_symlink(EDDYLINE_PROGRAMS_DIR "/eddyline-sql", folder_ / "programs/eddyline-sql");
  const std::map<std::string, std::string> environment{
      {"FLINK_CONF_DIR", folder_ / "conf"}, {"FLINK_LOG_DIR", ""}, {"EDDYLINE_PROGRAMS", folder_ / "programs"}, {"HOME", folder_.path()}};
  const CommandResult result =
      run_command({.command = {EDDYLINE_SOURCE_DIR "/bin/sql-client.sh"}, .environment = environment}, "SHOW VIEWS;\n");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(contains(result.output, "Empty set")) << result.output;
  EXPECT_FALSE(std::filesystem::is_empty(folder_ / "log"));
}

TEST_F(ClientScriptTest, WithoutAClusterDdlWorksAndJobsDoNot) {
  const uint16_t nobody = 1;
  const CommandResult result = run({"-D", "jobmanager.rpc.port=" + std::to_string(nobody)},
                                   "CREATE TABLE t (a INT) WITH ('connector' = 'blackhole');\nSHOW JOBS;\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.output, "[INFO] Execute statement succeeded.")) << result.output;
  EXPECT_TRUE(contains(result.output, "Reason:\nConnection refused: ")) << result.output;
}

TEST_F(ClientScriptTest, JobsAreListedAndStopped) {
  const CommandResult result = run({}, "SHOW JOBS;\nDESCRIBE JOB '" + kJob.to_string() + "';\nSTOP JOB '" + kJob.to_string() + "';\n");
  EXPECT_TRUE(contains(result.output, "| " + kJob.to_string() + " |  collect | FINISHED | 1970-01-01T00:00")) << result.output;
  EXPECT_TRUE(contains(result.output, "Flink job (" + kJob.to_string() + ") was not canceled, but instead FINISHED.")) << result.output;
}

TEST_F(ClientScriptTest, AnInterruptEndsAScriptAndItsSelect) {
  folder_.write("script.sql", "SET 'sql-client.execution.result-mode' = 'tableau';\nSELECT 41 + 1 AS a;\nSHOW VIEWS;\n");
  ChildProcess client(command({"-f", "script.sql"}));
  ASSERT_TRUE(client.wait_for(" 42 ").has_value()) << client.output();
  client.signal(SIGINT);
  EXPECT_EQ(client.wait_for_end(), 128 + SIGINT);
  EXPECT_TRUE(contains(client.output(), "Query terminated, received a total of 1 row")) << client.output();
  EXPECT_FALSE(contains(client.output(), "SHOW VIEWS")) << client.output();
  wait_for<schemas::CancelJob>(1);
}

TEST_F(ClientScriptTest, WhatIsNotSupportedIsRefusedByName) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"gateway"}, "not supported yet: the mode 'gateway'"},
      {{"-j", "x.jar"}, "not supported yet: the option --jar"},
      {{"-pyfs", "x.py"}, "not supported yet: the option --pyFiles"},
      {{"-e", "host:1"}, "not supported yet: the option --endpoint"},
      {{"-s", "a b"}, "Session identifier must only consists of 'a-zA-Z0-9_-.'."},
      {{"-f", "http://host/x.sql"}, "SQL Client only supports to load files in local."},
      {{"-f", ""}, "-f takes the name of a file, but was given ''."},
      {{"-D", "nothing"}, "-D takes key=value, but was given 'nothing'."},
      {{"-D", "parallelism.default=many"}, "Could not parse value 'many' for key 'parallelism.default'."},
      {{"--config-dir", "nowhere"}, "The Flink config file 'nowhere/config.yaml' does not exist."},
      {{"--unknown"}, "unrecognised option '--unknown'"},
      {{"-f", "missing.sql"}, "missing.sql"}};
  for (const auto& [arguments, text] : cases) {
    const CommandResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 1) << text;
    EXPECT_TRUE(contains(result.output, text)) << text << "\n" << result.output;
  }
  for (const std::string word : {"--help", "no-mode"}) {
    const CommandResult result = run_command({.command = {EDDYLINE_PROGRAMS_DIR "/eddyline-sql", word}});
    EXPECT_EQ(result.exit_code, 0) << word;
    EXPECT_TRUE(result.output.starts_with("Usage: sql-client.sh")) << result.output;
  }
}

TEST_F(ClientScriptTest, AReaderThatGoesAwayEndsTheClientAndItsSelect) {
  folder_.write("script.sql", "SET 'sql-client.execution.result-mode' = 'tableau';\nSELECT 41 + 1 AS a;\n");
  ChildProcess::Parts parts = command({"-f", "script.sql"});
  std::string line = "exec 3>status; { ";
  for (const std::string& word : parts.command) line += "'" + word + "' ";
  line += "; echo $? >&3; } | grep -q -m1 42";
  rows_repeat_.store(true);
  parts.command = {"bash", "-c", line};
  EXPECT_EQ(run_command(parts).exit_code, 0);
  EXPECT_EQ(read_whole_file(folder_ / "status"), "1\n");
  wait_for<schemas::CancelJob>(1);
}

}  // namespace
}  // namespace eddyline::tests
