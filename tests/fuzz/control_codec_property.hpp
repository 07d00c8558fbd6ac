#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "schemas/control_codec.hpp"

namespace eddyline::schemas {

/// What must hold of a decoder for any bytes: nothing crashes, and what it makes of them is encoded to bytes that decode to
/// the same. Returns what is broken, empty if nothing.
template <class Decode>
std::string broken_codec_property(std::span<const uint8_t> bytes, Decode decode) {
  const auto first = decode(bytes);
  if (!first.ok()) return first.status().code() == ErrorCode::kDataError ? "" : "refused with another code";
  const Frame encoded = encode(*first);
  const auto second = decode(encoded.bytes);
  if (!second.ok()) return "what was decoded is encoded to what is refused: " + second.status().to_string();
  const Frame again = encode(*second);
  const bool same = again.bytes.size() == encoded.bytes.size() &&
                    std::memcmp(again.bytes.data(), encoded.bytes.data(), encoded.bytes.size()) == 0;
  return same ? "" : "what was decoded is encoded to another message";
}

}  // namespace eddyline::schemas
