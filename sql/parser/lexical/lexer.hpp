#pragma once

#include <string_view>

#include "common/base/status.hpp"
#include "sql/parser/lexical/token.hpp"

namespace eddyline::sql {

/// Longest text the parser takes, so that offsets fit a token.
inline constexpr size_t kMaxTextBytes = 1U << 30;

/// Says whether a text can be read: UTF-8 (no overlong forms, no surrogates), at most kMaxTextBytes.
/// Errors: kParseError at the first bad byte.
Status check_text(std::string_view text, SourcePosition start);

/// Cuts a text into tokens. Never fails: what is no token comes as kInvalid or kOpen... and is the parser's to refuse.
/// The text must have passed check_text() and outlive the lexer.
class Lexer {
 public:
  explicit Lexer(std::string_view text, SourcePosition start = {}) : text_(text), position_(start) {}

  /// The next token; kEnd from the end on.
  Token next();

  /// A hint block is open: its comment end is a token.
  bool in_hint() const { return in_hint_; }

 private:
  char at(size_t ahead) const { return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0'; }
  void advance_to(size_t offset);
  Token finish(TokenKind kind, size_t length);

  /// Steps over blanks and comments; false at a comment that isn't closed.
  bool skip_blanks();
  Token quoted(TokenKind kind, TokenKind open_kind, size_t prefix_length, char quote);
  Token escape_string();
  Token word();
  Token number();
  Token operator_or_bracket();

  std::string_view text_;
  size_t offset_ = 0;
  SourcePosition position_;
  bool in_hint_ = false;
};

}  // namespace eddyline::sql
