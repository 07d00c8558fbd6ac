#pragma once

#include <string>
#include <string_view>

#include "sql/parser/ast_name.hpp"

namespace eddyline::sql {

/// The content of a token that begins and ends with `quote`, with doubled quotes made single.
std::string unquote(std::string_view token, char quote);

/// `e'..'`: \b \f \n \r \t, up to three octal digits, \x with one or two hexadecimal ones, \u with four and \U with
/// eight; any other character stands for itself.
Result<StringLiteralNode> decode_escape_string(std::string_view token, SourcePosition position);

/// `U&'..'`: the escape character and four hexadecimal digits are a UTF-16 unit, the escape character twice is itself.
Result<StringLiteralNode> decode_unicode_string(std::string_view token, char escape, SourcePosition position);

/// The character of `UESCAPE '..'`.
Result<char> decode_unicode_escape(std::string_view token, SourcePosition position);

/// The bytes of `X'..'` (the token may lack the X when it continues another).
Result<std::string> decode_binary_string(std::string_view token, SourcePosition position);

}  // namespace eddyline::sql
