#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "tests/process_driver/child_process.hpp"
#include "tests/process_driver/free_ports.hpp"
#include "tests/process_driver/scratch_folder.hpp"
#include "tests/process_driver/timed_lines.hpp"

namespace eddyline::tests {
namespace {

TEST(ChildProcessTest, GivesOutputAndExitCode) {
  const CommandResult result = run_command({.command = {"sh", "-c", "cat; echo to stderr >&2; exit 3"}}, "typed\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "typed\nto stderr\n");
}

TEST(ChildProcessTest, NeedNotReadItsInput) {
  // More than a pipe holds.
  const CommandResult result = run_command({.command = {"sh", "-c", "exit 3"}}, std::string(size_t{1} << 20, 'x'));
  EXPECT_EQ(result.exit_code, 3);
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

/// In a second program that takes a port: tells the first one, and keeps it until that one has closed its end.
[[noreturn]] void hold_a_port(int to_first) {
  FreePorts ports(1);
  ports.release();
  const uint16_t port = ports.port(0);
  char end = 0;
  if (write(to_first, &port, sizeof(port)) == sizeof(port)) (void)!read(to_first, &end, 1);
  _exit(0);
}

TEST(FreePortsTest, TwoProgramsNeverHaveTheSame) {
  // Both go on from the same candidate.
  const FreePorts before(1);
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const pid_t second = fork();
  if (second == 0) {
    close(ends[0]);
    hold_a_port(ends[1]);
  }
  close(ends[1]);
  uint16_t held = 0;
  EXPECT_EQ(read(ends[0], &held, sizeof(held)), static_cast<ssize_t>(sizeof(held)));
  FreePorts mine(1);
  EXPECT_NE(mine.port(0), held);
  close(ends[0]);
  EXPECT_EQ(waitpid(second, nullptr, 0), second);
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
