#include "common/checksum/crc32c.hpp"

#include <isa-l/crc.h>

#include <algorithm>
#include <climits>

namespace eddyline {

uint32_t crc32c(std::span<const uint8_t> bytes, uint32_t before) {
  uint32_t sum = ~before;
  while (!bytes.empty()) {
    const size_t length = std::min<size_t>(bytes.size(), INT_MAX);
    // It takes memory to change, and does not change it.
    sum = crc32_iscsi(const_cast<unsigned char*>(bytes.data()), static_cast<int>(length), sum);
    bytes = bytes.subspan(length);
  }
  return ~sum;
}

}  // namespace eddyline
