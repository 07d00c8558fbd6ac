#include "common/file/text_output.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
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

TEST(FileDescriptorOutput, NamesWhatCannotBeWritten) {
  FileDescriptorOutput output(-1, "standard output");
  const Status status = output.write("row\n");
  EXPECT_EQ(status.code(), ErrorCode::kIoError);
  EXPECT_EQ(status.message().find("Cannot write to standard output: "), 0U);
}

}  // namespace
}  // namespace eddyline
