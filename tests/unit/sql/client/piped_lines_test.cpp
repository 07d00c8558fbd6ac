#include "sql/client/piped_lines.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/unit/sql/client/scripted_client.hpp"

namespace eddyline::sql {
namespace {

class PipedLinesTest : public testing::Test {
 protected:
  PipedLinesTest() : lines_(opened(), "the pipe", output_, interruption_) {}
  ~PipedLinesTest() override {
    close(ends_[0]);
    close_input();
  }

  int opened() {
    EXPECT_EQ(pipe(ends_), 0);
    return ends_[0];
  }
  void write_input(const std::string& text) {
    ASSERT_EQ(::write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void close_input() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }
  /// The line, "^C" or "^D".
  std::string next() {
    const TypedLine line = lines_.read("> ").value();
    return line.kind == TypedLine::Kind::kEnd ? "^D" : line.kind == TypedLine::Kind::kInterrupted ? "^C" : line.text;
  }

  int ends_[2] = {-1, -1};
  StringOutput output_;
  Interruption interruption_;
  PipedLines lines_;
};

TEST_F(PipedLinesTest, GivesLinesAsTheyComeAndShowsThem) {
  write_input("a\r\nb");
  EXPECT_EQ(next(), "a");
  write_input("c\n\nlast");
  EXPECT_EQ(next(), "bc");
  EXPECT_EQ(next(), "");
  close_input();
  EXPECT_EQ(next(), "last");
  EXPECT_EQ(next(), "^D");
  EXPECT_EQ(next(), "^D");
  EXPECT_EQ(output_.text(), "> a\n> bc\n> \n> last\n> \n> \n");
}

TEST_F(PipedLinesTest, AnInterruptionEndsThem) {
  write_input("a\nunfinished");
  EXPECT_EQ(next(), "a");
  interruption_.raise();
  EXPECT_EQ(next(), "^D");
}

TEST_F(PipedLinesTest, AReadErrorIsNoEnd) {
  const int folder = open("/tmp", O_RDONLY | O_CLOEXEC);
  PipedLines lines(folder, "the folder", output_, interruption_);
  EXPECT_EQ(lines.read("> ").status().message(), "Could not read the folder: Is a directory");
  close(folder);
}

}  // namespace
}  // namespace eddyline::sql
