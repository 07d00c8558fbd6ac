#include "common/net/data_frame.hpp"

#include <gtest/gtest.h>

#include <span>
#include <vector>

namespace eddyline {
namespace {

constexpr DataFrameHeader kHeader{.kind = DataFrameKind::kBarrier,
                                  .attempt = 0x1122334455667788,
                                  .channel = 7,
                                  .sequence = 41,
                                  .value = -9};

std::vector<uint8_t> frame_of(const DataFrameHeader& header, const std::vector<uint8_t>& payload = {1, 2, 3}) {
  std::vector<uint8_t> frame(kDataFrameHeaderBytes);
  frame.insert(frame.end(), payload.begin(), payload.end());
  write_header(header, frame);
  return frame;
}

std::span<const uint8_t> payload_of(const std::vector<uint8_t>& frame) {
  return std::span(frame).subspan(kDataFrameHeaderBytes);
}

TEST(DataFrame, AHeaderIsReadAsItWasWritten) {
  const std::vector<uint8_t> frame = frame_of(kHeader);
  DataFrameHeader expected = kHeader;
  expected.payload_bytes = 3;
  expected.payload_checksum = 0xf130f21e;
  EXPECT_EQ(read_header(frame).value(), expected);
  EXPECT_TRUE(check_payload(expected, payload_of(frame)).ok());
}

TEST(DataFrame, AnyChangedBitOfThePayloadShows) {
  const std::vector<uint8_t> frame = frame_of(kHeader, std::vector<uint8_t>(100, 9));
  for (size_t bit = 8 * kDataFrameHeaderBytes; bit < 8 * frame.size(); ++bit) {
    std::vector<uint8_t> changed = frame;
    changed[bit / 8] ^= static_cast<uint8_t>(1U << (bit % 8));
    EXPECT_EQ(check_payload(read_header(changed).value(), payload_of(changed)).message(),
              "a data frame has an altered payload")
        << bit;
  }
}

TEST(DataFrame, AnyChangedBitOfTheHeaderShows) {
  const std::vector<uint8_t> frame = frame_of(kHeader);
  for (size_t bit = 0; bit < 8 * kDataFrameHeaderBytes; ++bit) {
    std::vector<uint8_t> changed = frame;
    changed[bit / 8] ^= static_cast<uint8_t>(1U << (bit % 8));
    EXPECT_FALSE(read_header(changed).ok()) << bit;
  }
}

TEST(DataFrame, AFrameThatIsNotAllThereIsRefused) {
  std::vector<uint8_t> frame = frame_of(kHeader);
  frame.push_back(0);
  EXPECT_EQ(read_header(frame).value().payload_bytes, 3U) << "others may follow";
  frame.resize(kDataFrameHeaderBytes + 2);
  EXPECT_EQ(read_header(frame).status().message(), "a data frame has 2 bytes behind its header, which says 3");
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
