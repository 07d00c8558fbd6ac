// Text as a JSON string and back: JSON_QUOTE, JSON_UNQUOTE.
#include <optional>

#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/text.hpp"
#include "expression/functions/kernel/text_limit.hpp"

namespace eddyline::expression {
namespace {

using Text = std::string_view;

constexpr Text kHexDigits = "0123456789abcdef";
// Letters of escapes, and the characters that they stand for at the same places.
constexpr Text kEscapeLetters = "\"\\/bfnrt";
constexpr Text kEscaped = "\"\\/\b\f\n\r\t";

void append_unit(std::string& out, uint32_t unit) {
  out += "\\u";
  for (const int shift : {12, 8, 4, 0}) out += kHexDigits[(unit >> shift) & 15];
}

void append_quoted(std::string& out, uint32_t code_point) {
  const size_t escape = code_point < 0x80 ? kEscaped.find(static_cast<char>(code_point)) : Text::npos;
  if (escape != Text::npos) {
    out += '\\';
    out += kEscapeLetters[escape];
  } else if (code_point >= 0x20 && code_point < 0x7f) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x10000) {
    append_unit(out, code_point);
  } else {
    append_unit(out, 0xd800 + ((code_point - 0x10000) >> 10));
    append_unit(out, 0xdc00 + ((code_point - 0x10000) & 0x3ff));
  }
}

struct QuoteRow {
  std::string quoted;
  void operator()(ResultCell cell, Text text) {
    quoted = '"';
    while (!text.empty()) {
      // The longest writing of a character, and the quote at the end.
      if (quoted.size() > kMadeTextBytesMax - 13) return cell.fail(made_text_too_long("JSON_QUOTE"));
      const auto [code_point, bytes] = first_code_point(text);
      append_quoted(quoted, code_point);
      text.remove_prefix(bytes);
    }
    quoted += '"';
    cell.set(Text(quoted));
  }
};

/// Four hexadecimal digits at `at`.
std::optional<uint32_t> read_unit(Text text, size_t at) {
  if (at + 4 > text.size()) return std::nullopt;
  uint32_t unit = 0;
  for (size_t i = at; i < at + 4; ++i) {
    const char c = text[i];
    const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    const size_t digit = kHexDigits.find(lower);
    if (digit == Text::npos) return std::nullopt;
    unit = unit * 16 + static_cast<uint32_t>(digit);
  }
  return unit;
}

/// Reads the escape behind a backslash; false if there is none.
bool read_escape(Text text, size_t& at, std::string& out) {
  if (at >= text.size()) return false;
  const char letter = text[at++];
  if (letter != 'u') {
    const size_t escape = kEscapeLetters.find(letter);
    if (escape == Text::npos) return false;
    out += kEscaped[escape];
    return true;
  }
  const std::optional<uint32_t> first = read_unit(text, at);
  if (!first) return false;
  at += 4;
  uint32_t code_point = *first;
  if (code_point >= 0xd800 && code_point < 0xdc00 && text.substr(at).starts_with("\\u")) {
    const std::optional<uint32_t> second = read_unit(text, at + 2);
    if (second && *second >= 0xdc00 && *second < 0xe000) {
      code_point = 0x10000 + ((code_point - 0xd800) << 10) + (*second - 0xdc00);
      at += 6;
    }
  }
  // Half of a pair is no character.
  append_code_point(out, code_point >= 0xd800 && code_point < 0xe000 ? '?' : code_point);
  return true;
}

bool unquote(Text text, std::string& out) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
  text = text.substr(1, text.size() - 2);
  for (size_t at = 0; at < text.size();) {
    const char c = text[at++];
    if (c == '"' || static_cast<unsigned char>(c) < 0x20) return false;
    if (c != '\\') {
      out += c;
    } else if (!read_escape(text, at, out)) {
      return false;
    }
  }
  return true;
}

struct UnquoteRow {
  std::string unquoted;
  void operator()(ResultCell cell, Text text) {
    unquoted.clear();
    cell.set(unquote(text, unquoted) ? Text(unquoted) : text);
  }
};

}  // namespace

void register_text_json(FunctionRegistry& registry);
void register_text_json(FunctionRegistry& registry) {
  registry.add(make_function("JSON_QUOTE", "The text as a JSON string.", {{{Family::kCharacter}, always(DataType::string())}},
                             make_row_kernel<Text>(QuoteRow())));
  registry.add(make_function("JSON_UNQUOTE", "The text of a JSON string; another text as it is.",
                             {{{Family::kCharacter}, always(DataType::string())}}, make_row_kernel<Text>(UnquoteRow())));
}

}  // namespace eddyline::expression
