#pragma once

#include <cstdint>
#include <span>

namespace eddyline {

/// CRC-32C (Castagnoli; RFC 3720) of the bytes, or of what `before` is the checksum of with the bytes behind it. Finds every
/// change of up to 32 bits in a row, and misses one in four billion of the others.
///
/// Costs    some 0.014 ns a byte that is in the cache, where the processor has instructions for it.
uint32_t crc32c(std::span<const uint8_t> bytes, uint32_t before = 0);

}  // namespace eddyline
