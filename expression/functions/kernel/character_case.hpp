#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eddyline::expression {

// Letters and their cases for all of Unicode, without regard to the process's locale.

/// Appends the text in upper or lower case. As Java: the German sharp s becomes SS in upper case.
void append_upper(std::string& out, std::string_view text);
void append_lower(std::string& out, std::string_view text);

bool is_letter(uint32_t code_point);
bool is_decimal_digit(uint32_t code_point);

}  // namespace eddyline::expression
