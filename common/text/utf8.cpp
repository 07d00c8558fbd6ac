#include "common/text/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace eddyline {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

/// The front of some bytes: one character, or one malformed sequence.
struct Sequence {
  size_t bytes;
  bool well_formed;
};

bool is_between(char byte, int low, int high) {
  const int value = static_cast<unsigned char>(byte);
  return low <= value && value <= high;
}

/// Bytes of the character that a byte >= 0x80 begins; 0 if it begins none.
size_t form_bytes(int lead) {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : (lead < 0xf0 ? 3 : 4);
}

/// Whether `second` may follow `lead`: no overlong form, no code point above U+10FFFF. Surrogates (ED A0 to ED BF) pass.
bool may_follow(int lead, char second) {
  const int low = lead == 0xe0 ? 0xa0 : (lead == 0xf0 ? 0x90 : 0x80);
  return is_between(second, low, lead == 0xf4 ? 0x8f : 0xbf);
}

/// Of bytes that begin with one >= 0x80.
Sequence first_sequence(std::string_view bytes) {
  const int lead = static_cast<unsigned char>(bytes[0]);
  const size_t form = form_bytes(lead);
  if (form == 0 || bytes.size() < 2 || !may_follow(lead, bytes[1])) return {1, false};
  size_t count = 2;
  while (count < form && count < bytes.size() && is_between(bytes[count], 0x80, 0xbf)) ++count;
  const bool surrogate = lead == 0xed && is_between(bytes[1], 0xa0, 0xbf);
  return {count, count == form && !surrogate};
}

/// Where the next byte >= 0x80 stands from `at` on, or the end: eight bytes at a time, as most text has none.
size_t skip_ascii(std::string_view bytes, size_t at) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  uint64_t word = 0;
  for (; at + sizeof(word) <= bytes.size(); at += sizeof(word)) {
    std::memcpy(&word, bytes.data() + at, sizeof(word));
    if ((word & kHighBits) != 0) break;
  }
  while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80) ++at;
  return at;
}

}  // namespace

std::optional<size_t> first_malformed_utf8_byte(std::string_view bytes) {
  size_t at = 0;
  while ((at = skip_ascii(bytes, at)) < bytes.size()) {
    const Sequence sequence = first_sequence(bytes.substr(at));
    if (!sequence.well_formed) return at;
    at += sequence.bytes;
  }
  return std::nullopt;
}

void append_as_utf8(std::string& text, std::string_view bytes) {
  while (const std::optional<size_t> malformed = first_malformed_utf8_byte(bytes)) {
    text.append(bytes.substr(0, *malformed));
    text.append(kReplacement);
    bytes.remove_prefix(*malformed + first_sequence(bytes.substr(*malformed)).bytes);
  }
  text.append(bytes);
}

}  // namespace eddyline
