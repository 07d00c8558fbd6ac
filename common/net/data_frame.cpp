#include "common/net/data_frame.hpp"

#include <bit>
#include <cstring>
#include <string>

#include "common/base/check.hpp"

namespace eddyline {
namespace {

constexpr uint32_t kMagic = 0x46444445;  // "EDDF"
constexpr size_t kGrantBytes = 24;
// Where the fields lie.
constexpr size_t kMagicAt = 0;
constexpr size_t kKindAt = 4;
constexpr size_t kChannelAt = 8;
constexpr size_t kAttemptAt = 16;
constexpr size_t kSequenceAt = 24;
constexpr size_t kPayloadBytesAt = 32;
constexpr size_t kValueAt = 40;
constexpr size_t kChecksumAt = 56;

static_assert(std::endian::native == std::endian::little, "frames are little-endian and hold columns as they are");

template <class T>
void put(uint8_t* out, size_t at, T value) {
  std::memcpy(out + at, &value, sizeof(T));
}

template <class T>
T get(const uint8_t* in, size_t at) {
  T value;
  std::memcpy(&value, in + at, sizeof(T));
  return value;
}

/// Of everything before it: each step can be undone, so that a change of any one field always shows.
uint64_t checksum(const uint8_t* header) {
  uint64_t sum = 0x9e3779b97f4a7c15;
  for (size_t at = 0; at < kChecksumAt; at += sizeof(uint64_t)) {
    sum = std::rotl(sum ^ get<uint64_t>(header, at), 29) * 0xbf58476d1ce4e5b9;
  }
  return sum;
}

Status malformed(const std::string& why) {
  return io_error("a data frame " + why);
}

}  // namespace

void write_header(const DataFrameHeader& header, std::span<uint8_t, kDataFrameHeaderBytes> out) {
  std::memset(out.data(), 0, out.size());
  put(out.data(), kMagicAt, kMagic);
  put(out.data(), kKindAt, header.kind);
  put(out.data(), kChannelAt, header.channel);
  put(out.data(), kAttemptAt, header.attempt);
  put(out.data(), kSequenceAt, header.sequence);
  put(out.data(), kPayloadBytesAt, header.payload_bytes);
  put(out.data(), kValueAt, header.value);
  put(out.data(), kChecksumAt, checksum(out.data()));
}

Result<DataFrameHeader> read_header(std::span<const uint8_t> frame) {
  if (frame.size() < kDataFrameHeaderBytes) {
    return malformed("of " + std::to_string(frame.size()) + " bytes is shorter than its header");
  }
  const uint8_t* const in = frame.data();
  if (get<uint32_t>(in, kMagicAt) != kMagic) return malformed("is none of ours");
  if (get<uint64_t>(in, kChecksumAt) != checksum(in)) return malformed("has an altered header");
  const auto kind = get<uint8_t>(in, kKindAt);
  if (kind < static_cast<uint8_t>(DataFrameKind::kOpen) || kind > static_cast<uint8_t>(DataFrameKind::kRefused)) {
    return malformed("is of the unknown kind " + std::to_string(kind));
  }
  const DataFrameHeader header{.kind = static_cast<DataFrameKind>(kind),
                               .attempt = get<uint64_t>(in, kAttemptAt),
                               .channel = get<uint32_t>(in, kChannelAt),
                               .sequence = get<uint64_t>(in, kSequenceAt),
                               .payload_bytes = get<uint64_t>(in, kPayloadBytesAt),
                               .value = get<int64_t>(in, kValueAt)};
  if (header.payload_bytes != frame.size() - kDataFrameHeaderBytes) {
    return malformed("of " + std::to_string(frame.size()) + " bytes should have " +
                     std::to_string(header.payload_bytes) + " behind its header");
  }
  return header;
}

size_t grants_bytes(size_t count) {
  return count * kGrantBytes;
}

void write_grants(std::span<const CreditGrant> grants, uint8_t* out) {
  for (const CreditGrant& grant : grants) {
    put(out, 0, uint64_t{grant.channel});
    put(out, 8, grant.elements);
    put(out, 16, grant.bytes);
    out += kGrantBytes;
  }
}

Result<std::vector<CreditGrant>> read_grants(std::span<const uint8_t> payload) {
  if (payload.size() % kGrantBytes != 0) {
    return malformed("has grants of credit of " + std::to_string(payload.size()) + " bytes");
  }
  std::vector<CreditGrant> grants;
  grants.reserve(payload.size() / kGrantBytes);
  for (const uint8_t* in = payload.data(); in != payload.data() + payload.size(); in += kGrantBytes) {
    grants.push_back(
        {.channel = get<uint32_t>(in, 0), .elements = get<uint64_t>(in, 8), .bytes = get<uint64_t>(in, 16)});
  }
  return grants;
}

}  // namespace eddyline
