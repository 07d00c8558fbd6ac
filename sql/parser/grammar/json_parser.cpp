#include <optional>

#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

std::optional<JsonFunctionType> json_function_at(const TokenStream& tokens) {
  if (!tokens.peek_is(1, TokenKind::kLeftParenthesis)) return std::nullopt;
  switch (tokens.current().keyword) {
    case Keyword::kJsonExists:
      return JsonFunctionType::kExists;
    case Keyword::kJsonValue:
      return JsonFunctionType::kValue;
    case Keyword::kJsonQuery:
      return JsonFunctionType::kQuery;
    case Keyword::kJsonObject:
      return JsonFunctionType::kObject;
    case Keyword::kJsonArray:
      return JsonFunctionType::kArray;
    case Keyword::kJsonObjectagg:
      return JsonFunctionType::kObjectAgg;
    case Keyword::kJsonArrayagg:
      return JsonFunctionType::kArrayAgg;
    default:
      return std::nullopt;
  }
}

Result<JsonBehavior> parse_behavior(TokenStream& tokens) {
  if (tokens.accept(Keyword::kError)) return JsonBehavior::kError;
  if (tokens.accept(Keyword::kNull)) return JsonBehavior::kNull;
  if (tokens.accept(Keyword::kTrue)) return JsonBehavior::kTrue;
  if (tokens.accept(Keyword::kFalse)) return JsonBehavior::kFalse;
  if (tokens.accept(Keyword::kUnknown)) return JsonBehavior::kUnknown;
  if (tokens.accept(Keyword::kDefault)) return JsonBehavior::kDefault;
  if (!tokens.accept(Keyword::kEmpty)) return tokens.unexpected();
  if (tokens.accept(Keyword::kArray)) return JsonBehavior::kEmptyArray;
  RETURN_IF_ERROR(tokens.expect(Keyword::kObject));
  return JsonBehavior::kEmptyObject;
}

/// `NULL ON EMPTY`, `DEFAULT 1 ON ERROR` ..., until the `)`.
Status parse_behaviors(TokenStream& tokens, JsonFunction& call) {
  while (!tokens.at(TokenKind::kRightParenthesis)) {
    ASSIGN_OR_RETURN(const JsonBehavior behavior, parse_behavior(tokens));
    ExpressionPtr value;
    if (behavior == JsonBehavior::kDefault) {
      ASSIGN_OR_RETURN(value, parse_expression(tokens));
    }
    RETURN_IF_ERROR(tokens.expect(Keyword::kOn));
    const SourcePosition position = tokens.position();
    const bool empty = call.type != JsonFunctionType::kExists && tokens.accept(Keyword::kEmpty);
    if (!empty) RETURN_IF_ERROR(tokens.expect(Keyword::kError));
    JsonBehavior& slot = empty ? call.on_empty : call.on_error;
    if (slot != JsonBehavior::kNone) {
      return parse_error(std::string("The clause ON ") + (empty ? "EMPTY" : "ERROR") + " is given twice", position);
    }
    slot = behavior;
    (empty ? call.default_on_empty : call.default_on_error) = std::move(value);
  }
  return {};
}

/// `WITHOUT [ARRAY] WRAPPER`, `WITH [CONDITIONAL | UNCONDITIONAL] [ARRAY] WRAPPER`.
Status parse_wrapper(TokenStream& tokens, JsonFunction& call) {
  if (tokens.accept(Keyword::kWithout)) {
    call.wrapper = JsonWrapper::kWithout;
  } else if (tokens.accept(Keyword::kWith)) {
    call.wrapper = tokens.accept(Keyword::kConditional) ? JsonWrapper::kConditional : JsonWrapper::kUnconditional;
    if (call.wrapper == JsonWrapper::kUnconditional) tokens.accept(Keyword::kUnconditional);
  } else {
    return {};
  }
  tokens.accept(Keyword::kArray);
  return tokens.expect(Keyword::kWrapper);
}

Status parse_returning(TokenStream& tokens, JsonFunction& call) {
  if (!tokens.accept(Keyword::kReturning)) return {};
  ASSIGN_OR_RETURN(call.returning, parse_type(tokens));
  return {};
}

Status parse_path_function(TokenStream& tokens, JsonFunction& call) {
  ASSIGN_OR_RETURN(ExpressionPtr document, parse_expression(tokens));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kComma));
  ASSIGN_OR_RETURN(ExpressionPtr path, parse_expression(tokens));
  call.arguments.push_back(std::move(document));
  call.arguments.push_back(std::move(path));
  if (call.type != JsonFunctionType::kExists) RETURN_IF_ERROR(parse_returning(tokens, call));
  if (call.type == JsonFunctionType::kQuery) RETURN_IF_ERROR(parse_wrapper(tokens, call));
  return parse_behaviors(tokens, call);
}

/// `[KEY] k VALUE v` or `k : v`.
Status parse_pair(TokenStream& tokens, JsonFunction& call) {
  // KEY is a name too: it is the word only when an operand follows.
  const TokenKind next = tokens.peek().kind;
  const bool operand =
      next >= TokenKind::kWord && next <= TokenKind::kBinaryString && !tokens.peek_is(1, Keyword::kValue);
  if (tokens.current().keyword == Keyword::kKey && operand) tokens.advance();
  ASSIGN_OR_RETURN(ExpressionPtr key, parse_expression(tokens));
  if (!tokens.accept(TokenKind::kColon)) RETURN_IF_ERROR(tokens.expect(Keyword::kValue));
  ASSIGN_OR_RETURN(ExpressionPtr value, parse_expression(tokens));
  if (tokens.at(Keyword::kFormat)) return not_supported("FORMAT JSON").at(tokens.position());
  call.arguments.push_back(std::move(key));
  call.arguments.push_back(std::move(value));
  return {};
}

/// Whether `NULL ON NULL` or `ABSENT ON NULL` follows.
bool at_null_clause(TokenStream& tokens) {
  return tokens.at({Keyword::kNull, Keyword::kOn}) || tokens.at({Keyword::kAbsent, Keyword::kOn});
}

Status parse_null_clause(TokenStream& tokens, JsonFunction& call) {
  if (!at_null_clause(tokens)) return {};
  const bool absent = tokens.accept(Keyword::kAbsent);
  if (!absent) tokens.advance();
  call.null_clause = absent ? JsonNullClause::kAbsentOnNull : JsonNullClause::kNullOnNull;
  return tokens.expect({Keyword::kOn, Keyword::kNull});
}

Status parse_object(TokenStream& tokens, JsonFunction& call) {
  if (!tokens.at(TokenKind::kRightParenthesis) && !at_null_clause(tokens)) {
    do {
      RETURN_IF_ERROR(parse_pair(tokens, call));
    } while (call.type == JsonFunctionType::kObject && tokens.accept(TokenKind::kComma));
  }
  return parse_null_clause(tokens, call);
}

Status parse_array(TokenStream& tokens, JsonFunction& call) {
  if (!tokens.at(TokenKind::kRightParenthesis) && !at_null_clause(tokens)) {
    do {
      ASSIGN_OR_RETURN(ExpressionPtr value, parse_expression(tokens));
      call.arguments.push_back(std::move(value));
    } while (call.type == JsonFunctionType::kArray && tokens.accept(TokenKind::kComma));
  }
  if (call.type == JsonFunctionType::kArrayAgg) {
    ASSIGN_OR_RETURN(call.order_by, parse_order_by(tokens));
  }
  return parse_null_clause(tokens, call);
}

Status parse_content(TokenStream& tokens, JsonFunction& call) {
  switch (call.type) {
    case JsonFunctionType::kExists:
    case JsonFunctionType::kValue:
    case JsonFunctionType::kQuery:
      return parse_path_function(tokens, call);
    case JsonFunctionType::kObject:
    case JsonFunctionType::kObjectAgg:
      return parse_object(tokens, call);
    case JsonFunctionType::kArray:
    case JsonFunctionType::kArrayAgg:
      return parse_array(tokens, call);
  }
  return tokens.unexpected();
}

}  // namespace

bool at_json_call(TokenStream& tokens) {
  return json_function_at(tokens).has_value();
}

Result<ExpressionPtr> parse_json_call(TokenStream& tokens) {
  auto call = make_node<JsonFunction>(tokens);
  call->type = *json_function_at(tokens);
  tokens.advance();
  tokens.advance();
  RETURN_IF_ERROR(parse_content(tokens, *call));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  const bool aggregate = call->type == JsonFunctionType::kObjectAgg || call->type == JsonFunctionType::kArrayAgg;
  if (aggregate) {
    ASSIGN_OR_RETURN(call->filter, parse_filter(tokens));
    if (tokens.at(Keyword::kOver)) return not_supported("JSON aggregates with OVER").at(tokens.position());
  }
  return call;
}

}  // namespace eddyline::sql
