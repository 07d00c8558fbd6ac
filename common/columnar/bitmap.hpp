#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace eddyline {

// Validity bitmaps: bit i of word i / 64; a set bit means that the value is present.

constexpr size_t bitmap_words(size_t bits) { return (bits + 63) / 64; }

inline bool bit_is_set(const uint64_t* bitmap, size_t index) { return (bitmap[index >> 6] >> (index & 63)) & 1; }
inline void set_bit(uint64_t* bitmap, size_t index) { bitmap[index >> 6] |= uint64_t{1} << (index & 63); }
inline void clear_bit(uint64_t* bitmap, size_t index) { bitmap[index >> 6] &= ~(uint64_t{1} << (index & 63)); }
inline void assign_bit(uint64_t* bitmap, size_t index, bool value) {
  const uint64_t mask = uint64_t{1} << (index & 63);
  bitmap[index >> 6] = (bitmap[index >> 6] & ~mask) | (value ? mask : 0);
}
inline void set_all_bits(uint64_t* bitmap, size_t bits) { std::memset(bitmap, 0xff, bitmap_words(bits) * 8); }

/// Set bits among the first `bits`.
inline size_t count_set_bits(const uint64_t* bitmap, size_t bits) {
  size_t count = 0;
  const size_t whole = bits / 64;
  for (size_t word = 0; word < whole; ++word) count += static_cast<size_t>(std::popcount(bitmap[word]));
  if (const size_t rest = bits % 64; rest != 0) {
    count += static_cast<size_t>(std::popcount(bitmap[whole] & ((uint64_t{1} << rest) - 1)));
  }
  return count;
}

}  // namespace eddyline
