#include "common/text/number_text.hpp"

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>

#include "common/text/digits.hpp"

namespace eddyline {
namespace {

char* write_text(char* out, const char* text) {
  const size_t length = std::strlen(text);
  std::memcpy(out, text, length);
  return out + length;
}

/// A decimal number d.ddd * 10^exponent.
struct Digits {
  char text[20];
  int32_t count;
  int32_t exponent;
};

/// Fewest digits that read back as `value`, which is positive and finite.
template <std::floating_point T>
Digits shortest_digits(T value) {
  char scientific[32];
  char* end = std::to_chars(scientific, scientific + sizeof(scientific), value, std::chars_format::scientific).ptr;
  const bool one_digit = scientific[1] == 'e';
  if (one_digit && value < std::numeric_limits<T>::min()) {
    // Far apart as subnormals are, a second digit comes closer; elsewhere it would be 0.
    end = std::to_chars(scientific, scientific + sizeof(scientific), value, std::chars_format::scientific, 1).ptr;
  }
  Digits digits{};
  const char* at = scientific;
  for (; *at != 'e'; ++at) {
    if (*at != '.') digits.text[digits.count++] = *at;
  }
  const char* exponent = at + 1 + (at[1] == '+' ? 1 : 0);
  std::from_chars(exponent, end, digits.exponent);
  return digits;
}

char* copy_digits(char* out, const Digits& digits, int32_t from, int32_t to) {
  for (int32_t digit = from; digit < to; ++digit) *out++ = digit < digits.count ? digits.text[digit] : '0';
  return out;
}

char* write_scientific(char* out, const Digits& digits) {
  *out++ = digits.text[0];
  *out++ = '.';
  out = copy_digits(out, digits, 1, digits.count < 2 ? 2 : digits.count);
  *out++ = 'E';
  return write_integer(out, digits.exponent);
}

char* write_positional(char* out, const Digits& digits) {
  if (digits.exponent < 0) {
    *out++ = '0';
    *out++ = '.';
    for (int32_t zero = -1; zero > digits.exponent; --zero) *out++ = '0';
    return copy_digits(out, digits, 0, digits.count);
  }
  const int32_t whole = digits.exponent + 1;
  out = copy_digits(out, digits, 0, whole);
  *out++ = '.';
  return copy_digits(out, digits, whole, digits.count > whole ? digits.count : whole + 1);
}

template <std::floating_point T>
char* write_real(char* out, T value) {
  if (std::isnan(value)) return write_text(out, "NaN");
  if (std::signbit(value)) {
    *out++ = '-';
    value = -value;
  }
  if (std::isinf(value)) return write_text(out, "Infinity");
  if (value == 0) return write_text(out, "0.0");
  const Digits digits = shortest_digits(value);
  const bool positional = digits.exponent >= -3 && digits.exponent < 7;
  return positional ? write_positional(out, digits) : write_scientific(out, digits);
}

char* write_unsigned(char* out, uint128_t value) {
  constexpr uint64_t kChunk = 10'000'000'000'000'000'000ULL;  // 10^19
  if (value <= std::numeric_limits<uint64_t>::max()) {
    return std::to_chars(out, out + 20, static_cast<uint64_t>(value)).ptr;
  }
  out = write_unsigned(out, value / kChunk);
  return write_padded(out, static_cast<uint64_t>(value % kChunk), 19);
}

uint128_t magnitude(int128_t value) {
  return value < 0 ? -static_cast<uint128_t>(value) : static_cast<uint128_t>(value);
}

/// BigDecimal's exponent form; `digits` of `count` characters is the unscaled value.
char* write_decimal_exponent(char* out, const char* digits, int32_t count, int32_t exponent) {
  *out++ = digits[0];
  if (count > 1) {
    *out++ = '.';
    std::memcpy(out, digits + 1, static_cast<size_t>(count - 1));
    out += count - 1;
  }
  *out++ = 'E';
  return write_integer(out, exponent);
}

}  // namespace

char* write_integer(char* out, int64_t value) {
  return std::to_chars(out, out + 20, value).ptr;
}

char* write_int128(char* out, int128_t value) {
  if (value < 0) *out++ = '-';
  return write_unsigned(out, magnitude(value));
}

char* write_double(char* out, double value) {
  return write_real(out, value);
}
char* write_float(char* out, float value) {
  return write_real(out, value);
}

char* write_decimal(char* out, int128_t unscaled, int32_t scale, DecimalForm form) {
  if (unscaled < 0) *out++ = '-';
  char digits[40];
  const auto count = static_cast<int32_t>(write_unsigned(digits, magnitude(unscaled)) - digits);
  const int32_t exponent = count - 1 - scale;
  if (form == DecimalForm::kJava && exponent < -6) return write_decimal_exponent(out, digits, count, exponent);
  const int32_t whole = count - scale;
  if (whole > 0) {
    std::memcpy(out, digits, static_cast<size_t>(whole));
    out += whole;
  } else {
    *out++ = '0';
  }
  if (scale == 0) return out;
  *out++ = '.';
  for (int32_t zero = whole; zero < 0; ++zero) *out++ = '0';
  const int32_t from = whole > 0 ? whole : 0;
  std::memcpy(out, digits + from, static_cast<size_t>(count - from));
  return out + (count - from);
}

}  // namespace eddyline
