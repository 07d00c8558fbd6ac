#include "common/net/preamble.hpp"

#include <array>
#include <cstring>

#include "common/base/check.hpp"

namespace eddyline {
namespace {

constexpr std::array<uint8_t, 8> kMagic = {'E', 'D', 'D', 'Y', 'L', 'I', 'N', 'E'};
constexpr size_t kSideAt = kMagic.size();
constexpr size_t kVersionAt = kSideAt + 1;
constexpr size_t kLengthAt = kVersionAt + sizeof(uint32_t);
constexpr size_t kNameAt = kLengthAt + 1;

}  // namespace

std::vector<uint8_t> Preamble::encode() const {
  CHECK(protocol.size() <= 255) << "name of a protocol: " << protocol;
  std::vector<uint8_t> bytes(kNameAt + protocol.size());
  std::memcpy(bytes.data(), kMagic.data(), kMagic.size());
  bytes[kSideAt] = static_cast<uint8_t>(side);
  for (size_t i = 0; i < sizeof version; ++i) bytes[kVersionAt + i] = static_cast<uint8_t>(version >> (8 * i));
  bytes[kLengthAt] = static_cast<uint8_t>(protocol.size());
  std::memcpy(bytes.data() + kNameAt, protocol.data(), protocol.size());
  return bytes;
}

std::optional<Preamble> Preamble::decode(std::span<const uint8_t> bytes) {
  if (bytes.size() < kNameAt || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) return std::nullopt;
  const uint8_t side = bytes[kSideAt];
  if (side != static_cast<uint8_t>(Side::kConnecting) && side != static_cast<uint8_t>(Side::kListening)) {
    return std::nullopt;
  }
  if (bytes.size() != kNameAt + bytes[kLengthAt]) return std::nullopt;
  Preamble preamble;
  preamble.side = static_cast<Side>(side);
  for (size_t i = 0; i < sizeof version; ++i) preamble.version |= uint32_t{bytes[kVersionAt + i]} << (8 * i);
  preamble.protocol.assign(reinterpret_cast<const char*>(bytes.data()) + kNameAt, bytes[kLengthAt]);
  return preamble;
}

Status Preamble::accept(const Preamble& theirs, const std::string& peer) const {
  if (theirs.protocol != protocol) {
    return {ErrorCode::kNotSupported,
            peer + " speaks the protocol '" + theirs.protocol + "', this process '" + protocol + "' there"};
  }
  if (theirs.side == side) {
    return {ErrorCode::kNotSupported, peer + " is not the other side of a connection but connects itself"};
  }
  if (theirs.version != version) {
    return {ErrorCode::kNotSupported, peer + " speaks version " + std::to_string(theirs.version) +
                                          " of the protocol '" + protocol + "', this process version " +
                                          std::to_string(version)};
  }
  return {};
}

}  // namespace eddyline
