#include "sql/parser/lexical/token_stream.hpp"

#include <algorithm>
#include <charconv>

#include "common/text/shortened_text.hpp"
#include "sql/parser/lexical/lexer.hpp"
#include "sql/parser/lexical/string_literal.hpp"
#include "sql/parser/lexical/unicode.hpp"

namespace eddyline::sql {

namespace {

/// An error whose message says in words where `position` is.
Status error_naming(std::string message, SourcePosition position) {
  return Status(ErrorCode::kParseError, std::move(message)).naming(position);
}

}  // namespace

Result<TokenStream> TokenStream::open(std::string_view text, SourcePosition start) {
  RETURN_IF_ERROR(check_text(text, start));
  TokenStream stream;
  stream.text_ = text;
  Lexer lexer(text, start);
  do {
    stream.tokens_.push_back(lexer.next());
  } while (stream.tokens_.back().kind != TokenKind::kEnd);
  return stream;
}

const Token& TokenStream::peek(size_t ahead) const {
  return tokens_[std::min(index_ + ahead, tokens_.size() - 1)];
}

bool TokenStream::is_name(const Token& token) const {
  return token.kind == TokenKind::kQuotedName || (token.kind == TokenKind::kWord && !is_reserved(token.keyword));
}

void TokenStream::advance() {
  if (index_ + 1 < tokens_.size()) ++index_;
  allowed_.clear();
}

bool TokenStream::at(Keyword keyword) {
  if (current().keyword == keyword) return true;
  allowed_.push_back({.keyword = keyword, .kind = TokenKind::kWord, .text = {}});
  return false;
}

bool TokenStream::at(TokenKind kind) {
  if (current().kind == kind) return true;
  allowed_.push_back({.keyword = Keyword::kNoKeyword, .kind = kind, .text = {}});
  return false;
}

bool TokenStream::at(std::initializer_list<Keyword> keywords) {
  size_t ahead = 0;
  for (const Keyword keyword : keywords) {
    if (!(ahead == 0 ? at(keyword) : peek_is(ahead, keyword))) return false;
    ++ahead;
  }
  return true;
}

bool TokenStream::accept(Keyword keyword) {
  if (!at(keyword)) return false;
  advance();
  return true;
}

bool TokenStream::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

bool TokenStream::accept(std::initializer_list<Keyword> keywords) {
  if (!at(keywords)) return false;
  for (size_t i = 0; i < keywords.size(); ++i) advance();
  return true;
}

Status TokenStream::expect(Keyword keyword) {
  return accept(keyword) ? Status() : unexpected();
}

Status TokenStream::expect(TokenKind kind) {
  return accept(kind) ? Status() : unexpected();
}

Status TokenStream::expect(std::initializer_list<Keyword> keywords) {
  for (const Keyword keyword : keywords) RETURN_IF_ERROR(expect(keyword));
  return {};
}

bool TokenStream::at_name() {
  if (is_name(current())) return true;
  allowed_.push_back({.keyword = Keyword::kNoKeyword, .kind = TokenKind::kQuotedName, .text = {}});
  allowed_.push_back({.keyword = Keyword::kNoKeyword, .kind = TokenKind::kWord, .text = {}});
  return false;
}

Result<Identifier> TokenStream::name() {
  if (!at_name()) return unexpected();
  const Token token = current();
  Identifier identifier{std::string(text(token)), token.position, token.kind == TokenKind::kQuotedName};
  if (identifier.quoted) {
    identifier.text = unquote(identifier.text, '`');
    if (identifier.text.empty()) return parse_error("A quoted identifier must not be empty.", token.position);
  }
  advance();
  return identifier;
}

Result<QualifiedName> TokenStream::qualified_name() {
  QualifiedName qualified;
  do {
    ASSIGN_OR_RETURN(Identifier part, name());
    qualified.parts.push_back(std::move(part));
  } while (accept(TokenKind::kDot));
  return qualified;
}

bool TokenStream::at_string() {
  const TokenKind kind = current().kind;
  if (kind == TokenKind::kEscapeString || kind == TokenKind::kUnicodeString) return true;
  return at(TokenKind::kString);
}

Result<StringLiteralNode> TokenStream::string() {
  if (!at_string()) return unexpected();
  const Token first = current();
  advance();
  if (first.kind == TokenKind::kEscapeString) return decode_escape_string(text(first), first.position);
  if (first.kind == TokenKind::kUnicodeString) {
    char escape = '\\';
    if (accept(Keyword::kUescape)) {
      if (!at(TokenKind::kString)) return unexpected();
      ASSIGN_OR_RETURN(escape, decode_unicode_escape(text(current()), position()));
      advance();
    }
    return decode_unicode_string(text(first), escape, first.position);
  }
  StringLiteralNode literal{unquote(text(first), '\''), first.position};
  // Literals on following lines continue the first one.
  uint32_t line = first.position.line;
  while (current().kind == TokenKind::kString) {
    if (position().line == line) return parse_error("String literal continued on same line", position());
    literal.text += unquote(text(current()), '\'');
    line = position().line;
    advance();
  }
  return literal;
}

Result<int32_t> TokenStream::small_integer() {
  if (!at(TokenKind::kInteger)) return unexpected();
  const std::string_view digits = text(current());
  int32_t value = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (parsed.ec != std::errc()) {
    return parse_error("Numeric literal '" + excerpt(digits) + "' out of range", position());
  }
  advance();
  return value;
}

std::string TokenStream::Allowed::to_string() const {
  if (!text.empty()) return std::string(text) + " ...";
  if (keyword != Keyword::kNoKeyword) return '"' + std::string(keyword_text(keyword)) + "\" ...";
  return token_kind_text(kind) + (kind == TokenKind::kEnd ? " " : " ...");
}

void TokenStream::allow(std::string_view what) {
  allowed_.push_back({.keyword = Keyword::kNoKeyword, .kind = TokenKind::kEnd, .text = what});
}

Status TokenStream::lexical_error() const {
  const Token& token = current();
  const std::string head = "Lexical error at " + to_string(token.position) + ".  ";
  switch (token.kind) {
    case TokenKind::kOpenString:
      return error_naming(head + "The string literal is not closed.", token.position);
    case TokenKind::kOpenQuotedName:
      return error_naming(head + "The quoted identifier is not closed.", token.position);
    case TokenKind::kOpenComment:
      return error_naming(head + "The comment is not closed.", token.position);
    default:
      return error_naming(head + "Encountered: \"" + std::string(text(token)) + "\"", token.position);
  }
}

Status TokenStream::unexpected() {
  const Token& token = current();
  if (token.kind >= TokenKind::kInvalid) return lexical_error();
  const std::string shown = token.kind == TokenKind::kEnd ? "<EOF>" : excerpt(text(token));
  std::string message = "Encountered \"" + shown + "\" at " + to_string(token.position) + ".";
  std::vector<std::string> lines;
  for (const Allowed& allowed : allowed_) lines.push_back(allowed.to_string());
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  if (!lines.empty()) message += lines.size() == 1 ? "\nWas expecting:" : "\nWas expecting one of:";
  for (const std::string& line : lines) message += "\n    " + line;
  return error_naming(std::move(message), token.position);
}

std::string_view TokenStream::text_since(const Token& first) const {
  const Token& last = tokens_[index_ == 0 ? 0 : index_ - 1];
  const size_t end = std::max<size_t>(first.offset, last.offset + last.length);
  return text_.substr(first.offset, end - first.offset);
}

std::string_view TokenStream::take_rest() {
  std::string_view rest = text_.substr(current().offset);
  index_ = tokens_.size() - 1;
  allowed_.clear();
  const auto trim = [&] {
    const size_t last = rest.find_last_not_of(" \t\r\n\f\v");
    rest = rest.substr(0, last == std::string_view::npos ? 0 : last + 1);
  };
  trim();
  if (rest.ends_with(';')) rest.remove_suffix(1);
  trim();
  return rest;
}

Status TokenStream::too_deep(uint32_t limit) const {
  return error_naming("The statement is nested too deeply at " + to_string(position()) + ": more than " +
                          std::to_string(limit) + " levels.",
                      position());
}

Status TokenStream::grow() {
  ++height_;
  return height_ > kMaxChain ? too_deep(kMaxChain) : Status();
}

Nesting::Nesting(TokenStream& tokens) : tokens_(tokens), outer_height_(tokens.height_) {
  tokens_.height_ = 0;
  ++tokens_.depth_;
}

Nesting::~Nesting() {
  tokens_.height_ = std::max(outer_height_, tokens_.height_ + 1);
  --tokens_.depth_;
}

Status Nesting::check() const {
  return tokens_.depth_ > kMaxNesting ? tokens_.too_deep(kMaxNesting) : Status();
}

}  // namespace eddyline::sql
