#include "common/file/text_input.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace eddyline {
namespace {

std::string error_of(const Result<std::string>& result) { return result.ok() ? "" : result.status().message(); }

TEST(TextInput, ReadsAllBytes) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string text("SELECT\0 1;\n", 11);
  ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  EXPECT_EQ(read_text(ends[0], "the pipe").value(), text);
  ::close(ends[0]);
}

TEST(TextInput, SaysWhatCannotBeRead) {
  EXPECT_EQ(error_of(read_text_file("/nowhere/job.sql")), "Cannot read file '/nowhere/job.sql': No such file or directory");
  EXPECT_EQ(error_of(read_text_file("/tmp")), "Cannot read file '/tmp': Is a directory");
  EXPECT_EQ(error_of(read_text_file("/proc/self/mem")), "Cannot read file '/proc/self/mem': Input/output error");
  EXPECT_EQ(error_of(read_text(-1, "standard input")), "Cannot read standard input: Bad file descriptor");
  EXPECT_EQ(error_of(read_text_file("/dev/zero")), "Cannot read file '/dev/zero': it is larger than 256 MiB");
}

}  // namespace
}  // namespace eddyline
