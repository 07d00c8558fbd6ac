#include <csignal>

#include "tests/cluster/sql_client/client_program.hpp"

// What someone at a terminal types and sees.
namespace eddyline::tests {
namespace {

constexpr std::string_view kCtrlC = "\x03";
constexpr std::string_view kCtrlD = "\x04";
constexpr std::string_view kUp = "\x1b[A";

class ClientTerminalTest : public ClientProgramTest {
 protected:
  void start(std::vector<std::string> arguments = {}) {
    client_ = at_terminal(std::move(arguments));
    seen_ = client_->output().size();
  }
  void type(std::string_view text) { client_->write(text); }
  /// What is printed up to and with `text`, from where the last one ended.
  std::string until(std::string_view text) {
    const auto place = client_->wait_for(text, seen_);
    EXPECT_TRUE(place.has_value()) << "no '" << text << "' in: " << client_->output();
    if (!place) return "";
    std::string printed = client_->output().substr(seen_, *place - seen_);
    seen_ = *place;
    std::erase(printed, '\r');
    return printed;
  }
  std::string until_prompt() { return until("Flink SQL> "); }
  void expect_end(int exit_code) {
    EXPECT_EQ(client_->wait_for_end(), exit_code) << client_->output();
    EXPECT_NE(client_->output().find("Shutting down the session..."), std::string::npos);
  }
  static bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

  std::unique_ptr<ChildProcess> client_;
  size_t seen_ = 0;
};

TEST_F(ClientTerminalTest, AStatementMayTakeSeveralLines) {
  start();
  type("CREATE TABLE t (\n");
  until("> ");
  type("  a INT\n");
  until("> ");
  type(") WITH ('connector' = 'blackhole');\n");
  EXPECT_TRUE(contains(until_prompt(), "[INFO] Execute statement succeeded."));
  type("SHOW TABLES;\n");
  EXPECT_TRUE(contains(until_prompt(), "|          t |"));
  type("QUIT;\n");
  until("[INFO] Exiting Flink SQL CLI Client...");
  expect_end(0);
}

TEST_F(ClientTerminalTest, SeveralStatementsPastedAtOnceRunOneAfterAnother) {
  start();
  type("SELECT 1\tAS a;\nCREATE TABLE t (\n  a INT) WITH ('connector' = 'blackhole');\nSHOW TABLES;\n");
  wait_for<schemas::FetchJobRows>(2);
  // What was typed ahead of its time is not shown before its time.
  EXPECT_FALSE(contains(until("|          42 |"), "CREATE"));
  type(kCtrlC);
  EXPECT_TRUE(contains(until_prompt(), "Query terminated, received a total of 1 row"));
  type("SHOW VIEWS;\n");
  EXPECT_TRUE(contains(until("Empty set"), "SHOW VIEWS;"));
}

TEST_F(ClientTerminalTest, AFailingStatementLeavesTheSessionUsable) {
  start();
  type("SELECT x FROM nowhere;\n");
  EXPECT_TRUE(contains(until_prompt(), "[ERROR] Could not execute SQL statement. Reason:\nObject 'nowhere' not found"));
  type("SHOW VIEWS;\n");
  EXPECT_TRUE(contains(until_prompt(), "Empty set"));
}

TEST_F(ClientTerminalTest, CtrlCDiscardsWhatWasTyped) {
  start();
  type("SELECT 1,\n");
  until("> ");
  type("  2");
  until("  2");
  type(kCtrlC);
  EXPECT_TRUE(contains(until_prompt(), "^C\n"));
  type("SHOW VIEWS;\n");
  EXPECT_TRUE(contains(until_prompt(), "Empty set"));
}

TEST_F(ClientTerminalTest, CtrlCEndsASelectAlsoWhileTheClusterIsSilent) {
  start();
  type("SELECT 41 + 1 AS a;\n");
  EXPECT_TRUE(contains(until("|          42 |"), "| op |           a |"));
  wait_for<schemas::FetchJobRows>(2);
  // No answer comes any more, to any question.
  manager_.answer_with([](const schemas::ToJobManager&) { return std::nullopt; });
  type(kCtrlC);
  const std::string end = until_prompt();
  EXPECT_TRUE(contains(end, "Query terminated, received a total of 1 row (")) << end;
  EXPECT_FALSE(contains(end, "+----+")) << end;
  EXPECT_EQ(wait_for<schemas::CancelJob>(1)[0].job, kJob);
  type("SHOW VIEWS;\n");
  EXPECT_TRUE(contains(until_prompt(), "Empty set"));
}

TEST_F(ClientTerminalTest, CtrlCEndsTheWaitForAJobButNotTheJob) {
  start();
  type("CREATE TABLE t (a INT) WITH ('connector' = 'blackhole');\n");
  until_prompt();
  type("SET 'table.dml-sync' = 'true';\n");
  until_prompt();
  manager_.answer_with([](const schemas::ToJobManager& question) -> std::optional<schemas::ToClient> {
    if (std::holds_alternative<schemas::AwaitJob>(question)) return std::nullopt;
    return schemas::JobSubmitted{sql::request_of(question), kJob, 1, 1};
  });
  type("INSERT INTO t VALUES (1);\n");
  wait_for<schemas::AwaitJob>(1);
  type(kCtrlC);
  EXPECT_TRUE(contains(until_prompt(), "The wait for job " + kJob.to_string() + " was interrupted: the job goes on."));
}

TEST_F(ClientTerminalTest, CtrlDEndsTheClient) {
  start();
  type(kCtrlD);
  expect_end(0);
}

TEST_F(ClientTerminalTest, StatementsAreRecalledAsTheyWereTyped) {
  start();
  type("CREATE TABLE t (a INT)\n");
  until("> ");
  type("  WITH ('connector' = 'blackhole');\n");
  until_prompt();
  type("SHOW VIEWS;\n");
  until_prompt();
  type(kUp);
  until("SHOW VIEWS;");
  type(kUp);
  until("'blackhole');");
  type("\n");
  EXPECT_TRUE(contains(until_prompt(), "already exists in Catalog"));
}

TEST_F(ClientTerminalTest, ALaterClientRecallsThemToo) {
  start();
  type("SHOW VIEWS;\n");
  until_prompt();
  client_->signal(SIGKILL);
  client_->wait_for_end();
  start();
  type(kUp);
  until("SHOW VIEWS;");
  type("\n");
  EXPECT_TRUE(contains(until_prompt(), "Empty set"));
}

TEST_F(ClientTerminalTest, TheHistoryFileIsTheOneThatWasNamed) {
  start({"-hist", folder_ / "my-history"});
  EXPECT_TRUE(contains(client_->output(), "Command history file path: " + (folder_ / "my-history")));
  type("SHOW VIEWS;\n");
  until_prompt();
  EXPECT_TRUE(contains(read_whole_file(folder_ / "my-history"), ":SHOW VIEWS;\n"));
}

TEST_F(ClientTerminalTest, TextIsUtf8WhateverTheLocale) {
  start();
  type("SELECT x AS größe, '日本' FROM nowhere;\n");
  EXPECT_TRUE(contains(until_prompt(), "Object 'nowhere' not found"));
  EXPECT_TRUE(contains(read_whole_file(folder_ / ".flink-sql-history"), "größe, '日本'"));
}

TEST_F(ClientTerminalTest, TheLineIsDrawnAnewWhenTheTerminalIsResized) {
  start();
  type("SHOW VIE");
  until("SHOW VIE");
  client_->resize(20, 60);
  until("Flink SQL> SHOW VIE");
  type("WS;\n");
  EXPECT_TRUE(contains(until_prompt(), "Empty set"));
}

TEST_F(ClientTerminalTest, ClearClearsTheScreen) {
  start();
  type("CLEAR;\n");
  EXPECT_TRUE(contains(until_prompt(), "\x1b[H\x1b[2J"));
}

TEST_F(ClientTerminalTest, ASignalThatEndsItCancelsItsSelect) {
  for (const int signal : {SIGTERM, SIGHUP}) {
    start();
    type("SELECT 41 + 1 AS a;\n");
    until("|          42 |");
    client_->signal(signal);
    expect_end(128 + signal);
  }
  EXPECT_EQ(wait_for<schemas::CancelJob>(2)[1].job, kJob);
  start();
  client_->signal(SIGTERM);
  expect_end(128 + SIGTERM);
}

}  // namespace
}  // namespace eddyline::tests
