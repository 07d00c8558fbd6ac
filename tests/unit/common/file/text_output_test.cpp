#include "common/file/text_output.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace eddyline {
namespace {

TEST(FileDescriptorOutput, WritesEverythingToASlowNonBlockingPipe) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  const std::string text(1 << 20, 'x');
  std::string received;
  std::thread reader([&] {
    char piece[4096];
    while (received.size() < text.size()) {
      const ssize_t count = read(ends[0], piece, sizeof(piece));
      if (count > 0) received.append(piece, static_cast<size_t>(count));
    }
  });
  FileDescriptorOutput output(ends[1], "the pipe");
  EXPECT_TRUE(output.write(text).ok());
  reader.join();
  EXPECT_EQ(received, text);
  close(ends[0]);
  close(ends[1]);
}

TEST(FileDescriptorOutput, ThreadsDoNotWriteIntoEachOthersText) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  constexpr size_t kTexts = 20;
  // Longer than what a pipe takes at once.
  constexpr size_t kLength = 100'000;
  FileDescriptorOutput output(ends[1], "the pipe");
  const auto write_many = [&](char letter) {
    for (size_t i = 0; i < kTexts; ++i) EXPECT_TRUE(output.write(std::string(kLength, letter)).ok());
  };
  std::thread first([&] { write_many('a'); });
  std::thread second([&] { write_many('b'); });
  std::string received;
  char piece[4096];
  while (received.size() < 2 * kTexts * kLength) {
    received.append(piece, static_cast<size_t>(read(ends[0], piece, sizeof(piece))));
  }
  first.join();
  second.join();
  for (size_t at = 0; at < received.size(); at += kLength) {
    EXPECT_EQ(received.substr(at, kLength), std::string(kLength, received[at])) << at;
  }
  close(ends[0]);
  close(ends[1]);
}

TEST(FileDescriptorOutput, CallsWhileItWaitsForItsReader) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  FileDescriptorOutput output(ends[1], "the pipe");
  std::string received;
  // Nobody else reads.
  output.while_waiting(std::chrono::milliseconds(1), [&] {
    char piece[4096];
    for (ssize_t count = 1; count > 0;) {
      count = read(ends[0], piece, sizeof(piece));
      if (count > 0) received.append(piece, static_cast<size_t>(count));
    }
  });
  EXPECT_TRUE(output.write(std::string(300'000, 'x')).ok());
  EXPECT_GT(received.size(), 200'000U);
  close(ends[0]);
  close(ends[1]);
}

TEST(FileDescriptorOutput, NamesWhatCannotBeWritten) {
  FileDescriptorOutput output(-1, "standard output");
  const Status status = output.write("row\n");
  EXPECT_EQ(status.code(), ErrorCode::kIoError);
  EXPECT_EQ(status.message().find("Cannot write to standard output: "), 0U);
}

/// What becomes of a text larger than what the other end takes when nobody reads and the writer gives up.
void expect_gives_up(int written_end) {
  FileDescriptorOutput output(written_end, "standard output");
  Status blocked;
  std::thread writer([&] { blocked = output.write(std::string(8 << 20, 'x')); });
  output.give_up_after(std::chrono::milliseconds(0));
  writer.join();
  EXPECT_EQ(blocked.code(), ErrorCode::kCancelled);
  EXPECT_TRUE(output.dropped());
  EXPECT_EQ(output.write("the next line\n").code(), ErrorCode::kCancelled);
  // Other processes may hold the same description.
  EXPECT_EQ(fcntl(written_end, F_GETFL) & O_NONBLOCK, 0);
}

TEST(FileDescriptorOutput, GivesUpABlockedPipe) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  expect_gives_up(ends[1]);
  close(ends[0]);
  close(ends[1]);
}

TEST(FileDescriptorOutput, GivesUpWhatCannotBeOpenedOnceMore) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  expect_gives_up(ends[1]);
  close(ends[0]);
  close(ends[1]);
}

TEST(FileDescriptorOutput, AReaderThatReadsGetsEverythingWithinTheGrace) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  FileDescriptorOutput output(ends[1], "standard output");
  output.give_up_after(std::chrono::minutes(10));
  const std::string text(1 << 20, 'x');
  std::thread writer([&] { EXPECT_TRUE(output.write(text).ok()); });
  std::string received;
  char piece[4096];
  while (received.size() < text.size()) {
    received.append(piece, static_cast<size_t>(read(ends[0], piece, sizeof(piece))));
  }
  writer.join();
  EXPECT_EQ(received, text);
  EXPECT_FALSE(output.dropped());
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace eddyline
