#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/status.hpp"

namespace eddyline::sql {

/// Bytes of the first character of a text that is valid UTF-8 and not empty.
size_t character_length(std::string_view text);

/// Bytes of the first character if a name may start with it (letters of any script, `_`, `$`), else 0; digits give 0.
size_t name_character_length(std::string_view text);

/// Bytes at the front that are valid UTF-8: the whole size for a valid text.
size_t valid_utf8_length(std::string_view text);

/// Characters of valid UTF-8.
size_t count_characters(std::string_view text);

/// Moves a position over a text: `\n`, `\r` and `\r\n` end a line, every other character is one column.
/// A `\r\n` must not be cut between two calls.
void advance_position(SourcePosition& position, std::string_view text);

/// Writes a code point as UTF-8; false for surrogates and what lies beyond U+10FFFF.
bool append_code_point(std::string& out, uint32_t code_point);

}  // namespace eddyline::sql
