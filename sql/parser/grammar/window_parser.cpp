#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

Result<FrameBound> parse_bound(TokenStream& tokens) {
  FrameBound bound;
  bound.position = tokens.position();
  if (tokens.accept(Keyword::kCurrent)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kRow));
    return bound;
  }
  const bool unbounded = tokens.accept(Keyword::kUnbounded);
  if (!unbounded) {
    // The AND of BETWEEN is not the operator.
    ASSIGN_OR_RETURN(bound.offset, parse_expression(tokens, precedence::kAnd + 1));
  }
  if (tokens.accept(Keyword::kPreceding)) {
    bound.kind = unbounded ? FrameBoundKind::kUnboundedPreceding : FrameBoundKind::kPreceding;
  } else {
    RETURN_IF_ERROR(tokens.expect(Keyword::kFollowing));
    bound.kind = unbounded ? FrameBoundKind::kUnboundedFollowing : FrameBoundKind::kFollowing;
  }
  return bound;
}

Result<std::optional<WindowFrame>> parse_frame(TokenStream& tokens) {
  WindowFrame frame;
  frame.position = tokens.position();
  frame.rows = tokens.accept(Keyword::kRows);
  if (!frame.rows && !tokens.accept(Keyword::kRange)) return std::optional<WindowFrame>();
  const bool between = tokens.accept(Keyword::kBetween);
  ASSIGN_OR_RETURN(frame.start, parse_bound(tokens));
  if (between) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kAnd));
    ASSIGN_OR_RETURN(frame.end, parse_bound(tokens));
  }
  return std::optional<WindowFrame>(std::move(frame));
}

}  // namespace

Result<WindowSpecification> parse_window_specification(TokenStream& tokens) {
  WindowSpecification specification;
  specification.position = tokens.position();
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  if (tokens.is_name(tokens.current())) {
    ASSIGN_OR_RETURN(specification.base, tokens.name());
  }
  if (tokens.accept(Keyword::kPartition)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kBy));
    ASSIGN_OR_RETURN(specification.partition_by, parse_expressions(tokens));
  }
  ASSIGN_OR_RETURN(specification.order_by, parse_order_by(tokens));
  ASSIGN_OR_RETURN(specification.frame, parse_frame(tokens));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return specification;
}

}  // namespace eddyline::sql
