#include "sql/parser/lexical/lexer.hpp"

#include <algorithm>
#include <cstdio>

#include "sql/parser/lexical/unicode.hpp"

namespace eddyline::sql {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr std::string_view kBlanks = " \t\n\r\f\v";

bool is_blank(char c) {
  return kBlanks.find(c) != std::string_view::npos;
}

}  // namespace

Status check_text(std::string_view text, SourcePosition start) {
  if (text.size() > kMaxTextBytes) {
    return parse_error("The text has " + std::to_string(text.size()) + " bytes; at most " +
                           std::to_string(kMaxTextBytes) + " can be read.",
                       start);
  }
  const size_t valid = valid_utf8_length(text);
  if (valid == text.size()) return {};
  SourcePosition position = start;
  advance_position(position, text.substr(0, valid));
  char byte[8];
  std::snprintf(byte, sizeof byte, "0x%02X", static_cast<unsigned>(static_cast<uint8_t>(text[valid])));
  return Status(ErrorCode::kParseError,
                "Lexical error at " + to_string(position) + ". The text is not UTF-8: unexpected byte " + byte + ".")
      .naming(position);
}

void Lexer::advance_to(size_t offset) {
  advance_position(position_, text_.substr(offset_, offset - offset_));
  offset_ = offset;
}

Token Lexer::finish(TokenKind kind, size_t length) {
  Token token{kind, Keyword::kNoKeyword, static_cast<uint32_t>(offset_), static_cast<uint32_t>(length), position_};
  advance_to(offset_ + length);
  return token;
}

bool Lexer::skip_blanks() {
  while (offset_ < text_.size()) {
    if (is_blank(at(0))) {
      // All at once: a line end of two characters must not be cut.
      advance_to(std::min(text_.find_first_not_of(kBlanks, offset_), text_.size()));
    } else if (at(0) == '-' && at(1) == '-') {
      advance_to(std::min(text_.find_first_of("\r\n", offset_), text_.size()));
    } else if (at(0) == '/' && at(1) == '*' && (at(2) != '+' || in_hint_)) {
      const size_t end = text_.find("*/", offset_ + 2);
      if (end == std::string_view::npos) return false;
      advance_to(end + 2);
    } else {
      break;
    }
  }
  return true;
}

Token Lexer::next() {
  if (!skip_blanks()) return finish(TokenKind::kOpenComment, text_.size() - offset_);
  if (offset_ == text_.size()) return finish(TokenKind::kEnd, 0);
  const char first = at(0);
  if (first == '\'') return quoted(TokenKind::kString, TokenKind::kOpenString, 1, '\'');
  if (first == '`') return quoted(TokenKind::kQuotedName, TokenKind::kOpenQuotedName, 1, '`');
  if ((first == 'e' || first == 'E') && at(1) == '\'') return escape_string();
  if ((first == 'x' || first == 'X') && at(1) == '\'') {
    return quoted(TokenKind::kBinaryString, TokenKind::kOpenString, 2, '\'');
  }
  if ((first == 'u' || first == 'U') && at(1) == '&' && at(2) == '\'') {
    return quoted(TokenKind::kUnicodeString, TokenKind::kOpenString, 3, '\'');
  }
  if (is_digit(first) || (first == '.' && is_digit(at(1)))) return number();
  if (name_character_length(text_.substr(offset_)) > 0) return word();
  return operator_or_bracket();
}

Token Lexer::quoted(TokenKind kind, TokenKind open_kind, size_t prefix_length, char quote) {
  size_t end = offset_ + prefix_length;
  while (true) {
    end = text_.find(quote, end);
    if (end == std::string_view::npos) return finish(open_kind, text_.size() - offset_);
    if (end + 1 == text_.size() || text_[end + 1] != quote) return finish(kind, end + 1 - offset_);
    end += 2;
  }
}

Token Lexer::escape_string() {
  for (size_t i = offset_ + 2; i < text_.size(); ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (text_[i] == '\'') {
      if (i + 1 == text_.size() || text_[i + 1] != '\'') return finish(TokenKind::kEscapeString, i + 1 - offset_);
      ++i;
    }
  }
  return finish(TokenKind::kOpenString, text_.size() - offset_);
}

Token Lexer::word() {
  size_t length = 0;
  while (true) {
    const std::string_view rest = text_.substr(offset_ + length);
    const size_t step = name_character_length(rest);
    if (step == 0 && (rest.empty() || !is_digit(rest.front()))) break;
    length += step == 0 ? 1 : step;
  }
  const Keyword keyword = find_keyword(text_.substr(offset_, length));
  Token token = finish(TokenKind::kWord, length);
  token.keyword = keyword;
  return token;
}

Token Lexer::number() {
  size_t length = 0;
  const auto take_digits = [&] {
    while (is_digit(at(length))) ++length;
  };
  take_digits();
  TokenKind kind = TokenKind::kInteger;
  if (at(length) == '.') {
    kind = TokenKind::kDecimal;
    ++length;
    take_digits();
  }
  const size_t sign = at(length + 1) == '+' || at(length + 1) == '-' ? 1 : 0;
  if ((at(length) == 'e' || at(length) == 'E') && is_digit(at(length + 1 + sign))) {
    kind = TokenKind::kApproximate;
    length += 1 + sign;
    take_digits();
  }
  return finish(kind, length);
}

Token Lexer::operator_or_bracket() {
  const std::string_view rest = text_.substr(offset_);
  if (rest.starts_with("/*+")) {
    in_hint_ = true;
    return finish(TokenKind::kHintBegin, 3);
  }
  if (in_hint_ && rest.starts_with("*/")) {
    in_hint_ = false;
    return finish(TokenKind::kHintEnd, 2);
  }
  for (const Punctuation& entry : punctuation()) {
    if (rest.starts_with(entry.text)) return finish(entry.kind, entry.text.size());
  }
  return finish(TokenKind::kInvalid, character_length(rest));
}

}  // namespace eddyline::sql
