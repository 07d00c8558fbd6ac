#pragma once

#include <cstddef>
#include <cstdint>

#include "common/base/int128.hpp"

namespace eddyline {

// Writers in the manner of std::to_chars: text from `out` on, result is its end. The caller leaves room for the
// longest.

inline constexpr size_t kLongestInteger = 40;  // int128 with its sign
inline constexpr size_t kLongestReal = 26;
inline constexpr size_t kLongestDecimal = 48;

char* write_integer(char* out, int64_t value);
char* write_int128(char* out, int128_t value);

/// As Java prints it: digits that suffice to read the value back, at least one behind the point, an exponent below
/// 10^-3 and from 10^7 on: "1.0", "0.001", "1.0E-4", "1.0E7", "NaN", "-Infinity". Source   Java's Double.toString: of
/// two-digit texts the closest where one digit would do ("4.9E-324").
char* write_double(char* out, double value);
char* write_float(char* out, float value);

/// kPlain: "0.0000000001". kJava: as BigDecimal.toString, an exponent when the first digit lies below 10^-6: "1E-10".
enum class DecimalForm : uint8_t { kPlain, kJava };

/// unscaled * 10^-scale with exactly `scale` digits behind the point; scale in [0, 38].
char* write_decimal(char* out, int128_t unscaled, int32_t scale, DecimalForm form);

}  // namespace eddyline
