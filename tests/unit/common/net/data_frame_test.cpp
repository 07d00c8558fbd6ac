#include "common/net/data_frame.hpp"

#include <gtest/gtest.h>

#include <array>

namespace eddyline {
namespace {

constexpr DataFrameHeader kHeader{.kind = DataFrameKind::kBarrier,
                                  .attempt = 0x1122334455667788,
                                  .channel = 7,
                                  .sequence = 41,
                                  .payload_bytes = 3,
                                  .value = -9};

std::vector<uint8_t> frame_of(const DataFrameHeader& header) {
  std::array<uint8_t, kDataFrameHeaderBytes> head;
  write_header(header, head);
  std::vector<uint8_t> frame(head.begin(), head.end());
  frame.resize(frame.size() + header.payload_bytes);
  return frame;
}

TEST(DataFrame, AHeaderIsReadAsItWasWritten) {
  EXPECT_EQ(read_header(frame_of(kHeader)).value(), kHeader);
}

TEST(DataFrame, AnyChangedBitOfTheHeaderShows) {
  const std::vector<uint8_t> frame = frame_of(kHeader);
  for (size_t bit = 0; bit < 8 * kDataFrameHeaderBytes; ++bit) {
    std::vector<uint8_t> changed = frame;
    changed[bit / 8] ^= static_cast<uint8_t>(1U << (bit % 8));
    EXPECT_FALSE(read_header(changed).ok()) << bit;
  }
}

TEST(DataFrame, AFrameOfAnotherLengthIsRefused) {
  std::vector<uint8_t> frame = frame_of(kHeader);
  frame.push_back(0);
  EXPECT_EQ(read_header(frame).status().message(), "a data frame of 68 bytes should have 3 behind its header");
  frame.resize(kDataFrameHeaderBytes - 1);
  EXPECT_EQ(read_header(frame).status().message(), "a data frame of 63 bytes is shorter than its header");
  EXPECT_FALSE(read_header({}).ok());
}

TEST(DataFrame, AnUnknownKindIsRefused) {
  for (const int kind : {0, 9, 255}) {
    DataFrameHeader header = kHeader;
    header.kind = static_cast<DataFrameKind>(kind);
    EXPECT_EQ(read_header(frame_of(header)).status().message(),
              "a data frame is of the unknown kind " + std::to_string(kind));
  }
}

TEST(DataFrame, GrantsAreReadAsTheyWereWritten) {
  const std::vector<CreditGrant> grants = {{.channel = 1, .elements = 2, .bytes = uint64_t{1} << 60}, {.channel = 9}};
  std::vector<uint8_t> payload(grants_bytes(grants.size()));
  write_grants(grants, payload.data());
  EXPECT_EQ(read_grants(payload).value(), grants);
  payload.pop_back();
  EXPECT_FALSE(read_grants(payload).ok());
}

}  // namespace
}  // namespace eddyline
