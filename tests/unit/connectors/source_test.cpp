#include "connectors/source.hpp"

#include <gtest/gtest.h>

namespace eddyline::connectors {
namespace {

TEST(SplitsTest, AreReadAsTheyWereWritten) {
  const std::vector<SourceSplit> splits = {{"0/2", "14"}, {"", ""}, {"a:b", std::string("\0\n3:", 4)}};
  EXPECT_EQ(decode_splits(encode_splits(splits)).value(), splits);
  EXPECT_TRUE(decode_splits("").value().empty());
}

TEST(SplitsTest, RefusesWhatIsTorn) {
  const std::string bytes = encode_splits({{"0/2", "14"}});
  for (size_t size = 1; size < bytes.size(); ++size) {
    EXPECT_EQ(decode_splits(std::string_view(bytes).substr(0, size)).status().code(), ErrorCode::kDataError) << size;
  }
  EXPECT_FALSE(decode_splits("99999999999999999999:x").ok());
  EXPECT_FALSE(decode_splits("-1:x").ok());
}

}  // namespace
}  // namespace eddyline::connectors
