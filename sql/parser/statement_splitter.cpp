#include "sql/parser/statement_splitter.hpp"

#include "sql/parser/lexical/lexer.hpp"
#include "sql/parser/lexical/unicode.hpp"

namespace eddyline::sql {

namespace {

/// Follows the words of one statement far enough to know whether a `;` ends it.
class BlockTracker {
 public:
  void see(const Token& token) {
    if (in_block_) {
      // The END of a CASE stands elsewhere than at a statement's start.
      if (at_start_ && token.keyword == Keyword::kEnd) in_block_ = false;
      at_start_ = token.kind == TokenKind::kSemicolon;
      return;
    }
    constexpr Keyword kOpening[] = {Keyword::kStatement, Keyword::kSet, Keyword::kBegin};
    if (token.keyword == kOpening[matched_]) {
      ++matched_;
    } else {
      matched_ = token.keyword == kOpening[0] ? 1 : 0;
    }
    if (matched_ == 3) {
      matched_ = 0;
      in_block_ = true;
      at_start_ = true;
    }
  }

  bool in_block() const { return in_block_; }

 private:
  size_t matched_ = 0;
  bool in_block_ = false;
  bool at_start_ = false;
};

OpenEnd open_end_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::kOpenString:
      return OpenEnd::kString;
    case TokenKind::kOpenQuotedName:
      return OpenEnd::kQuotedName;
    case TokenKind::kOpenComment:
      return OpenEnd::kComment;
    default:
      return OpenEnd::kNone;
  }
}

class Splitter {
 public:
  Splitter(std::string_view text, SourcePosition start) : text_(text), lexer_(text, start) {}

  SplitScript run() {
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::kEnd) break;
      if (const OpenEnd open = open_end_of(token.kind); open != OpenEnd::kNone) script_.open_end = open;
      take(token);
    }
    finish();
    return std::move(script_);
  }

 private:
  void take(const Token& token) {
    const bool ends = token.kind == TokenKind::kSemicolon && !lexer_.in_hint() && !block_.in_block();
    if (ends) {
      close(true);
      return;
    }
    if (!open_) {
      open_ = true;
      first_ = token;
    }
    last_ = token;
    block_.see(token);
  }

  void close(bool terminated) {
    if (open_) {
      const size_t end = last_.offset + last_.length;
      script_.statements.push_back({text_.substr(first_.offset, end - first_.offset), first_.position, terminated});
    }
    open_ = false;
    block_ = BlockTracker();
  }

  void finish() {
    if (open_ && script_.open_end == OpenEnd::kNone) {
      script_.open_end = OpenEnd::kMissingTerminator;
      if (lexer_.in_hint()) script_.open_end = OpenEnd::kHint;
      if (block_.in_block()) script_.open_end = OpenEnd::kStatementSet;
    }
    close(false);
  }

  std::string_view text_;
  Lexer lexer_;
  BlockTracker block_;
  SplitScript script_;
  bool open_ = false;
  Token first_;
  Token last_;
};

}  // namespace

Result<SplitScript> split_statements(std::string_view text, SourcePosition start) {
  // What editors put before a file to say that it is UTF-8 is no part of it.
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Status readable = check_text(text, start);
  if (readable.ok()) return Splitter(text, start).run();
  if (text.size() > kMaxTextBytes) return readable;
  // As with a quote that is not closed, what stands before it is good.
  SplitScript script = Splitter(text.substr(0, valid_utf8_length(text)), start).run();
  std::erase_if(script.statements, [](const StatementText& statement) { return !statement.terminated; });
  script.open_end = OpenEnd::kNone;
  script.unreadable = std::move(readable);
  return script;
}

}  // namespace eddyline::sql
