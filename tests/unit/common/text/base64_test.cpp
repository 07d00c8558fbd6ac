#include "common/text/base64.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

TEST(Base64, EveryByteIsReadAgain) {
  std::string bytes;
  for (int length = 0; length < 300; ++length) {
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
    bytes += static_cast<char>(length * 37);
  }
  EXPECT_EQ(to_base64("a"), "YQ==");
  EXPECT_EQ(from_base64("YQ"), "a");
}

TEST(Base64, TakesNothingElse) {
  for (const char* text : {"Y", "YQ=", "YQ===", "Y Q=", "YQ-_", "=YQ="}) EXPECT_EQ(from_base64(text), std::nullopt) << text;
}

}  // namespace
}  // namespace eddyline
