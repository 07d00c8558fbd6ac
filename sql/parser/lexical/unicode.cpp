#include "sql/parser/lexical/unicode.hpp"

#include <algorithm>
#include <array>

namespace eddyline::sql {

namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};

// The letters of the dialect beyond ASCII.
constexpr Range kLetters[] = {
    {0x00C0, 0x00D6}, {0x00D8, 0x00F6}, {0x00F8, 0x00FF}, {0x0100, 0x1FFF}, {0x3040, 0x318F},
    {0x3300, 0x337F}, {0x3400, 0x3D2D}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
};

bool is_continuation(char c) {
  return (static_cast<uint8_t>(c) & 0xC0) == 0x80;
}

/// Length announced by a lead byte; 0 for none.
size_t announced_length(uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

uint32_t code_point_of(std::string_view character) {
  constexpr std::array<uint32_t, 5> kLeadMask = {0, 0x7F, 0x1F, 0x0F, 0x07};
  uint32_t code_point = static_cast<uint8_t>(character[0]) & kLeadMask[character.size()];
  for (const char c : character.substr(1)) code_point = code_point << 6 | (static_cast<uint8_t>(c) & 0x3F);
  return code_point;
}

/// The first character's length if its bytes are well formed, else 0.
size_t valid_character_length(std::string_view text) {
  const size_t length = announced_length(static_cast<uint8_t>(text[0]));
  if (length == 0 || length > text.size()) return 0;
  if (!std::ranges::all_of(text.substr(1, length - 1), is_continuation)) return 0;
  const uint32_t code_point = code_point_of(text.substr(0, length));
  const bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  return overlong || surrogate || code_point > 0x10FFFF ? 0 : length;
}

}  // namespace

size_t character_length(std::string_view text) {
  return announced_length(static_cast<uint8_t>(text[0]));
}

size_t name_character_length(std::string_view text) {
  if (text.empty()) return 0;
  const char first = text[0];
  if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' || first == '$') return 1;
  if (static_cast<uint8_t>(first) < 0x80) return 0;
  const size_t length = character_length(text);
  const uint32_t code_point = code_point_of(text.substr(0, length));
  const bool letter =
      std::ranges::any_of(kLetters, [&](Range range) { return code_point >= range.first && code_point <= range.last; });
  return letter ? length : 0;
}

size_t valid_utf8_length(std::string_view text) {
  size_t offset = 0;
  while (offset < text.size()) {
    if (static_cast<uint8_t>(text[offset]) < 0x80) {
      ++offset;
      continue;
    }
    const size_t length = valid_character_length(text.substr(offset));
    if (length == 0) break;
    offset += length;
  }
  return offset;
}

size_t count_characters(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return !is_continuation(c); }));
}

void advance_position(SourcePosition& position, std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const bool half_of_pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (half_of_pair) continue;
    if (text[i] == '\n' || text[i] == '\r') {
      ++position.line;
      position.column = 1;
    } else if (!is_continuation(text[i])) {
      ++position.column;
    }
  }
}

bool append_code_point(std::string& out, uint32_t code_point) {
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) return false;
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
    return true;
  }
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code_point >> shift & 0x3F)); };
  if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | code_point >> 6);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | code_point >> 12);
    tail(6);
  } else {
    out += static_cast<char>(0xF0 | code_point >> 18);
    tail(12);
    tail(6);
  }
  tail(0);
  return true;
}

}  // namespace eddyline::sql
