#include "expression/functions/kernel/java_format.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "expression/functions/kernel/character_case.hpp"
#include "expression/functions/kernel/text.hpp"

namespace eddyline::expression {
namespace {

constexpr std::string_view kFlags = "-#+ 0,(<";
constexpr std::string_view kMissing = "aht";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads a number at `at`, which moves behind it; false if it is too large for Java.
bool read_number(std::string_view text, size_t& at, int& value) {
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
  at = static_cast<size_t>(end - text.data());
  return error == std::errc();
}

/// Characters as Java counts them, in units of UTF-16.
size_t java_length(std::string_view text) {
  size_t length = 0;
  for (const char byte : text) {
    if (!continues_character(byte)) length += static_cast<unsigned char>(byte) >= 0xf0 ? 2 : 1;
  }
  return length;
}

void append_justified(std::string_view text, int width, bool left, std::string& out) {
  const size_t length = java_length(text);
  const size_t blanks = width > 0 && static_cast<size_t>(width) > length ? static_cast<size_t>(width) - length : 0;
  if (!left) out.append(blanks, ' ');
  out += text;
  if (left) out.append(blanks, ' ');
}

/// A comma before every group of three digits of the whole part.
void group_digits(std::string& number) {
  const size_t whole = std::min(number.find('.'), number.size());
  for (size_t at = whole; at > 3; at -= 3) number.insert(at - 3, 1, ',');
}

/// The shortest digits that read back as a number: 0.DIGITS * 10^point, as Java rounds them.
struct DecimalDigits {
  std::string digits;
  int point;

  /// `value` is finite and not negative.
  explicit DecimalDigits(double value) {
    char text[32];
    const char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
    const char* exponent = std::find(text, const_cast<char*>(end), 'e');
    for (const char* at = text; at < exponent; ++at) {
      if (*at != '.') digits += *at;
    }
    exponent += exponent[1] == '+' ? 2 : 1;
    std::from_chars(exponent, end, point);
    point = value == 0 ? 1 : point + 1;
  }

  /// Keeps the first `count` digits, half up.
  void round(int count) {
    if (count >= static_cast<int>(digits.size())) return;
    bool up = count >= 0 && digits[static_cast<size_t>(count)] >= '5';
    digits.resize(static_cast<size_t>(std::max(count, 0)));
    for (size_t at = digits.size(); up && at > 0; --at) {
      up = digits[at - 1] == '9';
      digits[at - 1] = up ? '0' : static_cast<char>(digits[at - 1] + 1);
    }
    if (up) {
      digits.insert(0, 1, '1');
      ++point;
    } else if (digits.empty()) {
      digits = "0";
      point = 1;
    }
  }

  /// `precision` digits behind the point; those before it start with the first one, at least the units.
  std::string fixed(int precision) const {
    std::string text;
    for (int at = std::min(point, 1) - 1; at < point + precision; ++at) {
      if (at == point) text += '.';
      text += at >= 0 && at < static_cast<int>(digits.size()) ? digits[static_cast<size_t>(at)] : '0';
    }
    return text;
  }

  std::string scientific(int precision) const {
    std::string text(1, digits[0]);
    if (precision > 0) text += '.';
    for (int at = 1; at <= precision; ++at) {
      text += at < static_cast<int>(digits.size()) ? digits[static_cast<size_t>(at)] : '0';
    }
    const int exponent = point - 1;
    text += exponent < 0 ? "e-" : "e+";
    if (std::abs(exponent) < 10) text += '0';
    return text + std::to_string(std::abs(exponent));
  }
};

std::string general_text(double value, int precision) {
  DecimalDigits digits(value);
  digits.round(precision);
  const int exponent = digits.point - 1;
  if (value != 0 && (exponent < -4 || exponent >= precision)) return digits.scientific(precision - 1);
  return digits.fixed(precision - digits.point);
}

std::string fixed_text(double value, int precision) {
  DecimalDigits digits(value);
  digits.round(digits.point + precision);
  return digits.fixed(precision);
}

std::string scientific_text(double value, int precision) {
  DecimalDigits digits(value);
  digits.round(precision + 1);
  return digits.scientific(precision);
}

}  // namespace

std::optional<size_t> JavaFormat::parse_part(std::string_view text, Part& part) {
  size_t at = 0;
  size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  if (digits > 0 && digits < text.size() && text[digits] == '$') {
    if (!read_number(text, at, part.number)) return std::nullopt;
    ++at;
  }
  for (size_t flag; at < text.size() && (flag = kFlags.find(text[at])) != std::string_view::npos; ++at) {
    const auto bit = static_cast<uint8_t>(1u << flag);
    if (part.has(bit)) return std::nullopt;
    part.flags |= bit;
  }
  if (at < text.size() && is_digit(text[at]) && !read_number(text, at, part.width)) return std::nullopt;
  if (at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1])) {
    ++at;
    if (!read_number(text, at, part.precision)) return std::nullopt;
  }
  if (at == text.size()) return std::nullopt;
  part.upper = text[at] >= 'A' && text[at] <= 'Z';
  part.conversion = part.upper ? static_cast<char>(text[at] - 'A' + 'a') : text[at];
  return at + 1;
}

bool JavaFormat::is_valid(const Part& part) {
  const auto none = [&](uint8_t flags) { return !part.has(flags); };
  const bool needs_width = part.has(kLeft | kZero);
  switch (part.conversion) {
    case '%':
      return part.precision < 0 && !(part.has(kLeft) && part.width < 0) && none(static_cast<uint8_t>(~kLeft));
    case 'n':
      return !part.upper && part.width < 0 && part.precision < 0 && part.flags == 0;
    case 'b':
    case 's':
      return !(part.has(kLeft) && part.width < 0) && none(kAlternate | kPlus | kBlank | kZero | kGroup | kParentheses);
    case 'c':
      return part.precision < 0 && !(part.has(kLeft) && part.width < 0) &&
             none(kAlternate | kPlus | kBlank | kZero | kGroup | kParentheses);
    case 'd':
    case 'o':
    case 'x':
      if (part.precision >= 0 || (part.conversion != 'x' && part.upper)) return false;
      if (!none(part.conversion == 'd' ? kAlternate : kGroup)) return false;
      break;
    case 'e':
      if (!none(kGroup)) return false;
      break;
    case 'f':
      if (part.upper) return false;
      break;
    case 'g':
      if (!none(kAlternate)) return false;
      break;
    default:
      return kMissing.find(part.conversion) != std::string_view::npos;
  }
  return !(needs_width && part.width < 0) && !(part.has(kLeft) && part.has(kZero)) &&
         !(part.has(kPlus) && part.has(kBlank));
}

std::optional<JavaFormat> JavaFormat::parse(std::string_view format) {
  JavaFormat result;
  while (!format.empty()) {
    Part& part = result.parts_.emplace_back();
    const size_t percent = format.find('%');
    part.text = format.substr(0, percent);
    if (percent == std::string_view::npos) break;
    format.remove_prefix(percent + 1);
    const std::optional<size_t> length = parse_part(format, part);
    if (!length || !is_valid(part)) return std::nullopt;
    format.remove_prefix(*length);
    if (kMissing.find(part.conversion) != std::string_view::npos) result.complete_ = false;
  }
  return result;
}

size_t JavaFormat::padding() const {
  size_t bytes = 0;
  for (const Part& part : parts_) {
    const bool has_digits = part.conversion == 'e' || part.conversion == 'f' || part.conversion == 'g';
    bytes += static_cast<size_t>(std::max(part.width, 0));
    if (has_digits) bytes += static_cast<size_t>(std::max(part.precision, 0));
  }
  return bytes;
}

JavaFormat::Outcome JavaFormat::append(std::span<const FormatArgument> arguments, size_t bytes_max,
                                       std::string& out) const {
  size_t next = 0;
  std::optional<size_t> previous;
  for (const Part& part : parts_) {
    out += part.text;
    if (part.conversion == 0) continue;
    if (part.conversion == 'n') {
      out += '\n';
      continue;
    }
    if (part.conversion == '%') {
      append_justified("%", part.width, part.has(kLeft), out);
      continue;
    }
    if (part.has(kPrevious)) {
      if (!previous) return Outcome::kMismatch;
    } else {
      previous = part.number > 0 ? static_cast<size_t>(part.number - 1) : next++;
    }
    if (*previous >= arguments.size()) return Outcome::kMismatch;
    const FormatArgument& argument = arguments[*previous];
    if (out.size() + argument.text.size() > bytes_max) return Outcome::kTooLong;
    if (!append_part(part, argument, out)) return Outcome::kMismatch;
  }
  return Outcome::kWritten;
}

bool JavaFormat::append_part(const Part& part, const FormatArgument& argument, std::string& out) {
  using Kind = FormatArgument::Kind;
  std::string text;
  if (argument.kind == Kind::kNull) {
    text = part.conversion == 'b' ? "false" : "null";
  } else {
    switch (part.conversion) {
      case 'b':
        text = argument.kind == Kind::kBoolean && !argument.truth ? "false" : "true";
        break;
      case 's':
        text = argument.text;
        break;
      case 'c':
        if (argument.kind != Kind::kInteger || argument.bits > 32 || argument.integer < 0 ||
            argument.integer > 0x10ffff) {
          return false;
        }
        append_code_point(text, static_cast<uint32_t>(argument.integer));
        break;
      case 'd':
        return append_integer(part, argument, out);
      case 'o':
      case 'x':
        if (argument.kind != Kind::kInteger || part.has(kParentheses | kBlank | kPlus)) return false;
        text = bits_text(part, argument);
        break;
      default:
        if (argument.kind != Kind::kReal) return false;
        text = real_text(part, argument.real);
    }
  }
  if (part.precision >= 0 && (part.conversion == 'b' || part.conversion == 's')) {
    text.resize(bytes_of_characters(text, static_cast<size_t>(part.precision)));
  }
  if (part.upper) {
    std::string upper;
    append_upper(upper, text);
    text = std::move(upper);
  }
  append_justified(text, part.width, part.has(kLeft), out);
  return true;
}

std::string JavaFormat::signed_text(const Part& part, std::string magnitude, bool negative, bool pads) {
  if (part.has(kGroup)) group_digits(magnitude);
  std::string text =
      negative ? (part.has(kParentheses) ? "(" : "-") : (part.has(kPlus) ? "+" : (part.has(kBlank) ? " " : ""));
  const bool closes = negative && part.has(kParentheses);
  const size_t length = text.size() + magnitude.size() + (closes ? 1 : 0);
  if (pads && part.has(kZero) && static_cast<size_t>(part.width) > length) {
    text.append(static_cast<size_t>(part.width) - length, '0');
  }
  text += magnitude;
  return closes ? text + ")" : text;
}

bool JavaFormat::append_integer(const Part& part, const FormatArgument& argument, std::string& out) {
  if (argument.kind != FormatArgument::Kind::kInteger) return false;
  const bool negative = argument.integer < 0;
  const uint64_t magnitude =
      negative ? uint64_t{0} - static_cast<uint64_t>(argument.integer) : static_cast<uint64_t>(argument.integer);
  append_justified(signed_text(part, std::to_string(magnitude), negative, /*pads=*/true), part.width, part.has(kLeft),
                   out);
  return true;
}

std::string JavaFormat::bits_text(const Part& part, const FormatArgument& argument) {
  const uint64_t mask = argument.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << argument.bits) - 1;
  char digits[32];
  const char* end = std::to_chars(digits, digits + sizeof digits, static_cast<uint64_t>(argument.integer) & mask,
                                  part.conversion == 'x' ? 16 : 8)
                        .ptr;
  std::string text = !part.has(kAlternate) ? "" : part.conversion == 'x' ? "0x" : "0";
  const size_t length = text.size() + static_cast<size_t>(end - digits);
  if (part.has(kZero) && static_cast<size_t>(part.width) > length) {
    text.append(static_cast<size_t>(part.width) - length, '0');
  }
  return text.append(digits, static_cast<size_t>(end - digits));
}

std::string JavaFormat::real_text(const Part& part, double value) {
  if (std::isnan(value)) return "NaN";
  const bool negative = std::signbit(value);
  if (std::isinf(value)) return signed_text(part, "Infinity", negative, /*pads=*/false);
  const double magnitude = std::fabs(value);
  const int precision = part.precision < 0 ? 6 : part.precision;
  std::string text;
  if (part.conversion == 'g') {
    text = general_text(magnitude, std::max(precision, 1));
  } else {
    text = part.conversion == 'e' ? scientific_text(magnitude, precision) : fixed_text(magnitude, precision);
    if (part.has(kAlternate) && precision == 0) text.insert(std::min(text.find('e'), text.size()), 1, '.');
  }
  return signed_text(part, std::move(text), negative, /*pads=*/true);
}

}  // namespace eddyline::expression
