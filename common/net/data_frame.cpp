#include "common/net/data_frame.hpp"

#include <bit>
#include <cstring>
#include <string>

#include "common/base/check.hpp"
#include "common/checksum/crc32c.hpp"

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
constexpr size_t kPayloadChecksumAt = 48;
constexpr size_t kChecksumAt = 60;

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

/// Of everything before it.
uint32_t checksum_of_header(const uint8_t* header) { return crc32c({header, kChecksumAt}); }

Status malformed(const std::string& why) {
  return io_error("a data frame " + why);
}

}  // namespace

void write_header(const DataFrameHeader& header, std::span<uint8_t> frame) {
  CHECK(frame.size() >= kDataFrameHeaderBytes) << "no room for a header in " << frame.size() << " bytes";
  uint8_t* const out = frame.data();
  const std::span<const uint8_t> payload = frame.subspan(kDataFrameHeaderBytes);
  std::memset(out, 0, kDataFrameHeaderBytes);
  put(out, kMagicAt, kMagic);
  put(out, kKindAt, header.kind);
  put(out, kChannelAt, header.channel);
  put(out, kAttemptAt, header.attempt);
  put(out, kSequenceAt, header.sequence);
  put(out, kPayloadBytesAt, uint64_t{payload.size()});
  put(out, kValueAt, header.value);
  put(out, kPayloadChecksumAt, crc32c(payload));
  put(out, kChecksumAt, checksum_of_header(out));
}

Result<DataFrameHeader> read_header(std::span<const uint8_t> rest) {
  if (rest.size() < kDataFrameHeaderBytes) {
    return malformed("of " + std::to_string(rest.size()) + " bytes is shorter than its header");
  }
  const uint8_t* const in = rest.data();
  if (get<uint32_t>(in, kMagicAt) != kMagic) return malformed("is none of ours");
  if (get<uint32_t>(in, kChecksumAt) != checksum_of_header(in)) return malformed("has an altered header");
  const auto kind = get<uint8_t>(in, kKindAt);
  if (kind < static_cast<uint8_t>(DataFrameKind::kOpen) || kind > static_cast<uint8_t>(DataFrameKind::kRefused)) {
    return malformed("is of the unknown kind " + std::to_string(kind));
  }
  const DataFrameHeader header{.kind = static_cast<DataFrameKind>(kind),
                               .attempt = get<uint64_t>(in, kAttemptAt),
                               .channel = get<uint32_t>(in, kChannelAt),
                               .sequence = get<uint64_t>(in, kSequenceAt),
                               .value = get<int64_t>(in, kValueAt),
                               .payload_bytes = get<uint64_t>(in, kPayloadBytesAt),
                               .payload_checksum = get<uint32_t>(in, kPayloadChecksumAt)};
  const size_t behind = rest.size() - kDataFrameHeaderBytes;
  if (header.payload_bytes > behind) {
    return malformed("has " + std::to_string(behind) + " bytes behind its header, which says " +
                     std::to_string(header.payload_bytes));
  }
  return header;
}

Status check_payload(const DataFrameHeader& header, std::span<const uint8_t> payload) {
  return crc32c(payload) == header.payload_checksum ? Status() : malformed("has an altered payload");
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
