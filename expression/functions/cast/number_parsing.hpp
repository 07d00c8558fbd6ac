#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/int128.hpp"
#include "common/base/status.hpp"

namespace eddyline::expression {

enum class NumberFault : uint8_t { kNone, kEmpty, kInvalid, kOverflow };

/// The whole number in the text, blanks around it trimmed, a fraction of digits cut off: "-1.9" is -1.
/// Source   BinaryStringDataUtil.toLong and its kin.
NumberFault parse_integer_text(std::string_view text, int64_t minimum, int64_t maximum, int64_t& number);

/// The number as a DECIMAL of `precision` and `scale`, rounded HALF_UP; an exponent is allowed.
NumberFault parse_decimal_text(std::string_view text, int32_t precision, int32_t scale, int128_t& unscaled);

/// As Java's Double.valueOf: blanks trimmed, "NaN", "Infinity", hexadecimal, one of the suffixes d and f.
std::optional<double> parse_double_text(std::string_view text);
std::optional<float> parse_float_text(std::string_view text);

/// "For input string: 'abc'. Invalid character found."
Status number_error(std::string_view text, NumberFault fault);
/// Java's own text for reals: For input string: "abc".
Status real_error(std::string_view text);

/// Without the characters up to the blank at both ends.
std::string_view trim_blanks(std::string_view text);

}  // namespace eddyline::expression
