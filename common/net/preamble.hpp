#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline {

/// What each side of a connection says first.
///
/// Bytes   8 magic, 1 side, 4 version (little-endian), 1 length of the protocol's name, the name; nothing follows.
struct Preamble {
  /// Who made the connection. Both sides say it, so that a socket that was connected to itself or to another one that
  /// connects is told from a peer.
  enum class Side : uint8_t { kConnecting = 1, kListening = 2 };

  Side side = Side::kConnecting;
  uint32_t version = 0;
  std::string protocol;

  /// CHECKs that the protocol's name has at most 255 bytes.
  std::vector<uint8_t> encode() const;
  /// Nothing if the bytes are none of ours.
  static std::optional<Preamble> decode(std::span<const uint8_t> bytes);

  /// Whether the other one is the other side of the same protocol, of whatever version.
  bool is_counterpart(const Preamble& theirs) const { return theirs.protocol == protocol && theirs.side != side; }
  /// Why the sides may not talk, or ok. `peer` is how the error names the other one.
  /// Errors   kNotSupported: another protocol or version, naming both.
  Status accept(const Preamble& theirs, const std::string& peer) const;
};

}  // namespace eddyline
