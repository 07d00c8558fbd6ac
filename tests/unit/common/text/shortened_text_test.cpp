#include "common/text/shortened_text.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

TEST(ShortenedText, WhatIsShortEnoughStays) {
  EXPECT_EQ(shortened_text("", 0), "");
  EXPECT_EQ(shortened_text("abc", 3), "abc");
  EXPECT_EQ(shortened_text("a\xe2\x82\xac", 4), "a\xe2\x82\xac");
}

TEST(ShortenedText, SaysHowLongTheRestIs) {
  EXPECT_EQ(shortened_text("abcd", 3), "abc... (4 bytes)");
  EXPECT_EQ(shortened_text("abcd", 0), "... (4 bytes)");
}

TEST(ShortenedText, NoCharacterIsCut) {
  // U+1F600 between an "a" and a "z".
  const std::string text = "a\xf0\x9f\x98\x80z";
  for (const size_t within : {1, 2, 3, 4}) EXPECT_EQ(shortened_text(text, within), "a... (6 bytes)") << within;
  EXPECT_EQ(shortened_text(text, 5), "a\xf0\x9f\x98\x80... (6 bytes)");
}

TEST(ShortenedText, WhatIsNoUtf8IsCutWhereItIsTooLong) {
  EXPECT_EQ(shortened_text("\x80\x80\x80\x80\x80\x80", 5), "\x80\x80\x80\x80\x80... (6 bytes)");
  EXPECT_EQ(shortened_text("\x80\x80\x80\x80\x80\x80", 2), "\x80\x80... (6 bytes)");
}

// Compared with literals: g++ 12 warns of what it makes of sums of texts.
TEST(Excerpt, IsCutBetweenCharacters) {
  EXPECT_EQ(excerpt("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
  EXPECT_EQ(excerpt("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...");
  EXPECT_EQ(excerpt("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\xf0\x9f\x98\x80"), "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...");
}

}  // namespace
}  // namespace eddyline
