#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace eddyline::expression {

// Eight truth values as the low bits of eight bytes of a word, and as eight bits: BOOLEAN columns are bytes, validity is bits.

inline constexpr uint64_t kLowBits = 0x0101010101010101ULL;

/// Byte i is bit i.
inline uint64_t bytes_of_bits(uint64_t bits) {
#ifdef __BMI2__
  return _pdep_u64(bits, kLowBits);
#else
  uint64_t bytes = 0;
  for (int i = 0; i < 8; ++i) bytes |= ((bits >> i) & 1) << (8 * i);
  return bytes;
#endif
}

/// Bit i is the low bit of byte i.
inline uint64_t bits_of_bytes(uint64_t bytes) {
#ifdef __BMI2__
  return _pext_u64(bytes, kLowBits);
#else
  uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) bits |= ((bytes >> (8 * i)) & 1) << i;
  return bits;
#endif
}

/// Truth values [64 * word, 64 * word + 64) of an array as bits. The array is readable up to whole words of 64 bytes.
inline uint64_t truth_word(const uint8_t* values, size_t word) {
  uint64_t bits = 0;
  for (size_t i = 0; i < 8; ++i) {
    uint64_t bytes;
    std::memcpy(&bytes, values + word * 64 + i * 8, 8);
    bits |= bits_of_bytes(bytes) << (8 * i);
  }
  return bits;
}

/// The inverse.
inline void store_truth_word(uint8_t* values, size_t word, uint64_t bits) {
  for (size_t i = 0; i < 8; ++i) {
    const uint64_t bytes = bytes_of_bits((bits >> (8 * i)) & 0xff);
    std::memcpy(values + word * 64 + i * 8, &bytes, 8);
  }
}

}  // namespace eddyline::expression
