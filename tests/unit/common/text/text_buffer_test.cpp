#include "common/text/text_buffer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace eddyline {
namespace {

TEST(TextBuffer, GrowsAndKeepsItsText) {
  TextBuffer buffer;
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    buffer.append("row ");
    buffer.append(static_cast<char>('a' + i % 26));
    expected += "row ";
    expected += static_cast<char>('a' + i % 26);
  }
  EXPECT_EQ(buffer.view(), expected);
  buffer.drop_front(4990);
  EXPECT_EQ(buffer.view(), expected.substr(4990));
  buffer.truncate(3);
  EXPECT_EQ(buffer.view(), "row");
  buffer.clear();
  EXPECT_TRUE(buffer.empty());
}

}  // namespace
}  // namespace eddyline
