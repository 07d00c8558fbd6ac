#include "common/checksum/crc32c.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string_view>
#include <vector>

namespace eddyline {
namespace {

uint32_t crc_of(std::string_view text) { return crc32c({reinterpret_cast<const uint8_t*>(text.data()), text.size()}); }

// Values of RFC 3720, appendix B.4.
TEST(Crc32cTest, KnownValues) {
  EXPECT_EQ(crc_of(""), 0U);
  EXPECT_EQ(crc_of("123456789"), 0xe3069283U);
  EXPECT_EQ(crc32c(std::vector<uint8_t>(32, 0)), 0x8a9136aaU);
  EXPECT_EQ(crc32c(std::vector<uint8_t>(32, 0xff)), 0x62a8ab43U);
  std::vector<uint8_t> rising(32);
  std::iota(rising.begin(), rising.end(), uint8_t{0});
  EXPECT_EQ(crc32c(rising), 0x46dd794eU);
}

TEST(Crc32cTest, GoesOnBehindWhatWasRead) {
  std::vector<uint8_t> bytes(5'000);
  std::iota(bytes.begin(), bytes.end(), uint8_t{7});
  const std::span<const uint8_t> all(bytes);
  for (const size_t cut : {0, 1, 7, 64, 1'023, 4'999, 5'000}) {
    EXPECT_EQ(crc32c(all.subspan(cut), crc32c(all.first(cut))), crc32c(all)) << cut;
  }
}

TEST(Crc32cTest, EveryChangedBitShows) {
  std::vector<uint8_t> bytes(700, 0x5a);
  const uint32_t sum = crc32c(bytes);
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<uint8_t>(1U << (bit % 8));
    ASSERT_NE(crc32c(bytes), sum) << bit;
    bytes[bit / 8] ^= static_cast<uint8_t>(1U << (bit % 8));
  }
}

}  // namespace
}  // namespace eddyline
