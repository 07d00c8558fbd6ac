#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sql/parser/ast_name.hpp"
#include "sql/parser/lexical/token.hpp"

namespace eddyline::sql {

/// Levels of nesting a statement may have: parentheses, calls, subqueries. Bounds the recursion of the grammar, whose frames
/// take up to 10 KB a level in a sanitized build.
inline constexpr uint32_t kMaxNesting = 250;
/// Operators one after another that make a tree higher without nesting: a + b + c, a JOIN b JOIN c.
/// No tree the parser returns is higher than the sum of both, which bounds recursion over trees.
inline constexpr uint32_t kMaxChain = 1000;

/// The tokens of one statement and a place in them: what the grammar functions share.
///
/// Every question asked at the current place (accept, expect, at) is remembered until the place moves, so that an error
/// can list what was allowed there. peek() asks without being remembered.
class TokenStream {
 public:
  /// Errors: kParseError for text that is not UTF-8.
  static Result<TokenStream> open(std::string_view text, SourcePosition start);

  const Token& current() const { return tokens_[index_]; }
  SourcePosition position() const { return current().position; }
  /// The token `ahead` places on; the end token beyond the end.
  const Token& peek(size_t ahead = 1) const;
  bool peek_is(size_t ahead, Keyword keyword) const { return peek(ahead).keyword == keyword; }
  bool peek_is(size_t ahead, TokenKind kind) const { return peek(ahead).kind == kind; }
  std::string_view text(const Token& token) const { return text_.substr(token.offset, token.length); }
  bool at_end() const { return current().kind == TokenKind::kEnd; }
  /// A name or a non-reserved word.
  bool is_name(const Token& token) const;

  void advance();

  bool at(Keyword keyword);
  bool at(TokenKind kind);
  /// Whether a run of keywords follows; only its first is remembered.
  bool at(std::initializer_list<Keyword> keywords);
  /// Steps over it if it is there.
  bool accept(Keyword keyword);
  bool accept(TokenKind kind);
  /// All of the words or none.
  bool accept(std::initializer_list<Keyword> keywords);
  Status expect(Keyword keyword);
  Status expect(TokenKind kind);
  Status expect(std::initializer_list<Keyword> keywords);

  bool at_name();
  Result<Identifier> name();
  Result<QualifiedName> qualified_name();
  bool at_string();
  /// A character literal of any form, decoded.
  Result<StringLiteralNode> string();
  /// An unsigned integer that fits.
  Result<int32_t> small_integer();

  /// "Encountered "x" at line 1, column 5.\nWas expecting one of:\n ..." for the current token.
  Status unexpected();
  /// Lists `what` (e.g. "<EXPRESSION>") among the allowed ones.
  void allow(std::string_view what);

  /// Bytes of text from a token's start to the end of the last consumed token.
  std::string_view text_since(const Token& first) const;
  /// Everything behind the current token's start, without a `;` and blanks at the end; then moves to the end.
  std::string_view take_rest();

  /// Grows the tree being read by a level above all read so far in this Nesting, e.g. when a left operand gets a
  /// parent.
  Status grow();

 private:
  friend class Nesting;

  TokenStream() = default;
  Status too_deep(uint32_t limit) const;
  Status lexical_error() const;

  struct Allowed {
    Keyword keyword = Keyword::kNoKeyword;
    TokenKind kind = TokenKind::kEnd;
    std::string_view text;
    std::string to_string() const;
  };

  std::string_view text_;
  std::vector<Token> tokens_;
  size_t index_ = 0;
  std::vector<Allowed> allowed_;
  uint32_t depth_ = 0;
  /// Height of what was read so far inside the innermost Nesting.
  uint32_t height_ = 0;
};

/// One level of recursion of the grammar, alive while what it reads is read. Keep check() before anything is read.
class Nesting {
 public:
  explicit Nesting(TokenStream& tokens);
  ~Nesting();
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

  Status check() const;

 private:
  TokenStream& tokens_;
  uint32_t outer_height_;
};

}  // namespace eddyline::sql
