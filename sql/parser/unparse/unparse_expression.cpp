#include "sql/parser/lexical/literal_value.hpp"
#include "common/base/quoting.hpp"
#include "sql/parser/unparse/unparse.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {

namespace {

struct OperatorText {
  std::string_view text;
  int precedence;
};

OperatorText operator_text(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::kAdd:
      return {"+", precedence::kAdditive};
    case BinaryOperator::kSubtract:
      return {"-", precedence::kAdditive};
    case BinaryOperator::kMultiply:
      return {"*", precedence::kMultiplicative};
    case BinaryOperator::kDivide:
      return {"/", precedence::kMultiplicative};
    case BinaryOperator::kModulo:
      return {"%", precedence::kMultiplicative};
    case BinaryOperator::kEqual:
      return {"=", precedence::kComparison};
    case BinaryOperator::kNotEqual:
      return {"<>", precedence::kComparison};
    case BinaryOperator::kLess:
      return {"<", precedence::kComparison};
    case BinaryOperator::kLessOrEqual:
      return {"<=", precedence::kComparison};
    case BinaryOperator::kGreater:
      return {">", precedence::kComparison};
    case BinaryOperator::kGreaterOrEqual:
      return {">=", precedence::kComparison};
    case BinaryOperator::kIsDistinctFrom:
      return {"IS DISTINCT FROM", precedence::kComparison};
    case BinaryOperator::kIsNotDistinctFrom:
      return {"IS NOT DISTINCT FROM", precedence::kComparison};
    case BinaryOperator::kOverlaps:
      return {"OVERLAPS", precedence::kComparison};
    case BinaryOperator::kContains:
      return {"CONTAINS", precedence::kComparison};
    case BinaryOperator::kPeriodEquals:
      return {"EQUALS", precedence::kComparison};
    case BinaryOperator::kPrecedes:
      return {"PRECEDES", precedence::kComparison};
    case BinaryOperator::kSucceeds:
      return {"SUCCEEDS", precedence::kComparison};
    case BinaryOperator::kImmediatelyPrecedes:
      return {"IMMEDIATELY PRECEDES", precedence::kComparison};
    case BinaryOperator::kImmediatelySucceeds:
      return {"IMMEDIATELY SUCCEEDS", precedence::kComparison};
    case BinaryOperator::kMemberOf:
      return {"MEMBER OF", precedence::kComparison};
    case BinaryOperator::kNotMemberOf:
      return {"NOT MEMBER OF", precedence::kComparison};
    case BinaryOperator::kSubmultisetOf:
      return {"SUBMULTISET OF", precedence::kComparison};
    case BinaryOperator::kNotSubmultisetOf:
      return {"NOT SUBMULTISET OF", precedence::kComparison};
    case BinaryOperator::kMultisetUnion:
      return {"MULTISET UNION", precedence::kMultisetUnion};
    case BinaryOperator::kMultisetUnionAll:
      return {"MULTISET UNION ALL", precedence::kMultisetUnion};
    case BinaryOperator::kMultisetExcept:
      return {"MULTISET EXCEPT", precedence::kMultisetUnion};
    case BinaryOperator::kMultisetExceptAll:
      return {"MULTISET EXCEPT ALL", precedence::kMultisetUnion};
    case BinaryOperator::kMultisetIntersect:
      return {"MULTISET INTERSECT", precedence::kMultisetIntersect};
    case BinaryOperator::kMultisetIntersectAll:
      return {"MULTISET INTERSECT ALL", precedence::kMultisetIntersect};
  }
  return {"", precedence::kPrimary};
}

OperatorText operator_text(ChainOperator op) {
  switch (op) {
    case ChainOperator::kAnd:
      return {"AND", precedence::kAnd};
    case ChainOperator::kOr:
      return {"OR", precedence::kOr};
    case ChainOperator::kConcat:
      return {"||", precedence::kMultiplicative};
  }
  return {"", precedence::kPrimary};
}

/// PRECEDES and SUCCEEDS are read only with a `(` behind them.
bool needs_period(BinaryOperator op) {
  return op >= BinaryOperator::kPrecedes && op <= BinaryOperator::kImmediatelySucceeds;
}

/// `-1`: one number, not a sign before a number.
bool is_negative_number(const UnaryExpression& unary) {
  if (unary.op != UnaryOperator::kMinus || !unary.operand->is<Literal>()) return false;
  const LiteralType type = unary.operand->as<Literal>().type;
  return type == LiteralType::kExactNumeric || type == LiteralType::kApproximateNumeric;
}

int precedence_of(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kUnary:
      if (is_negative_number(expression.as<UnaryExpression>())) return precedence::kPrimary;
      return expression.as<UnaryExpression>().op == UnaryOperator::kNot ? precedence::kNot : precedence::kSign;
    case ExpressionKind::kBinary:
      return operator_text(expression.as<BinaryExpression>().op).precedence;
    case ExpressionKind::kChain:
      return operator_text(expression.as<ChainExpression>().op).precedence;
    case ExpressionKind::kIs:
      return precedence::kIs;
    case ExpressionKind::kBetween:
    case ExpressionKind::kLike:
    case ExpressionKind::kIn:
      return precedence::kRange;
    case ExpressionKind::kQuantified:
      return precedence::kComparison;
    case ExpressionKind::kElementAccess:
    case ExpressionKind::kFieldAccess:
      return precedence::kAccess;
    default:
      return precedence::kPrimary;
  }
}

std::string hexadecimal(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (const char c : bytes) {
    text += kDigits[static_cast<uint8_t>(c) >> 4];
    text += kDigits[static_cast<uint8_t>(c) & 15];
  }
  return text;
}

void write_literal(std::string& out, const Literal& literal) {
  switch (literal.type) {
    case LiteralType::kNull:
      out += "NULL";
      return;
    case LiteralType::kTrue:
      out += "TRUE";
      return;
    case LiteralType::kFalse:
      out += "FALSE";
      return;
    case LiteralType::kUnknown:
      out += "UNKNOWN";
      return;
    case LiteralType::kExactNumeric:
    case LiteralType::kApproximateNumeric:
      out += literal.text;
      return;
    case LiteralType::kString:
      out += quote_string(literal.text);
      return;
    case LiteralType::kBinary:
      out += "X'" + hexadecimal(literal.text) + "'";
      return;
    case LiteralType::kDate:
      out += "DATE " + quote_string(literal.text);
      return;
    case LiteralType::kTime:
      out += "TIME " + quote_string(literal.text);
      return;
    case LiteralType::kTimestamp:
      out += "TIMESTAMP " + quote_string(literal.text);
      return;
  }
}

void write_interval(std::string& out, const IntervalLiteral& literal) {
  out += literal.negative ? "INTERVAL -" : "INTERVAL ";
  out += quote_string(literal.text) + ' ' + to_string(literal.qualifier);
}

void write_unary(std::string& out, const UnaryExpression& unary) {
  switch (unary.op) {
    case UnaryOperator::kNot:
      out += "NOT ";
      write(out, *unary.operand, precedence::kNot);
      return;
    case UnaryOperator::kRunning:
    case UnaryOperator::kFinal:
      out += unary.op == UnaryOperator::kRunning ? "RUNNING " : "FINAL ";
      write(out, *unary.operand, precedence::kSign);
      return;
    case UnaryOperator::kPlus:
    case UnaryOperator::kMinus:
      break;
  }
  out += unary.op == UnaryOperator::kMinus ? '-' : '+';
  // The blank also keeps two signs from becoming a comment.
  if (!is_negative_number(unary)) out += ' ';
  write(out, *unary.operand, precedence::kSign + 1);
}

void write_binary(std::string& out, const BinaryExpression& binary) {
  const OperatorText op = operator_text(binary.op);
  write(out, *binary.left, op.precedence);
  out += ' ';
  out += op.text;
  out += ' ';
  std::string right;
  write(right, *binary.right, op.precedence + 1);
  const bool parentheses = needs_period(binary.op) && !right.starts_with('(');
  out += parentheses ? "(" + right + ")" : right;
}

void write_chain(std::string& out, const ChainExpression& chain) {
  const OperatorText op = operator_text(chain.op);
  const Expression& first = *chain.operands.front();
  const bool nested = first.is<ChainExpression>() && first.as<ChainExpression>().op == chain.op;
  write(out, first, nested ? op.precedence + 1 : op.precedence);
  for (size_t i = 1; i < chain.operands.size(); ++i) {
    out += ' ';
    out += op.text;
    out += ' ';
    write(out, *chain.operands[i], op.precedence + 1);
  }
}

std::string_view test_text(IsTest test) {
  switch (test) {
    case IsTest::kNull:
      return "NULL";
    case IsTest::kTrue:
      return "TRUE";
    case IsTest::kFalse:
      return "FALSE";
    case IsTest::kUnknown:
      return "UNKNOWN";
    case IsTest::kJsonValue:
      return "JSON VALUE";
    case IsTest::kJsonObject:
      return "JSON OBJECT";
    case IsTest::kJsonArray:
      return "JSON ARRAY";
    case IsTest::kJsonScalar:
      return "JSON SCALAR";
    case IsTest::kASet:
      return "A SET";
    case IsTest::kEmpty:
      return "EMPTY";
  }
  return "";
}

void write_between(std::string& out, const BetweenExpression& between) {
  write(out, *between.operand, precedence::kRange);
  out += between.negated ? " NOT BETWEEN " : " BETWEEN ";
  out += between.symmetric ? "SYMMETRIC " : "ASYMMETRIC ";
  write(out, *between.low, precedence::kRange + 1);
  out += " AND ";
  write(out, *between.high, precedence::kRange + 1);
}

void write_like(std::string& out, const LikeExpression& like) {
  write(out, *like.operand, precedence::kRange);
  out += like.negated ? " NOT " : " ";
  out += like.similar ? "SIMILAR TO " : "LIKE ";
  write(out, *like.pattern, precedence::kRange + 1);
  if (!like.escape) return;
  out += " ESCAPE ";
  write(out, *like.escape, precedence::kRange + 1);
}

void write_query_or_list(std::string& out, const QueryPtr& query, const std::vector<ExpressionPtr>& items) {
  out += '(';
  if (query) {
    write(out, *query);
  } else {
    write(out, items);
  }
  out += ')';
}

void write_in(std::string& out, const InExpression& in) {
  write(out, *in.operand, precedence::kRange);
  out += in.negated ? " NOT IN " : " IN ";
  write_query_or_list(out, in.query, in.items);
}

void write_quantified(std::string& out, const QuantifiedComparison& comparison) {
  write(out, *comparison.operand, precedence::kComparison);
  out += ' ';
  out += operator_text(comparison.op).text;
  out += comparison.quantifier == Quantifier::kAll ? " ALL " : " ANY ";
  write_query_or_list(out, comparison.query, comparison.items);
}

void write_subquery(std::string& out, const SubqueryExpression& subquery) {
  switch (subquery.use) {
    case SubqueryUse::kScalar:
      break;
    case SubqueryUse::kExists:
      out += "EXISTS ";
      break;
    case SubqueryUse::kUnique:
      out += "UNIQUE ";
      break;
    case SubqueryUse::kArray:
      out += "ARRAY";
      break;
    case SubqueryUse::kMap:
      out += "MAP";
      break;
    case SubqueryUse::kMultiset:
      out += "MULTISET";
      break;
  }
  write_parenthesized(out, *subquery.query);
}

void write_case(std::string& out, const CaseExpression& expression) {
  out += "CASE";
  if (expression.operand) {
    out += ' ';
    write(out, *expression.operand);
  }
  for (const CaseBranch& branch : expression.branches) {
    out += " WHEN ";
    write(out, branch.conditions);
    out += " THEN ";
    write(out, *branch.result);
  }
  if (expression.otherwise) {
    out += " ELSE ";
    write(out, *expression.otherwise);
  }
  out += " END";
}

void write_cast(std::string& out, const CastExpression& cast) {
  out += cast.is_try ? "TRY_CAST(" : "CAST(";
  write(out, *cast.operand);
  out += " AS ";
  write(out, cast.type);
  out += ')';
}

void write_collection(std::string& out, const CollectionConstructor& collection) {
  switch (collection.type) {
    case CollectionType::kArray:
      out += "ARRAY[";
      break;
    case CollectionType::kMap:
      out += "MAP[";
      break;
    case CollectionType::kMultiset:
      out += "MULTISET[";
      break;
  }
  write(out, collection.values);
  out += ']';
}

/// Whether an access may follow without parentheses and is read as the same tree.
bool takes_access(const Expression& operand, bool field) {
  if (operand.is<ColumnReference>()) return !field;
  if (operand.is<FunctionCall>()) {
    const auto& call = operand.as<FunctionCall>();
    return !call.bare && !call.over && !call.filter && call.within_group.empty() &&
           call.null_treatment == NullTreatment::kNone;
  }
  return operand.is<ElementAccess>() || operand.is<FieldAccess>() || operand.is<CollectionConstructor>();
}

void write_access_operand(std::string& out, const Expression& operand, bool field) {
  write(out, operand, takes_access(operand, field) ? precedence::kLowest : precedence::kPrimary + 1);
}

void write_star(std::string& out, const Star& star) {
  write(out, star.qualifier);
  out += star.qualifier.parts.empty() ? "*" : ".*";
}

void write_row(std::string& out, const RowConstructor& row) {
  out += row.is_explicit ? "ROW(" : "(";
  write(out, row.values);
  out += ')';
}

void write_descriptor(std::string& out, const Descriptor& descriptor) {
  out += "DESCRIPTOR(";
  write_list(out, descriptor.columns, ", ", [](std::string& text, const QualifiedName& name) { write(text, name); });
  out += ')';
}

void write_bare(std::string& out, const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kLiteral:
      return write_literal(out, expression.as<Literal>());
    case ExpressionKind::kIntervalLiteral:
      return write_interval(out, expression.as<IntervalLiteral>());
    case ExpressionKind::kColumn:
      return write(out, expression.as<ColumnReference>().name);
    case ExpressionKind::kStar:
      return write_star(out, expression.as<Star>());
    case ExpressionKind::kUnary:
      return write_unary(out, expression.as<UnaryExpression>());
    case ExpressionKind::kBinary:
      return write_binary(out, expression.as<BinaryExpression>());
    case ExpressionKind::kChain:
      return write_chain(out, expression.as<ChainExpression>());
    case ExpressionKind::kIs: {
      const auto& is = expression.as<IsExpression>();
      write(out, *is.operand, precedence::kIs);
      out += is.negated ? " IS NOT " : " IS ";
      out += test_text(is.test);
      return;
    }
    case ExpressionKind::kBetween:
      return write_between(out, expression.as<BetweenExpression>());
    case ExpressionKind::kLike:
      return write_like(out, expression.as<LikeExpression>());
    case ExpressionKind::kIn:
      return write_in(out, expression.as<InExpression>());
    case ExpressionKind::kQuantified:
      return write_quantified(out, expression.as<QuantifiedComparison>());
    case ExpressionKind::kSubquery:
      return write_subquery(out, expression.as<SubqueryExpression>());
    case ExpressionKind::kCase:
      return write_case(out, expression.as<CaseExpression>());
    case ExpressionKind::kCast:
      return write_cast(out, expression.as<CastExpression>());
    case ExpressionKind::kFunctionCall:
      return write(out, expression.as<FunctionCall>());
    case ExpressionKind::kJsonFunction:
      return write(out, expression.as<JsonFunction>());
    case ExpressionKind::kSymbol:
      out += expression.as<Symbol>().word;
      return;
    case ExpressionKind::kRow:
      return write_row(out, expression.as<RowConstructor>());
    case ExpressionKind::kCollection:
      return write_collection(out, expression.as<CollectionConstructor>());
    case ExpressionKind::kElementAccess: {
      const auto& access = expression.as<ElementAccess>();
      write_access_operand(out, *access.collection, false);
      out += '[';
      write(out, *access.index);
      out += ']';
      return;
    }
    case ExpressionKind::kFieldAccess: {
      const auto& access = expression.as<FieldAccess>();
      write_access_operand(out, *access.operand, true);
      out += '.';
      return write(out, access.field);
    }
    case ExpressionKind::kTableArgument:
      return write(out, expression.as<TableArgument>());
    case ExpressionKind::kDescriptor:
      return write_descriptor(out, expression.as<Descriptor>());
    case ExpressionKind::kDefault:
      out += "DEFAULT";
      return;
  }
}

}  // namespace

void write(std::string& out, const Expression& expression, int lowest) {
  if (precedence_of(expression) >= lowest) return write_bare(out, expression);
  out += '(';
  write_bare(out, expression);
  out += ')';
}

void write(std::string& out, const std::vector<ExpressionPtr>& expressions) {
  write_list(out, expressions, ", ", [](std::string& text, const ExpressionPtr& item) { write(text, *item); });
}

}  // namespace eddyline::sql
