#include "expression/functions/cast/number_parsing.hpp"

#include <charconv>
#include <cstdlib>
#include <limits>

#include "expression/functions/kernel/decimal.hpp"

namespace eddyline::expression {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The digits of a decimal text without leading zeros and where its point stands.
struct DecimalDigits {
  std::string digits;
  int64_t fraction_digits = 0;
  bool negative = false;
};

/// Digits after "e", with sign; false if there are none or too many.
bool parse_exponent(std::string_view text, int64_t& exponent) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  return error == std::errc() && end == text.data() + text.size() && exponent > -100'000 && exponent < 100'000;
}

bool split_decimal(std::string_view text, DecimalDigits& number) {
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    number.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  bool any = false;
  bool point = false;
  size_t at = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !point) {
      point = true;
    } else if (is_digit(text[at])) {
      any = true;
      if (point) ++number.fraction_digits;
      if (!number.digits.empty() || text[at] != '0') number.digits += text[at];
    } else {
      break;
    }
  }
  if (!any) return false;
  if (at == text.size()) return true;
  int64_t exponent = 0;
  if ((text[at] != 'e' && text[at] != 'E') || !parse_exponent(text.substr(at + 1), exponent)) return false;
  number.fraction_digits -= exponent;
  return true;
}

/// Sign and suffix taken off, special words recognised; the rest is left in `text`.
template <class T>
std::optional<T> special_real(std::string_view& text, bool& negative) {
  text = trim_blanks(text);
  negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (text == "NaN") return std::numeric_limits<T>::quiet_NaN();
  if (text == "Infinity") return std::numeric_limits<T>::infinity();
  if (text.size() > 1 && std::string_view("dDfF").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return std::nullopt;
}

/// Hexadecimal reals need an exponent in Java; strtod also serves numbers beyond the range, which become 0 or infinite.
template <class T>
std::optional<T> parse_by_library(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const T value = std::is_same_v<T, float> ? static_cast<T>(std::strtof(copy.c_str(), &end))
                                           : static_cast<T>(std::strtod(copy.c_str(), &end));
  if (end != copy.c_str() + copy.size()) return std::nullopt;
  return value;
}

template <class T>
std::optional<T> parse_real(std::string_view text) {
  bool negative = false;
  std::optional<T> value = special_real<T>(text, negative);
  if (!value) {
    if (text.empty() || (!is_digit(text.front()) && text.front() != '.')) return std::nullopt;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
      if (text.find_first_of("pP") == std::string_view::npos) return std::nullopt;
      value = parse_by_library<T>(text);
    } else {
      T parsed = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
      if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
      value = error == std::errc::result_out_of_range ? parse_by_library<T>(text) : std::optional<T>(parsed);
    }
  }
  if (value && negative) value = -*value;
  return value;
}

}  // namespace

std::string_view trim_blanks(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

NumberFault parse_integer_text(std::string_view text, int64_t minimum, int64_t maximum, int64_t& number) {
  text = trim_blanks(text);
  if (text.empty()) return NumberFault::kEmpty;
  const bool negative = text.front() == '-';
  if (negative || text.front() == '+') text.remove_prefix(1);
  if (text.empty()) return NumberFault::kInvalid;
  // Counts downwards, for the negative range is the larger one.
  int128_t value = 0;
  size_t at = 0;
  for (; at < text.size() && text[at] != '.'; ++at) {
    if (!is_digit(text[at])) return NumberFault::kInvalid;
    value = value * 10 - (text[at] - '0');
    if (value < minimum) return NumberFault::kOverflow;
  }
  for (++at; at < text.size(); ++at) {
    if (!is_digit(text[at])) return NumberFault::kInvalid;
  }
  if (!negative && -value > maximum) return NumberFault::kOverflow;
  number = static_cast<int64_t>(negative ? value : -value);
  return NumberFault::kNone;
}

NumberFault parse_decimal_text(std::string_view text, int32_t precision, int32_t scale, int128_t& unscaled) {
  text = trim_blanks(text);
  if (text.empty()) return NumberFault::kEmpty;
  DecimalDigits number;
  if (!split_decimal(text, number)) return NumberFault::kInvalid;
  unscaled = 0;
  if (number.digits.empty()) return NumberFault::kNone;
  const int64_t wanted = static_cast<int64_t>(number.digits.size()) + scale - number.fraction_digits;
  if (wanted > kMaxDecimalPrecision) return NumberFault::kOverflow;
  if (wanted < 0) return NumberFault::kNone;
  for (int64_t i = 0; i < wanted; ++i) {
    const auto position = static_cast<size_t>(i);
    unscaled = unscaled * 10 + (position < number.digits.size() ? number.digits[position] - '0' : 0);
  }
  const auto next = static_cast<size_t>(wanted);
  if (next < number.digits.size() && number.digits[next] >= '5') ++unscaled;
  if (!fits_decimal(unscaled, precision)) return NumberFault::kOverflow;
  if (number.negative) unscaled = -unscaled;
  return NumberFault::kNone;
}

std::optional<double> parse_double_text(std::string_view text) { return parse_real<double>(text); }
std::optional<float> parse_float_text(std::string_view text) { return parse_real<float>(text); }

Status number_error(std::string_view text, NumberFault fault) {
  const std::string start = "For input string: '" + std::string(trim_blanks(text)) + "'. ";
  switch (fault) {
    case NumberFault::kNone:
      return {};
    case NumberFault::kEmpty:
      return data_error(start + "Input is empty.");
    case NumberFault::kInvalid:
      return data_error(start + "Invalid character found.");
    case NumberFault::kOverflow:
      return data_error(start + "Overflow.");
  }
  return {};
}

Status real_error(std::string_view text) {
  if (trim_blanks(text).empty()) return data_error("empty String");
  return data_error("For input string: \"" + std::string(trim_blanks(text)) + "\"");
}

}  // namespace eddyline::expression
