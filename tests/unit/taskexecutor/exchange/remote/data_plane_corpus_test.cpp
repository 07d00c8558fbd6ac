#include <gtest/gtest.h>

#include "common/base/random.hpp"
#include "tests/fuzz/data_plane_property.hpp"
#include "tests/unit/common/corpus_folder.hpp"

namespace eddyline::taskexecutor {
namespace {

/// One frame as ScriptedPeer reads it.
std::string frame(int how, DataFrameKind kind, int channel, const std::string& payload = "", int value = 0) {
  std::string bytes;
  for (const int byte : {how, static_cast<int>(kind), channel, 0, value, static_cast<int>(payload.size())}) {
    bytes += static_cast<char>(byte);
  }
  return bytes + payload;
}

std::string encoded_rows(bool with_kinds) {
  MutableColumn numbers(PhysicalType::kInt64, 2);
  MutableColumn texts(PhysicalType::kString, 2);
  for (size_t row = 0; row < 2; ++row) {
    numbers.values<int64_t>()[row] = static_cast<int64_t>(row);
    texts.set_string(row, std::string(row * 20, 'x'));
  }
  BufferPtr kinds = with_kinds ? allocate_buffer(2) : nullptr;
  if (with_kinds) kinds->as<RowKind>()[0] = kinds->as<RowKind>()[1] = RowKind::kDelete;
  return encode_batch(Batch({numbers.seal(2), texts.seal(2)}, 2, std::move(kinds)));
}

std::string encoded_grant(uint32_t channel) {
  const CreditGrant grant{.channel = channel, .elements = 64, .bytes = 1'000};
  std::vector<uint8_t> bytes(grants_bytes(1));
  write_grants({&grant, 1}, bytes.data());
  return {bytes.begin(), bytes.end()};
}

/// Sessions of a writer, with what may go wrong.
void rewrite(const CorpusFolder& corpus) {
  using enum DataFrameKind;
  constexpr int kPlain = ScriptedPeer::kFrame;
  const std::string read(1, '\0');
  const std::string open = frame(kPlain, kOpen, 0, "", 1);
  const std::string rows = frame(kPlain, kBatch, 1, encoded_rows(false));
  const std::string end = frame(kPlain, kEnd, 1);
  corpus.write("all_kinds", open + rows + frame(kPlain, kWatermark, 1, "", 5) + frame(kPlain, kStatus, 1, "", 1) + read +
                                frame(kPlain, kBarrier, 1, "", 2) + rows + end + read);
  corpus.write("both_channels", open + rows + frame(kPlain, kBatch, 2, encoded_rows(false)) + read + end + frame(kPlain, kEnd, 2) + read);
  corpus.write("row_kinds", open + frame(kPlain, kBatch, 1, encoded_rows(true)) + read);
  corpus.write("altered_payload", open + frame(kPlain | ScriptedPeer::kAlteredPayload, kBatch, 1, encoded_rows(false)) + read);
  corpus.write("altered_header", open + rows + frame(kPlain | ScriptedPeer::kAlteredHeader, kWatermark, 1) + rows + read);
  corpus.write("other_attempt", open + frame(kPlain | ScriptedPeer::kOtherAttempt, kOpen, 0) + rows + read);
  corpus.write("after_the_end", open + end + rows + read);
  corpus.write("second_open", open + rows + open + read);
  corpus.write("not_opened", rows + read + open);
  const int from_reader = kPlain | ScriptedPeer::kFromReader;
  corpus.write("credit", frame(from_reader, kCredit, 0, encoded_grant(ScriptedPeer::kWrites)) + read + read + open);
  corpus.write("credit_for_others", frame(from_reader, kCredit, 0, encoded_grant(1)) + read);
  corpus.write("refused", frame(from_reader, kRefused, 0) + read);
  constexpr int kFollowed = kPlain | ScriptedPeer::kFollowed;
  const std::string followed_rows = frame(kFollowed, kBatch, 1, encoded_rows(false));
  corpus.write("one_message", open + followed_rows + frame(kFollowed, kWatermark, 2, "", 5) + followed_rows + end + read);
  corpus.write("one_message_ends_altered",
               open + followed_rows + frame(kPlain | ScriptedPeer::kAlteredHeader, kWatermark, 2) + read);
  std::string many = open;
  for (int times = 0; times < 30; ++times) many += rows;
  corpus.write("beyond_the_credit", many + read);
}

TEST(DataPlaneCorpusTest, HoldsTheProperty) {
  const CorpusFolder corpus("data_plane");
  if (CorpusFolder::is_to_be_rewritten()) rewrite(corpus);
  EXPECT_GE(corpus.inputs().size(), 15U);
  for (const auto& [name, bytes] : corpus.inputs()) EXPECT_EQ(broken_data_plane_property(bytes), "") << name;
}

TEST(DataPlaneCorpusTest, WhateverComesInHoldsTheProperty) {
  for (uint64_t seed = 1; seed <= 2'000; ++seed) {
    Random random(seed);
    std::vector<uint8_t> bytes(random.below(200));
    // Mostly small numbers, as a session has them.
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.below(random.below(3) == 0 ? 256 : 10));
    ASSERT_EQ(broken_data_plane_property(bytes), "") << seed;
  }
}

}  // namespace
}  // namespace eddyline::taskexecutor
