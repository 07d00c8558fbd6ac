#pragma once

#include <string_view>

namespace eddyline::sql {

/// What a client at a prompt says first; ends with an empty line.
std::string_view banner_text();
/// What HELP prints.
std::string_view help_text();

/// Cursor to the top, and nothing below it.
inline constexpr std::string_view kClearScreen = "\x1b[H\x1b[2J";
inline constexpr std::string_view kPrompt = "Flink SQL> ";
/// Before the further lines of a statement.
inline constexpr std::string_view kContinuationPrompt = "> ";

}  // namespace eddyline::sql
