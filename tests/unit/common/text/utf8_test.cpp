#include "common/text/utf8.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

std::string as_utf8(std::string_view bytes) {
  std::string text;
  append_as_utf8(text, bytes);
  return text;
}

constexpr std::string_view kMark = "\xef\xbf\xbd";

std::string marks(size_t count, std::string_view rest = "") {
  std::string text;
  while (count-- > 0) text += kMark;
  return text += rest;
}

TEST(Utf8, WellFormedTextStays) {
  for (const std::string_view text : {"", "abc", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                                      "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "a\xe2\x82\xac\xf0\x9f\x98\x80z"}) {
    EXPECT_FALSE(first_malformed_utf8_byte(text).has_value()) << text;
    EXPECT_EQ(as_utf8(text), text);
  }
}

TEST(Utf8, NamesTheFirstMalformedByte) {
  EXPECT_EQ(first_malformed_utf8_byte("\xff""A"), 0u);
  EXPECT_EQ(first_malformed_utf8_byte("ABC\x80"), 3u);
  EXPECT_EQ(first_malformed_utf8_byte("\xc3\xa9\xc0\xaf"), 2u);
}

// Each expectation is what Java's decoder gives.
TEST(Utf8, AMalformedSequenceBecomesOneMark) {
  EXPECT_EQ(as_utf8("\xff""A"), marks(1, "A"));
  EXPECT_EQ(as_utf8("\xe2\x82"), marks(1));
  EXPECT_EQ(as_utf8("\xe2\x82""A"), marks(1, "A"));
  EXPECT_EQ(as_utf8("\xf0\x90\x80""A"), marks(1, "A"));
  EXPECT_EQ(as_utf8("\xed\xa0\x80"), marks(1));
  EXPECT_EQ(as_utf8("\xed\xa0""A"), marks(1, "A"));
  EXPECT_EQ(as_utf8("\xc0\xaf"), marks(2));
  EXPECT_EQ(as_utf8("\xe0\x80""A"), marks(2, "A"));
  EXPECT_EQ(as_utf8("\xf8\x80\x80\x80"), marks(4));
  EXPECT_EQ(as_utf8("\xf4\x90\x80\x80"), marks(4));
  EXPECT_EQ(as_utf8("a\xc3"), "a" + marks(1));
}

}  // namespace
}  // namespace eddyline
