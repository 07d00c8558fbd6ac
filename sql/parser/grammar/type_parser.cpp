#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

struct TypeWord {
  Keyword word;
  TypeName name;
};

/// Types of one word, with nothing or a length or precision behind it.
constexpr TypeWord kTypeWords[] = {
    {Keyword::kBoolean, TypeName::kBoolean},
    {Keyword::kTinyint, TypeName::kTinyint},
    {Keyword::kSmallint, TypeName::kSmallint},
    {Keyword::kInt, TypeName::kInteger},
    {Keyword::kInteger, TypeName::kInteger},
    {Keyword::kBigint, TypeName::kBigint},
    {Keyword::kFloat, TypeName::kFloat},
    {Keyword::kDouble, TypeName::kDouble},
    {Keyword::kDecimal, TypeName::kDecimal},
    {Keyword::kDec, TypeName::kDecimal},
    {Keyword::kNumeric, TypeName::kDecimal},
    {Keyword::kChar, TypeName::kChar},
    {Keyword::kCharacter, TypeName::kChar},
    {Keyword::kVarchar, TypeName::kVarchar},
    {Keyword::kString, TypeName::kString},
    {Keyword::kBinary, TypeName::kBinary},
    {Keyword::kVarbinary, TypeName::kVarbinary},
    {Keyword::kBytes, TypeName::kBytes},
    {Keyword::kDate, TypeName::kDate},
    {Keyword::kTime, TypeName::kTime},
    {Keyword::kTimestamp, TypeName::kTimestamp},
    {Keyword::kTimestampLtz, TypeName::kTimestampLtz},
    {Keyword::kNull, TypeName::kNull},
    {Keyword::kVariant, TypeName::kVariant},
    {Keyword::kDescriptor, TypeName::kDescriptor},
};

/// `(n)`, nothing without parentheses.
Status parse_precision(TokenStream& tokens, TypeNode& type) {
  if (!tokens.accept(TokenKind::kLeftParenthesis)) return {};
  ASSIGN_OR_RETURN(type.precision, tokens.small_integer());
  if (type.name == TypeName::kDecimal && tokens.accept(TokenKind::kComma)) {
    ASSIGN_OR_RETURN(type.scale, tokens.small_integer());
  }
  return tokens.expect(TokenKind::kRightParenthesis);
}

/// `WITHOUT TIME ZONE`, `WITH [LOCAL] TIME ZONE`.
Status parse_time_zone(TokenStream& tokens, TypeNode& type) {
  if (tokens.accept({Keyword::kWithout, Keyword::kTime})) return tokens.expect(Keyword::kZone);
  if (type.name != TypeName::kTimestamp) return {};
  if (tokens.accept({Keyword::kWith, Keyword::kLocal})) {
    type.name = TypeName::kTimestampLtz;
    return tokens.expect({Keyword::kTime, Keyword::kZone});
  }
  if (tokens.accept({Keyword::kWith, Keyword::kTime})) {
    type.name = TypeName::kTimestampWithTimeZone;
    return tokens.expect(Keyword::kZone);
  }
  return {};
}

Status parse_word_type(TokenStream& tokens, TypeNode& type) {
  switch (type.name) {
    case TypeName::kDouble:
      tokens.accept(Keyword::kPrecision);
      return {};
    case TypeName::kChar:
    case TypeName::kBinary:
      if (tokens.accept(Keyword::kVarying)) {
        type.name = type.name == TypeName::kChar ? TypeName::kVarchar : TypeName::kVarbinary;
      }
      return parse_precision(tokens, type);
    case TypeName::kVarchar:
    case TypeName::kVarbinary:
    case TypeName::kDecimal:
    case TypeName::kTimestampLtz:
      return parse_precision(tokens, type);
    case TypeName::kTime:
    case TypeName::kTimestamp:
      RETURN_IF_ERROR(parse_precision(tokens, type));
      return parse_time_zone(tokens, type);
    default:
      return {};
  }
}

Status parse_child(TokenStream& tokens, TypeNode& type) {
  ASSIGN_OR_RETURN(TypeNode child, parse_type(tokens));
  type.children.push_back({{}, std::move(child), std::nullopt});
  return {};
}

/// `<t>`, `<k, v>`.
Status parse_element_types(TokenStream& tokens, TypeNode& type, size_t count) {
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLess));
  RETURN_IF_ERROR(parse_child(tokens, type));
  if (count == 2) {
    RETURN_IF_ERROR(tokens.expect(TokenKind::kComma));
    RETURN_IF_ERROR(parse_child(tokens, type));
  }
  return tokens.expect(TokenKind::kGreater);
}

Status parse_fields(TokenStream& tokens, TypeNode& type, TokenKind close) {
  if (tokens.accept(close)) return {};
  do {
    TypeFieldNode field;
    ASSIGN_OR_RETURN(field.name, tokens.name());
    ASSIGN_OR_RETURN(field.type, parse_type(tokens));
    if (tokens.at_string()) {
      ASSIGN_OR_RETURN(StringLiteralNode comment, tokens.string());
      field.comment = std::move(comment.text);
    }
    type.children.push_back(std::move(field));
  } while (tokens.accept(TokenKind::kComma));
  return tokens.expect(close);
}

/// `ROW<a INT, b STRING 'comment'>`, `ROW(a INT)`, `ROW<>`.
Status parse_row_type(TokenStream& tokens, TypeNode& type) {
  tokens.advance();
  if (tokens.accept(TokenKind::kNotEqual)) return {};
  if (tokens.accept(TokenKind::kLess)) return parse_fields(tokens, type, TokenKind::kGreater);
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  return parse_fields(tokens, type, TokenKind::kRightParenthesis);
}

/// `RAW('class', 'snapshot')`.
Status parse_raw_type(TokenStream& tokens, TypeNode& type) {
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  do {
    ASSIGN_OR_RETURN(StringLiteralNode argument, tokens.string());
    type.raw_arguments.push_back(std::move(argument));
  } while (tokens.accept(TokenKind::kComma));
  return tokens.expect(TokenKind::kRightParenthesis);
}

Status parse_base_type(TokenStream& tokens, TypeNode& type) {
  const Keyword word = tokens.current().keyword;
  for (const TypeWord& entry : kTypeWords) {
    if (word == Keyword::kNoKeyword || entry.word != word) continue;
    type.name = entry.name;
    tokens.advance();
    return parse_word_type(tokens, type);
  }
  switch (word) {
    case Keyword::kInterval: {
      type.name = TypeName::kInterval;
      tokens.advance();
      ASSIGN_OR_RETURN(type.interval, parse_interval_qualifier(tokens));
      return {};
    }
    case Keyword::kArray:
      type.name = TypeName::kArray;
      return parse_element_types(tokens, type, 1);
    case Keyword::kMultiset:
      type.name = TypeName::kMultiset;
      return parse_element_types(tokens, type, 1);
    case Keyword::kRow:
      type.name = TypeName::kRow;
      return parse_row_type(tokens, type);
    case Keyword::kRaw:
      type.name = TypeName::kRaw;
      return parse_raw_type(tokens, type);
    case Keyword::kReal:
      return not_supported("the type REAL").at(tokens.position());
    case Keyword::kMap:
      if (!tokens.peek_is(1, TokenKind::kLess)) break;
      type.name = TypeName::kMap;
      return parse_element_types(tokens, type, 2);
    default:
      break;
  }
  if (!tokens.is_name(tokens.current())) {
    tokens.allow("<DATA_TYPE>");
    return tokens.unexpected();
  }
  type.name = TypeName::kNamed;
  ASSIGN_OR_RETURN(type.type_name, tokens.qualified_name());
  return {};
}

/// `NOT NULL`, or the `NULL` that says nothing.
Status parse_nullability(TokenStream& tokens, TypeNode& type) {
  if (tokens.accept(Keyword::kNull)) return {};
  if (!tokens.accept({Keyword::kNot, Keyword::kNull})) return {};
  type.not_null = true;
  return {};
}

Result<TypeNode> parse_type(TokenStream& tokens, bool may_say_nullability) {
  Nesting nesting(tokens);
  RETURN_IF_ERROR(nesting.check());
  TypeNode type;
  type.position = tokens.position();
  RETURN_IF_ERROR(parse_base_type(tokens, type));
  if (may_say_nullability) RETURN_IF_ERROR(parse_nullability(tokens, type));
  // `INT ARRAY` is ARRAY<INT>.
  while (tokens.at(Keyword::kArray) || tokens.at(Keyword::kMultiset)) {
    RETURN_IF_ERROR(tokens.grow());
    TypeNode outer;
    outer.position = type.position;
    outer.name = tokens.current().keyword == Keyword::kArray ? TypeName::kArray : TypeName::kMultiset;
    outer.children.push_back({{}, std::move(type), std::nullopt});
    type = std::move(outer);
    tokens.advance();
    if (may_say_nullability) RETURN_IF_ERROR(parse_nullability(tokens, type));
  }
  return type;
}

}  // namespace

Result<TypeNode> parse_type(TokenStream& tokens) { return parse_type(tokens, /*may_say_nullability=*/true); }

Result<TypeNode> parse_cast_type(TokenStream& tokens) {
  if (tokens.at(Keyword::kNull)) return tokens.unexpected();
  return parse_type(tokens, /*may_say_nullability=*/false);
}

}  // namespace eddyline::sql
