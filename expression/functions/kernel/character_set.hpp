#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace eddyline::expression {

/// The character sets that ENCODE and DECODE know.
enum class CharacterSet : uint8_t { kUsAscii, kIso88591, kUtf8, kUtf16, kUtf16Be, kUtf16Le };

/// By its Java name in any case: "UTF-8", "ISO-8859-1".
std::optional<CharacterSet> find_character_set(std::string_view name);

/// Characters that the set lacks become '?'. UTF-16 gets a mark of its byte order, big end first.
std::string encode_text(std::string_view text, CharacterSet set);
/// What is no character becomes U+FFFD.
std::string decode_text(std::string_view bytes, CharacterSet set);

}  // namespace eddyline::expression
