#include "sql/client/prompt_loop.hpp"

#include <gtest/gtest.h>

#include "common/config/sql_client_options.hpp"
#include "tests/unit/sql/client/client_cases.hpp"
#include "tests/unit/sql/client/scripted_client.hpp"

// data/prompt.txt: "typed" (someone at a prompt) or "piped", then the lines: "^C" for an interruption; at their end the input ends. The
// answer is all that was printed, what is remembered as "history:" lines, and what the loop returned.
namespace eddyline::sql {
namespace {

std::string printed(const ClientCase& tested) {
  Configuration base;
  base.set(sql_client_options().print_time_cost, false);
  ScriptedClient client({.view = ResultView::kPrompt}, base);
  ScriptedLines lines(tested.lines, client.output());
  const bool typed = tested.head == "typed";
  PromptLoop loop(lines, client.statements(), typed ? PromptLoop::OnFailure::kGoOn : PromptLoop::OnFailure::kEnd);
  const Status end = loop.run();
  for (const std::string& statement : lines.remembered()) EXPECT_TRUE(client.output().write("history: " + statement + "\n").ok());
  return client.printed(end);
}

TEST(PromptLoop, PrintsAsWritten) {
  check_client_cases("prompt", printed);
}

TEST(PromptLoop, ALongStatementIsReadLineByLine) {
  std::vector<std::string> lines{"SELECT 'begin' AS a,"};
  for (int i = 0; i < 20'000; ++i) lines.emplace_back("  'some text that is longer than a few bytes',");
  lines.emplace_back("  'end';");
  ScriptedClient client({.view = ResultView::kPrompt});
  ScriptedLines typed(lines, client.output());
  EXPECT_TRUE(PromptLoop(typed, client.statements(), PromptLoop::OnFailure::kGoOn).run().ok());
  EXPECT_EQ(typed.remembered().size(), 1U);
}

TEST(Messages, AreColouredAsInFlink) {
  EXPECT_EQ(info_line("Done.", Colours::kAnsi), "\x1b[34;1m[INFO] Done.\x1b[0m\n");
  EXPECT_EQ(warning_line("Odd.", Colours::kAnsi), "\x1b[33;1m[WARNING] Odd.\x1b[0m\n");
  EXPECT_EQ(error_block(validation_error("No.").at({2, 5}), Colours::kAnsi),
            "\x1b[31;1m[ERROR] Could not execute SQL statement. Reason:\nNo.\n(line 2, column 5)\x1b[0m\n");
  EXPECT_EQ(error_block(validation_error("No."), Colours::kNone), "[ERROR] Could not execute SQL statement. Reason:\nNo.\n");
}

TEST(Messages, ClearIsForScreensOnly) {
  ScriptedClient screen({.view = ResultView::kPrompt, .has_screen = true});
  EXPECT_TRUE(screen.statements().run({"CLEAR", {}, true}, StatementRunner::Purpose::kStatements).ok());
  EXPECT_EQ(screen.output().text(), "\x1b[H\x1b[2J");
  ScriptedClient file;
  EXPECT_TRUE(file.statements().run({"CLEAR", {}, true}, StatementRunner::Purpose::kStatements).ok());
  EXPECT_EQ(file.output().text(), "");
}

}  // namespace
}  // namespace eddyline::sql
