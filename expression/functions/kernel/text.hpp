#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace eddyline::expression {

// Text is UTF-8 and SQL counts characters (code points). A byte that continues a character is 10xxxxxx; broken text is taken byte by
// byte without harm.

inline bool continues_character(char byte) { return (byte & 0xc0) == 0x80; }

inline bool is_ascii(std::string_view text) {
  unsigned char bits = 0;
  for (const char byte : text) bits |= static_cast<unsigned char>(byte);
  return bits < 0x80;
}

inline size_t count_characters(std::string_view text) {
  size_t count = 0;
  for (const char byte : text) count += continues_character(byte) ? 0 : 1;
  return count;
}

/// Bytes that the first `count` characters take; all bytes if there are no more.
inline size_t bytes_of_characters(std::string_view text, size_t count) {
  if (count >= text.size()) return text.size();
  size_t at = 0;
  while (at < text.size()) {
    if (!continues_character(text[at]) && count-- == 0) return at;
    ++at;
  }
  return at;
}

/// Bytes of the character that starts at the text's front; 0 for an empty text.
inline size_t first_character_bytes(std::string_view text) { return bytes_of_characters(text, 1); }

/// Code point at the text's front and its bytes; U+FFFD and 1 where the text is broken.
struct CodePoint {
  uint32_t value;
  size_t bytes;
};
inline CodePoint first_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1};
  const size_t bytes = lead >= 0xf0 ? 4 : (lead >= 0xe0 ? 3 : 2);
  if (lead < 0xc2 || bytes > text.size()) return {0xfffd, 1};
  uint32_t value = lead & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if (!continues_character(text[i])) return {0xfffd, 1};
    value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
  }
  return {value, bytes};
}

/// Appends a code point to a std::string or the like.
template <class Text>
void append_code_point(Text& text, uint32_t value) {
  if (value < 0x80) {
    text += static_cast<char>(value);
  } else if (value < 0x800) {
    text += static_cast<char>(0xc0 | value >> 6);
    text += static_cast<char>(0x80 | (value & 0x3f));
  } else if (value < 0x10000) {
    text += static_cast<char>(0xe0 | value >> 12);
    text += static_cast<char>(0x80 | (value >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (value & 0x3f));
  } else {
    text += static_cast<char>(0xf0 | value >> 18);
    text += static_cast<char>(0x80 | (value >> 12 & 0x3f));
    text += static_cast<char>(0x80 | (value >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (value & 0x3f));
  }
}

}  // namespace eddyline::expression
