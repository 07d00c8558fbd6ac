#include <gtest/gtest.h>

#include "tests/fuzz/data_frame_property.hpp"
#include "tests/unit/common/corpus_folder.hpp"

namespace eddyline {
namespace {

std::string text_of(std::span<const uint8_t> bytes) { return {bytes.begin(), bytes.end()}; }

/// Behind the byte that says that its checksums are to be made right.
std::string frame_input(const DataFrameHeader& header, std::span<const uint8_t> payload = {}) {
  std::vector<uint8_t> frame(kDataFrameHeaderBytes);
  frame.insert(frame.end(), payload.begin(), payload.end());
  write_header(header, frame);
  return "\x01" + text_of(frame);
}

void rewrite_frames(const CorpusFolder& corpus) {
  for (uint8_t kind = 0; kind <= 9; ++kind) {
    corpus.write("kind_" + std::to_string(kind),
                 frame_input({.kind = static_cast<DataFrameKind>(kind), .attempt = 7, .channel = 3, .sequence = 9, .value = -1}));
  }
  const std::vector<CreditGrant> grants = {{.channel = 1, .elements = 64, .bytes = 100'000}, {.channel = 9, .elements = 1}};
  std::vector<uint8_t> payload(grants_bytes(grants.size()));
  write_grants(grants, payload.data());
  const std::string input = frame_input({.kind = DataFrameKind::kCredit, .attempt = 7}, payload);
  corpus.write("grants", input);
  corpus.write("grants_cut", input.substr(0, input.size() - 1));
  corpus.write("as_it_is", '\0' + input.substr(1));
}

TEST(FrameCorpusTest, FramesHoldTheProperty) {
  const CorpusFolder corpus("data_frame");
  if (CorpusFolder::is_to_be_rewritten()) rewrite_frames(corpus);
  EXPECT_GE(corpus.inputs().size(), 13U);
  for (const auto& [name, bytes] : corpus.inputs()) EXPECT_EQ(broken_frame_input_property(bytes), "") << name;
}

void rewrite_preambles(const CorpusFolder& corpus) {
  using Side = Preamble::Side;
  for (const Preamble& preamble : {Preamble{Side::kConnecting, 1, "data"}, Preamble{Side::kListening, 0xfedcba98, "control"},
                                   Preamble{Side::kConnecting, 2, ""}, Preamble{Side::kListening, 2, std::string(255, 'x')}}) {
    const std::string bytes = text_of(preamble.encode());
    corpus.write(preamble.protocol.empty() ? "none" : preamble.protocol.substr(0, 10), bytes);
    corpus.write((preamble.protocol.empty() ? "none" : preamble.protocol.substr(0, 10)) + "_cut", bytes.substr(0, bytes.size() - 1));
  }
}

TEST(FrameCorpusTest, PreamblesHoldTheProperty) {
  const CorpusFolder corpus("preamble");
  if (CorpusFolder::is_to_be_rewritten()) rewrite_preambles(corpus);
  EXPECT_GE(corpus.inputs().size(), 8U);
  for (const auto& [name, bytes] : corpus.inputs()) EXPECT_EQ(broken_preamble_property(bytes), "") << name;
}

}  // namespace
}  // namespace eddyline
