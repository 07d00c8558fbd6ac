#include <gtest/gtest.h>

#include <csignal>

#include "tests/process_driver/child_process.hpp"
#include "tests/process_driver/scratch_folder.hpp"
#include "tests/process_driver/timed_lines.hpp"

namespace eddyline::tests {
namespace {

TEST(ChildProcessTest, GivesOutputAndExitCode) {
  const CommandResult result = run_command({.command = {"sh", "-c", "cat; echo to stderr >&2; exit 3"}}, "typed\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "typed\nto stderr\n");
}

TEST(ChildProcessTest, TellsASignal) {
  ChildProcess process({.command = {"sleep", "1000"}});
  process.signal(SIGTERM);
  EXPECT_EQ(process.wait_for_end(), 128 + SIGTERM);
}

TEST(ChildProcessTest, SeesTextsInOrder) {
  ChildProcess process({.command = {"sh", "-c", "echo one; echo two; echo one"}});
  const auto first = process.wait_for("one");
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(process.wait_for("one", *first), size_t{11});
  EXPECT_EQ(process.wait_for("three"), std::nullopt) << "the output ends without it";
}

TEST(ChildProcessTest, InterruptsWhatRunsOnAPseudoTerminal) {
  ChildProcess process({.command = {"sh", "-c", "trap 'echo interrupted; exit 4' INT; echo ready; read line"},
                        .terminal = ChildProcess::Terminal::kPseudo});
  ASSERT_TRUE(process.wait_for("ready").has_value());
  process.write("\x03");
  EXPECT_EQ(process.wait_for_end(), 4);
  EXPECT_NE(process.output().find("interrupted"), std::string::npos);
}

TEST(ChildProcessTest, DoesNotWaitForDaemonsLeftBehind) {
  ChildProcess process({.command = {"sh", "-c", "sleep 1000 & echo $!"}});
  EXPECT_EQ(process.wait_for_end(), 0);
  kill(std::stoi(process.output()), SIGKILL);
}

TEST(TimedLinesTest, FollowFilesThatComeLaterAndGrow) {
  const ScratchFolder folder;
  folder.write("a.out", "first\nhal");
  const TimedLines lines(folder.path(), "a", ".out");
  ASSERT_TRUE(lines.wait_for("first").has_value());
  const CommandResult appended = run_command(
      {.command = {"sh", "-c", "echo f >> a.out; echo other > a.log; echo new > ab.out"}, .folder = folder.path()});
  EXPECT_EQ(appended.exit_code, 0);
  EXPECT_TRUE(lines.wait_for("half").has_value());
  EXPECT_TRUE(lines.wait_for("new").has_value());
  EXPECT_EQ(lines.lines().size(), 3u);
}

}  // namespace
}  // namespace eddyline::tests
