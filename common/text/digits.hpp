#pragma once

#include <cstdint>

namespace eddyline {

// Digits of known count, for writers in the manner of std::to_chars.

inline char* write_two_digits(char* out, uint32_t value) {
  out[0] = static_cast<char>('0' + value / 10);
  out[1] = static_cast<char>('0' + value % 10);
  return out + 2;
}

inline char* write_three_digits(char* out, uint32_t value) {
  *out = static_cast<char>('0' + value / 100);
  return write_two_digits(out + 1, value % 100);
}

/// Exactly `count` digits, zeros in front.
inline char* write_padded(char* out, uint64_t value, int32_t count) {
  for (int32_t digit = count - 1; digit >= 0; --digit) {
    out[digit] = static_cast<char>('0' + value % 10);
    value /= 10;
  }
  return out + count;
}

}  // namespace eddyline
