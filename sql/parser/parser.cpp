#include "sql/parser/parser.hpp"

#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

/// Parses the whole text as one construct.
template <class T>
Result<T> parse_all(std::string_view text, SourcePosition start, Result<T> (*parse)(TokenStream&)) {
  ASSIGN_OR_RETURN(TokenStream tokens, TokenStream::open(text, start));
  ASSIGN_OR_RETURN(T result, parse(tokens));
  tokens.accept(TokenKind::kSemicolon);
  RETURN_IF_ERROR(tokens.expect(TokenKind::kEnd));
  return result;
}

}  // namespace

Result<StatementPtr> parse_statement(std::string_view text, SourcePosition start) {
  return parse_all<StatementPtr>(text, start, parse_statement);
}

Result<QueryPtr> parse_query(std::string_view text, SourcePosition start) {
  return parse_all<QueryPtr>(text, start, parse_query);
}

Result<ExpressionPtr> parse_expression(std::string_view text, SourcePosition start) {
  return parse_all<ExpressionPtr>(text, start, [](TokenStream& tokens) { return parse_expression(tokens); });
}

Result<TypeNode> parse_type(std::string_view text, SourcePosition start) {
  return parse_all<TypeNode>(text, start, parse_type);
}

}  // namespace eddyline::sql
