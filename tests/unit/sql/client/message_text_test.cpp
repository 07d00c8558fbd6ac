#include "sql/client/message_text.hpp"

#include <gtest/gtest.h>

namespace eddyline::sql {
namespace {

TEST(MessageTextTest, CutsLongLinesBetweenCharacters) {
  std::string line;
  for (int character = 0; character < 3000; ++character) line += "\u00E4";
  // 2000 bytes are a thousand whole characters at either end.
  const std::string half = line.substr(0, 2000);
  EXPECT_EQ(shown_message(line), half + " ... (2000 bytes left out) ... " + half);
  EXPECT_EQ(shown_message("x" + line), "x" + line.substr(0, 1998) + " ... (2002 bytes left out) ... " + half);
}

TEST(MessageTextTest, CutsLinesThatAreNoUtf8) {
  EXPECT_EQ(shown_message(std::string(5000, '\x80')), " ... (5000 bytes left out) ... ");
}

}  // namespace
}  // namespace eddyline::sql
