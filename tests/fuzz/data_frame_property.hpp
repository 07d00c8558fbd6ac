#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "common/net/data_frame.hpp"
#include "common/net/preamble.hpp"

namespace eddyline {

/// What must hold of a frame's header and its grants for any bytes: nothing crashes, and what is read is written as it was.
/// Returns what is broken, empty if nothing.
inline std::string broken_frame_property(std::span<const uint8_t> frame) {
  const auto header = read_header(frame);
  if (!header.ok()) return header.status().code() == ErrorCode::kIoError ? "" : "refused with another code";
  const std::span<const uint8_t> payload = frame.subspan(kDataFrameHeaderBytes);
  const bool whole = check_payload(*header, payload).ok();
  std::vector<uint8_t> again(frame.begin(), frame.end());
  write_header(*header, again);
  const auto second = read_header(again);
  if (!second.ok()) return "what was read is written so that it is refused: " + second.status().to_string();
  if (whole && *second != *header) return "what was read is written as another header";
  const auto grants = read_grants(payload);
  if (!grants.ok()) return "";
  std::vector<uint8_t> written(grants_bytes(grants->size()));
  write_grants(*grants, written.data());
  if (written.size() != payload.size()) return "grants are written in another length";
  // A channel's number has four of its eight bytes.
  return read_grants(written).value() == *grants ? "" : "grants are written as others";
}

/// The same for an input whose first byte says whether its checksums are made right, which a fuzzer cannot guess.
inline std::string broken_frame_input_property(std::span<const uint8_t> input) {
  if (input.empty()) return "";
  std::vector<uint8_t> frame(input.begin() + 1, input.end());
  if (input[0] % 2 == 1 && frame.size() >= kDataFrameHeaderBytes) {
    DataFrameHeader header{.kind = static_cast<DataFrameKind>(frame[4])};
    std::memcpy(&header.channel, frame.data() + 8, sizeof header.channel);
    std::memcpy(&header.attempt, frame.data() + 16, sizeof header.attempt);
    std::memcpy(&header.sequence, frame.data() + 24, sizeof header.sequence);
    std::memcpy(&header.value, frame.data() + 40, sizeof header.value);
    write_header(header, frame);
  }
  return broken_frame_property(frame);
}

/// What is taken for a preamble is written with just its bytes.
inline std::string broken_preamble_property(std::span<const uint8_t> bytes) {
  const auto preamble = Preamble::decode(bytes);
  if (!preamble.has_value()) return "";
  return std::ranges::equal(preamble->encode(), bytes) ? "" : "what was read is written as another preamble";
}

}  // namespace eddyline
