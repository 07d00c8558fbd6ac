#include "sql/parser/lexical/string_literal.hpp"

#include <cstdint>

#include "sql/parser/lexical/unicode.hpp"

namespace eddyline::sql {

namespace {

int hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

struct Digits {
  uint32_t value = 0;
  size_t count = 0;
};

/// Up to `limit` digits of a base of 8 or 16 at the front.
Digits read_digits(std::string_view text, int base, size_t limit) {
  Digits digits;
  while (digits.count < limit && digits.count < text.size()) {
    const int digit = hexadecimal_digit(text[digits.count]);
    if (digit < 0 || digit >= base) break;
    digits.value = digits.value * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit);
    ++digits.count;
  }
  return digits;
}

/// Decodes what follows a backslash; returns how many bytes it took, 0 if it is wrong.
size_t decode_escape(std::string_view rest, std::string& out) {
  const auto numbered = [&](size_t prefix, int base, size_t least, size_t most) -> size_t {
    const Digits digits = read_digits(rest.substr(prefix), base, most);
    const bool good = digits.count >= least && append_code_point(out, digits.value);
    return good ? prefix + digits.count : 0;
  };
  switch (rest.front()) {
    case 'b':
      out += '\b';
      return 1;
    case 'f':
      out += '\f';
      return 1;
    case 'n':
      out += '\n';
      return 1;
    case 'r':
      out += '\r';
      return 1;
    case 't':
      out += '\t';
      return 1;
    case 'x':
      return numbered(1, 16, 1, 2);
    case 'u':
      return numbered(1, 16, 4, 4);
    case 'U':
      return numbered(1, 16, 8, 8);
    default:
      break;
  }
  if (rest.front() >= '0' && rest.front() <= '7') return numbered(0, 8, 1, 3);
  const size_t length = character_length(rest);
  out += rest.substr(0, length);
  return length;
}

bool is_high_surrogate(uint32_t unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
bool is_low_surrogate(uint32_t unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

}  // namespace

std::string unquote(std::string_view token, char quote) {
  std::string text;
  const std::string_view content = token.substr(1, token.size() - 2);
  text.reserve(content.size());
  for (size_t i = 0; i < content.size(); ++i) {
    text += content[i];
    if (content[i] == quote) ++i;
  }
  return text;
}

Result<StringLiteralNode> decode_escape_string(std::string_view token, SourcePosition position) {
  StringLiteralNode literal{{}, position};
  const std::string_view content = token.substr(2, token.size() - 3);
  size_t i = 0;
  while (i < content.size()) {
    if (content[i] == '\\') {
      const size_t taken = decode_escape(content.substr(i + 1), literal.text);
      if (taken == 0) {
        SourcePosition place = position;
        advance_position(place, token.substr(0, i + 2));
        return parse_error("Illegal escape sequence in a C-style string literal", place);
      }
      i += 1 + taken;
    } else {
      literal.text += content[i];
      i += content[i] == '\'' ? 2 : 1;
    }
  }
  return literal;
}

Result<StringLiteralNode> decode_unicode_string(std::string_view token, char escape, SourcePosition position) {
  StringLiteralNode literal{{}, position};
  const std::string content = unquote(token.substr(2), '\'');
  const auto unit_at = [&](size_t i) {
    if (i >= content.size() || content[i] != escape) return Digits();
    return read_digits(std::string_view(content).substr(i + 1), 16, 4);
  };
  size_t i = 0;
  while (i < content.size()) {
    if (content[i] != escape) {
      literal.text += content[i++];
    } else if (i + 1 < content.size() && content[i + 1] == escape) {
      literal.text += escape;
      i += 2;
    } else {
      Digits unit = unit_at(i);
      i += 5;
      if (unit.count == 4 && is_high_surrogate(unit.value)) {
        const Digits low = unit_at(i);
        if (low.count == 4 && is_low_surrogate(low.value)) {
          unit.value = 0x10000 + ((unit.value - 0xD800) << 10) + (low.value - 0xDC00);
          i += 5;
        }
      }
      if (unit.count != 4 || !append_code_point(literal.text, unit.value)) {
        return parse_error("Unicode escape sequence starting at character " + std::to_string(i - 5) +
                               " is not exactly four hex digits",
                           position);
      }
    }
  }
  return literal;
}

Result<char> decode_unicode_escape(std::string_view token, SourcePosition position) {
  const std::string text = unquote(token, '\'');
  const bool usable = text.size() == 1 && hexadecimal_digit(text[0]) < 0 &&
                      std::string_view("+'\" \t\r\n\f").find(text[0]) == std::string_view::npos &&
                      static_cast<uint8_t>(text[0]) < 0x80;
  if (!usable)
    return parse_error("UESCAPE must be a single character that is no hex digit, sign, quote or blank", position);
  return text[0];
}

Result<std::string> decode_binary_string(std::string_view token, SourcePosition position) {
  const size_t quote = token.find('\'');
  const std::string_view digits = token.substr(quote + 1, token.size() - quote - 2);
  for (const char c : digits) {
    if (hexadecimal_digit(c) < 0) {
      return parse_error("Binary literal string must contain only characters '0' - '9', 'A' - 'F'", position);
    }
  }
  if (digits.size() % 2 != 0) {
    return parse_error("Binary literal string must contain an even number of hexits", position);
  }
  std::string bytes;
  for (size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(hexadecimal_digit(digits[i]) * 16 + hexadecimal_digit(digits[i + 1]));
  }
  return bytes;
}

}  // namespace eddyline::sql
