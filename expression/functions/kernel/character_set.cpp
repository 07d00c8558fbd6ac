#include "expression/functions/kernel/character_set.hpp"

#include <algorithm>
#include <cctype>

#include "common/text/utf8.hpp"
#include "expression/functions/kernel/text.hpp"

namespace eddyline::expression {
namespace {

constexpr uint32_t kReplacement = 0xfffd;

void append_unit(std::string& out, uint32_t unit, bool big_end) {
  const char high = static_cast<char>(unit >> 8 & 0xff);
  const char low = static_cast<char>(unit & 0xff);
  out += big_end ? high : low;
  out += big_end ? low : high;
}

void append_utf16(std::string& out, uint32_t point, bool big_end) {
  if (point < 0x10000) return append_unit(out, point, big_end);
  append_unit(out, 0xd800 + ((point - 0x10000) >> 10), big_end);
  append_unit(out, 0xdc00 + ((point - 0x10000) & 0x3ff), big_end);
}

std::string decode_utf16(std::string_view bytes, bool big_end) {
  std::string text;
  const auto unit_at = [&](size_t at) -> uint32_t {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return big_end ? uint32_t{first} << 8 | second : uint32_t{second} << 8 | first;
  };
  size_t at = 0;
  for (; at + 1 < bytes.size(); at += 2) {
    const uint32_t unit = unit_at(at);
    const bool pair = unit >= 0xd800 && unit < 0xdc00 && at + 3 < bytes.size() && (unit_at(at + 2) & 0xfc00) == 0xdc00;
    if (pair) {
      append_code_point(text, 0x10000 + ((unit & 0x3ff) << 10) + (unit_at(at + 2) & 0x3ff));
      at += 2;
    } else {
      append_code_point(text, (unit & 0xf800) == 0xd800 ? kReplacement : unit);
    }
  }
  if (at < bytes.size()) append_code_point(text, kReplacement);
  return text;
}

}  // namespace

std::optional<CharacterSet> find_character_set(std::string_view name) {
  std::string upper(name);
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (upper == "UTF-8" || upper == "UTF8") return CharacterSet::kUtf8;
  if (upper == "US-ASCII" || upper == "ASCII") return CharacterSet::kUsAscii;
  if (upper == "ISO-8859-1" || upper == "LATIN1") return CharacterSet::kIso88591;
  if (upper == "UTF-16") return CharacterSet::kUtf16;
  if (upper == "UTF-16BE") return CharacterSet::kUtf16Be;
  if (upper == "UTF-16LE") return CharacterSet::kUtf16Le;
  return std::nullopt;
}

std::string encode_text(std::string_view text, CharacterSet set) {
  std::string bytes;
  if (set == CharacterSet::kUtf8) {
    append_as_utf8(bytes, text);
    return bytes;
  }
  if (set == CharacterSet::kUtf16) append_unit(bytes, 0xfeff, true);
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (set == CharacterSet::kUsAscii || set == CharacterSet::kIso88591) {
      const uint32_t limit = set == CharacterSet::kUsAscii ? 0x80 : 0x100;
      bytes += point.value < limit ? static_cast<char>(point.value) : '?';
    } else {
      append_utf16(bytes, point.value, set != CharacterSet::kUtf16Le);
    }
    text.remove_prefix(point.bytes);
  }
  return bytes;
}

std::string decode_text(std::string_view bytes, CharacterSet set) {
  std::string text;
  switch (set) {
    case CharacterSet::kUtf8:
      append_as_utf8(text, bytes);
      return text;
    case CharacterSet::kUtf16Be:
      return decode_utf16(bytes, true);
    case CharacterSet::kUtf16Le:
      return decode_utf16(bytes, false);
    case CharacterSet::kUtf16: {
      const bool marked = bytes.starts_with("\xfe\xff") || bytes.starts_with("\xff\xfe");
      const bool big_end = !bytes.starts_with("\xff\xfe");
      return decode_utf16(marked ? bytes.substr(2) : bytes, big_end);
    }
    case CharacterSet::kUsAscii:
    case CharacterSet::kIso88591:
      break;
  }
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    append_code_point(text, set == CharacterSet::kUsAscii && value >= 0x80 ? kReplacement : value);
  }
  return text;
}

}  // namespace eddyline::expression
