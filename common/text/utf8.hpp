#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace eddyline {

/// Where the first byte stands that is no part of well-formed UTF-8; none for well-formed text. Overlong forms, surrogates and code
/// points above U+10FFFF are malformed.
std::optional<size_t> first_malformed_utf8_byte(std::string_view bytes);

/// Appends the bytes as text: each malformed sequence becomes one U+FFFD.
/// Source   Java's UTF-8 decoder: a malformed sequence is the longest front of a character's form, else one byte; other than in
///          Unicode's advice, an encoded surrogate is one sequence.
void append_as_utf8(std::string& text, std::string_view bytes);

}  // namespace eddyline
