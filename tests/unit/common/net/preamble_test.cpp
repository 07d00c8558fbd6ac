#include "common/net/preamble.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

const Preamble kMine{Preamble::Side::kListening, 3, "control"};

TEST(PreambleTest, IsReadAsItWasWritten) {
  const std::vector<uint8_t> bytes = kMine.encode();
  const std::optional<Preamble> read = Preamble::decode(bytes);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->side, Preamble::Side::kListening);
  EXPECT_EQ(read->version, 3u);
  EXPECT_EQ(read->protocol, "control");
}

TEST(PreambleTest, NothingShorterLongerOrAlteredIsOne) {
  std::vector<uint8_t> bytes = kMine.encode();
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(Preamble::decode({bytes.data(), size}).has_value()) << size;
  }
  for (size_t i = 0; i < 9; ++i) {
    std::vector<uint8_t> altered = bytes;
    altered[i] ^= 0x40;
    EXPECT_FALSE(Preamble::decode(altered).has_value()) << i;
  }
  bytes.push_back(0);
  EXPECT_FALSE(Preamble::decode(bytes).has_value());
}

TEST(PreambleTest, SidesOfTheSameVersionTalk) {
  EXPECT_TRUE(kMine.accept({Preamble::Side::kConnecting, 3, "control"}, "peer").ok());
  EXPECT_EQ(kMine.accept({Preamble::Side::kConnecting, 4, "control"}, "peer").message(),
            "peer speaks version 4 of the protocol 'control', this process version 3");
  EXPECT_EQ(kMine.accept({Preamble::Side::kConnecting, 3, "data"}, "peer").message(),
            "peer speaks the protocol 'data', this process 'control' there");
  EXPECT_EQ(kMine.accept(kMine, "peer").code(), ErrorCode::kNotSupported);
}

}  // namespace
}  // namespace eddyline
