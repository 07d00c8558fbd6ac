#include "sql/binder/expression_binder.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "expression/operator_names.hpp"
#include "sql/binder/function_names.hpp"
#include "sql/binder/literal_binder.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {
namespace {

namespace names = expression::operators;
using Bound = expression::ExpressionPtr;

/// The longest construct text that a message repeats.
constexpr size_t kQuotedLength = 60;

std::string quoted_sql(const Expression& expression) {
  std::string text = to_sql(expression);
  if (text.size() > kQuotedLength) text = text.substr(0, kQuotedLength) + "...";
  return "'" + text + "'";
}

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

/// The number under minus signs, null if there is another expression, and whether the signs leave it negative.
std::pair<const Literal*, bool> signed_number(const UnaryExpression& outermost) {
  bool negative = true;
  const Expression* operand = outermost.operand.get();
  for (; operand->is<UnaryExpression>(); operand = operand->as<UnaryExpression>().operand.get()) {
    if (operand->as<UnaryExpression>().op != UnaryOperator::kMinus) return {nullptr, false};
    negative = !negative;
  }
  if (!operand->is<Literal>()) return {nullptr, false};
  const auto& literal = operand->as<Literal>();
  const bool number = literal.type == LiteralType::kExactNumeric || literal.type == LiteralType::kApproximateNumeric;
  return {number ? &literal : nullptr, negative};
}

Status unsupported(std::string_view construct, const Expression& expression) {
  return not_supported(construct).at(expression.position);
}

/// AND, OR and FILTER refuse the NULL without type that WHERE, HAVING, ON and WHEN take for FALSE.
Status check_no_bare_null(const Expression& condition) {
  if (!condition.is<Literal>() || condition.as<Literal>().type != LiteralType::kNull) return Status();
  return validation_error("Illegal use of 'NULL'").at(condition.position);
}

}  // namespace

Status check_typed(const expression::Expression& expression, SourcePosition position) {
  if (!expression.type().is(TypeRoot::kNull)) return Status();
  return validation_error("Illegal use of 'NULL'").at(position);
}

Result<Bound> ExpressionBinder::call(std::string_view name, std::vector<Bound> operands, SourcePosition position) const {
  auto made = functions_.make_call(name, std::move(operands));
  if (!made.ok()) return made.status().at(position);
  return made;
}

Result<Bound> ExpressionBinder::bind(const Expression& expression) {
  ASSIGN_OR_RETURN(Bound bound, bind_unplaced(expression));
  if (bound->size() > kMaxExpressionSize) {
    return validation_error("Expression is too large: written out it has more than " + std::to_string(kMaxExpressionSize) +
                            " operands and calls")
        .at(expression.position);
  }
  return expression::Expression::placed(std::move(bound), context_.place(expression.position));
}

Result<Bound> ExpressionBinder::bind_unplaced(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kLiteral:
      return bind_literal(expression.as<Literal>());
    case ExpressionKind::kIntervalLiteral:
      return bind_interval(expression.as<IntervalLiteral>());
    case ExpressionKind::kColumn:
      return bind_column(expression.as<ColumnReference>());
    case ExpressionKind::kUnary:
      return bind_unary(expression.as<UnaryExpression>());
    case ExpressionKind::kBinary:
      return bind_binary(expression.as<BinaryExpression>());
    case ExpressionKind::kChain:
      return bind_chain(expression.as<ChainExpression>());
    case ExpressionKind::kIs:
      return bind_is(expression.as<IsExpression>());
    case ExpressionKind::kBetween:
      return bind_between(expression.as<BetweenExpression>());
    case ExpressionKind::kLike:
      return bind_like(expression.as<LikeExpression>());
    case ExpressionKind::kIn:
      return bind_in(expression.as<InExpression>());
    case ExpressionKind::kCase:
      return bind_case(expression.as<CaseExpression>());
    case ExpressionKind::kCast:
      return bind_cast(expression.as<CastExpression>());
    case ExpressionKind::kFunctionCall:
      return bind_function(expression.as<FunctionCall>());
    case ExpressionKind::kSymbol: {
      const std::string& word = expression.as<Symbol>().word;
      return expression::Expression::literal(Value::string(word),
                                             DataType::char_(static_cast<int32_t>(word.size())).not_null());
    }
    case ExpressionKind::kStar:
      return validation_error(expression.as<Star>().qualifier.parts.empty() ? "Unknown identifier '*'" : "Unknown field '*'")
          .at(expression.position);
    case ExpressionKind::kSubquery:
      return unsupported(expression.as<SubqueryExpression>().use == SubqueryUse::kExists ? "EXISTS subquery" : "subquery in an expression", expression);
    case ExpressionKind::kQuantified:
      return unsupported("comparison with ANY, SOME or ALL", expression);
    case ExpressionKind::kJsonFunction:
      return unsupported("function " + std::string(function_text(expression.as<JsonFunction>().type)), expression);
    case ExpressionKind::kRow:
      return unsupported("row constructor", expression);
    case ExpressionKind::kCollection:
      return unsupported("ARRAY, MAP or MULTISET constructor", expression);
    case ExpressionKind::kElementAccess:
      return unsupported("element access", expression);
    case ExpressionKind::kFieldAccess:
      return unsupported("field access", expression);
    case ExpressionKind::kTableArgument:
      return unsupported("TABLE argument", expression);
    case ExpressionKind::kDescriptor:
      return unsupported("DESCRIPTOR", expression);
    case ExpressionKind::kDefault:
      return unsupported("DEFAULT", expression);
  }
  return unsupported("expression", expression);
}

Result<Bound> ExpressionBinder::bind_condition(const Expression& expression, std::string_view clause) {
  ASSIGN_OR_RETURN(Bound condition, bind(expression));
  if (condition->type().is(TypeRoot::kNull)) {
    return expression::Expression::literal(Value::null(), DataType::boolean());
  }
  if (!condition->type().is(TypeRoot::kBoolean)) {
    return validation_error(std::string(clause) + " clause must be a condition, but " + quoted_sql(expression) +
                            " is of type " + condition->type().to_string())
        .at(expression.position);
  }
  return condition;
}

Result<Bound> ExpressionBinder::bind_column(const ColumnReference& column) const {
  const Identifier& name = column.name.parts[0];
  if (column.name.parts.size() == 1 && !name.quoted) {
    const expression::ScalarFunction* function = functions_.find(name.text);
    if (function != nullptr && function->may_be_bare) return call(name.text, {}, column.position);
  }
  ASSIGN_OR_RETURN(const ScopeColumn found, scope_.resolve(column.name));
  return expression::Expression::input_ref(found.index, found.type);
}

Result<Bound> ExpressionBinder::bind_unary(const UnaryExpression& unary) {
  if (unary.op == UnaryOperator::kRunning || unary.op == UnaryOperator::kFinal) {
    return unsupported("RUNNING and FINAL", unary);
  }
  if (unary.op == UnaryOperator::kMinus) {
    const auto [literal, negative] = signed_number(unary);
    if (literal != nullptr) return negative ? bind_negative_literal(*literal) : bind_literal(*literal);
  }
  ASSIGN_OR_RETURN(Bound operand, bind(*unary.operand));
  if (unary.op == UnaryOperator::kNot) return call(names::kNot, {std::move(operand)}, unary.position);
  if (unary.op == UnaryOperator::kPlus) {
    RETURN_IF_ERROR(check_typed(*operand, unary.operand->position));
    if (!operand->type().is_numeric() && !operand->type().is_interval()) {
      return validation_error("Cannot apply '+' to arguments of type '+<" + operand->type().to_string() + ">'")
          .at(unary.position);
    }
    return operand;
  }
  return call(names::kNegate, {std::move(operand)}, unary.position);
}

Result<Bound> ExpressionBinder::bind_overlaps(const BinaryExpression& binary) {
  std::vector<Bound> operands;
  for (const Expression* side : {binary.left.get(), binary.right.get()}) {
    if (!side->is<RowConstructor>() || side->as<RowConstructor>().values.size() != 2) {
      return validation_error("OVERLAPS takes two periods, (start, end) or (start, interval)").at(side->position);
    }
    for (const ExpressionPtr& value : side->as<RowConstructor>().values) {
      ASSIGN_OR_RETURN(Bound operand, bind(*value));
      operands.push_back(std::move(operand));
    }
    // (start, length) is (start, start + length).
    if (operands.back()->type().is_interval()) {
      ASSIGN_OR_RETURN(operands.back(),
                       call(names::kPlus, {operands[operands.size() - 2], operands.back()}, side->position));
    }
  }
  return call(names::kOverlaps, std::move(operands), binary.position);
}

Result<Bound> ExpressionBinder::bind_binary(const BinaryExpression& binary) {
  if (binary.op == BinaryOperator::kOverlaps) return bind_overlaps(binary);
  const auto name = scalar_name(binary.op);
  if (!name) return unsupported("period and multiset operator", binary);
  // Left-deep runs of + and * are as long as the parser allows; recursion is bounded there.
  ASSIGN_OR_RETURN(Bound left, bind(*binary.left));
  ASSIGN_OR_RETURN(Bound right, bind(*binary.right));
  return call(*name, {std::move(left), std::move(right)}, binary.position);
}

Result<Bound> ExpressionBinder::bind_chain(const ChainExpression& chain) {
  std::vector<Bound> operands;
  operands.reserve(chain.operands.size());
  for (const ExpressionPtr& operand : chain.operands) {
    if (chain.op == ChainOperator::kConcat) {
      ASSIGN_OR_RETURN(Bound bound, bind(*operand));
      operands.push_back(std::move(bound));
    } else {
      const bool is_and = chain.op == ChainOperator::kAnd;
      RETURN_IF_ERROR(check_no_bare_null(*operand));
      ASSIGN_OR_RETURN(Bound bound, bind_condition(*operand, is_and ? "AND" : "OR"));
      // A BETWEEN or a parenthesis inside the chain is part of it.
      const auto* same = functions_.find(is_and ? names::kAnd : names::kOr);
      if (bound->is_call() && &bound->function() == same) {
        operands.insert(operands.end(), bound->operands().begin(), bound->operands().end());
      } else {
        operands.push_back(std::move(bound));
      }
    }
  }
  if (chain.op == ChainOperator::kAnd) return call(names::kAnd, std::move(operands), chain.position);
  if (chain.op == ChainOperator::kOr) return call(names::kOr, std::move(operands), chain.position);
  // || is associative: pairs of neighbours keep the tree shallow however long the chain is; short ones stay left-deep as written.
  constexpr size_t kLeftDeep = 64;
  while (operands.size() > kLeftDeep) {
    std::vector<Bound> pairs;
    for (size_t i = 0; i + 1 < operands.size(); i += 2) {
      ASSIGN_OR_RETURN(Bound pair, call(names::kConcat, {operands[i], operands[i + 1]}, chain.position));
      pairs.push_back(std::move(pair));
    }
    if (operands.size() % 2 == 1) pairs.push_back(operands.back());
    operands = std::move(pairs);
  }
  Bound text = operands[0];
  for (size_t i = 1; i < operands.size(); ++i) {
    ASSIGN_OR_RETURN(text, call(names::kConcat, {text, operands[i]}, chain.position));
  }
  return text;
}

Result<Bound> ExpressionBinder::negated_if(bool negated, Bound operand, SourcePosition position) const {
  if (!negated) return operand;
  return call(names::kNot, {std::move(operand)}, position);
}

Result<Bound> ExpressionBinder::bind_is(const IsExpression& is) {
  std::string_view name;
  switch (is.test) {
    case IsTest::kNull:
      name = is.negated ? names::kIsNotNull : names::kIsNull;
      break;
    case IsTest::kTrue:
      name = is.negated ? names::kIsNotTrue : names::kIsTrue;
      break;
    case IsTest::kFalse:
      name = is.negated ? names::kIsNotFalse : names::kIsFalse;
      break;
    case IsTest::kUnknown:
      name = is.negated ? names::kIsNotUnknown : names::kIsUnknown;
      break;
    case IsTest::kJsonValue:
    case IsTest::kJsonObject:
    case IsTest::kJsonArray:
    case IsTest::kJsonScalar:
      return unsupported("IS JSON", is);
    case IsTest::kASet:
    case IsTest::kEmpty:
      return unsupported("IS A SET and IS EMPTY", is);
  }
  ASSIGN_OR_RETURN(Bound operand, bind(*is.operand));
  return call(name, {std::move(operand)}, is.position);
}

Result<Bound> ExpressionBinder::bind_between(const BetweenExpression& between) {
  ASSIGN_OR_RETURN(const Bound operand, bind(*between.operand));
  ASSIGN_OR_RETURN(const Bound low, bind(*between.low));
  ASSIGN_OR_RETURN(const Bound high, bind(*between.high));
  const auto range = [&](const Bound& from, const Bound& to) -> Result<Bound> {
    ASSIGN_OR_RETURN(Bound above, call(names::kGreaterOrEqual, {operand, from}, between.position));
    ASSIGN_OR_RETURN(Bound below, call(names::kLessOrEqual, {operand, to}, between.position));
    return call(names::kAnd, {std::move(above), std::move(below)}, between.position);
  };
  ASSIGN_OR_RETURN(Bound condition, range(low, high));
  if (between.symmetric) {
    ASSIGN_OR_RETURN(Bound swapped, range(high, low));
    ASSIGN_OR_RETURN(condition, call(names::kOr, {std::move(condition), std::move(swapped)}, between.position));
  }
  return negated_if(between.negated, std::move(condition), between.position);
}

Result<Bound> ExpressionBinder::bind_like(const LikeExpression& like) {
  std::vector<Bound> operands;
  for (const Expression* part : {like.operand.get(), like.pattern.get(), like.escape.get()}) {
    if (part == nullptr) continue;
    ASSIGN_OR_RETURN(Bound operand, bind(*part));
    operands.push_back(std::move(operand));
  }
  ASSIGN_OR_RETURN(Bound matched,
                   call(like.similar ? names::kSimilarTo : names::kLike, std::move(operands), like.position));
  return negated_if(like.negated, std::move(matched), like.position);
}

Result<Bound> ExpressionBinder::bind_in(const InExpression& in) {
  if (in.query != nullptr) return unsupported("IN with a subquery", in);
  std::vector<Bound> operands;
  operands.reserve(in.items.size() + 1);
  ASSIGN_OR_RETURN(Bound operand, bind(*in.operand));
  operands.push_back(std::move(operand));
  for (const ExpressionPtr& item : in.items) {
    ASSIGN_OR_RETURN(Bound bound, bind(*item));
    operands.push_back(std::move(bound));
  }
  ASSIGN_OR_RETURN(Bound contained, call(names::kIn, std::move(operands), in.position));
  return negated_if(in.negated, std::move(contained), in.position);
}

Result<Bound> ExpressionBinder::bind_when(const CaseBranch& branch, const Bound& operand, SourcePosition position) {
  std::vector<Bound> parts;
  for (const ExpressionPtr& when : branch.conditions) {
    ASSIGN_OR_RETURN(Bound part, operand == nullptr ? bind_condition(*when, "WHEN") : bind(*when));
    parts.push_back(std::move(part));
  }
  const bool single = parts.size() == 1;
  if (operand == nullptr) return single ? parts[0] : call(names::kOr, std::move(parts), position);
  parts.insert(parts.begin(), operand);
  // As in Flink, several values of one branch are a list.
  return call(single ? names::kEqual : names::kIn, std::move(parts), branch.conditions[0]->position);
}

Result<Bound> ExpressionBinder::bind_case(const CaseExpression& expression) {
  Bound operand;
  if (expression.operand != nullptr) {
    ASSIGN_OR_RETURN(operand, bind(*expression.operand));
  }
  std::vector<Bound> parts;
  for (const CaseBranch& branch : expression.branches) {
    ASSIGN_OR_RETURN(Bound condition, bind_when(branch, operand, expression.position));
    parts.push_back(std::move(condition));
    ASSIGN_OR_RETURN(Bound result, bind(*branch.result));
    parts.push_back(std::move(result));
  }
  if (expression.otherwise != nullptr) {
    ASSIGN_OR_RETURN(Bound otherwise, bind(*expression.otherwise));
    parts.push_back(std::move(otherwise));
  } else {
    parts.push_back(expression::Expression::literal(Value::null(), DataType::null()));
  }
  return call(names::kCase, std::move(parts), expression.position);
}

Result<Bound> ExpressionBinder::bind_cast(const CastExpression& cast) {
  ASSIGN_OR_RETURN(Bound operand, bind(*cast.operand));
  ASSIGN_OR_RETURN(const DataType target, resolve_type(cast.type));
  if (target.is_nested()) return not_supported("values of type " + target.to_short_string()).at(cast.position);
  const bool one_unit = target.is_interval() && target.first_unit() == target.last_unit();
  if (one_unit && operand->is_literal() && operand->type().is_exact_numeric() && !cast.is_try) {
    return bind_number_as_interval(*operand, target, cast.position);
  }
  if (context_.lenient_bytes_to_text && operand->type().is_binary() && target.is_character()) {
    ASSIGN_OR_RETURN(operand, call("MAKE_VALID_UTF8", {std::move(operand)}, cast.position));
  }
  auto made = functions_.make_cast(std::move(operand), target, cast.is_try);
  if (!made.ok()) return made.status().at(cast.position);
  return made;
}

Result<std::vector<Bound>> ExpressionBinder::bind_arguments(const FunctionCall& call) {
  std::vector<Bound> arguments;
  arguments.reserve(call.arguments.size());
  for (const FunctionArgument& argument : call.arguments) {
    if (argument.name) {
      return not_supported("named argument '" + argument.name->text + "'").at(argument.name->position);
    }
    ASSIGN_OR_RETURN(Bound bound, bind(*argument.value));
    arguments.push_back(std::move(bound));
  }
  return arguments;
}

Result<Bound> ExpressionBinder::bind_function(const FunctionCall& call) {
  const std::string& name = call.name.parts.back().text;
  if (call.over) return unsupported("OVER window", call);
  if (call.name.parts.size() > 1) {
    return validation_error("No match found for function '" + call.name.to_string() + "'").at(call.position);
  }
  if (context_.aggregate_functions.find(name) != nullptr) return bind_aggregate(call);
  // Before the arguments: a missing aggregate's DISTINCT, * or ORDER BY would be blamed instead.
  if (functions_.find(name) == nullptr && expression::is_known_unsupported(name)) {
    return unsupported("function " + upper_case(name), call);
  }
  if (!call.order_by.empty() || !call.within_group.empty()) return unsupported("ORDER BY in a function call", call);
  if (call.quantifier == SetQuantifier::kDistinct || call.filter != nullptr) {
    return validation_error("DISTINCT and FILTER are allowed for aggregate functions only, but " + name + " is none")
        .at(call.position);
  }
  if (call.null_treatment != NullTreatment::kNone) return unsupported("IGNORE NULLS and RESPECT NULLS", call);
  ASSIGN_OR_RETURN(std::vector<Bound> arguments, bind_arguments(call));
  return this->call(name, std::move(arguments), call.position);
}

namespace {

bool counts_every_row(const CollectedAggregate& aggregate) {
  return aggregate.function->counts_rows && !aggregate.distinct &&
         std::ranges::none_of(aggregate.arguments, [](const Bound& argument) { return argument->type().nullable(); });
}

}  // namespace

Result<Bound> ExpressionBinder::bind_aggregate(const FunctionCall& call) {
  if (inside_aggregate_) return validation_error("Aggregate expressions cannot be nested").at(call.position);
  if (aggregates_ == nullptr) {
    return validation_error("Aggregate expression is illegal here: " + quoted_sql(call)).at(call.position);
  }
  if (!call.order_by.empty() || !call.within_group.empty()) return unsupported("ORDER BY in an aggregate", call);
  if (call.null_treatment != NullTreatment::kNone) return unsupported("IGNORE NULLS and RESPECT NULLS", call);
  if (call.filter != nullptr) RETURN_IF_ERROR(check_no_bare_null(*call.filter));
  inside_aggregate_ = true;
  CollectedAggregate aggregate;
  const bool counts_rows = context_.aggregate_functions.find(call.name.parts.back().text)->counts_rows;
  const bool star = counts_rows && call.arguments.size() == 1 && call.arguments[0].value->is<Star>() &&
                    call.arguments[0].value->as<Star>().qualifier.parts.empty();
  if (counts_rows && call.arguments.empty()) {
    return validation_error("Invalid number of arguments to function 'COUNT'. Was expecting 1 arguments").at(call.position);
  }
  Result<std::vector<Bound>> arguments = star ? std::vector<Bound>() : bind_arguments(call);
  Result<Bound> filter = call.filter == nullptr ? Result<Bound>(Bound()) : bind_condition(*call.filter, "FILTER");
  inside_aggregate_ = false;
  if (!arguments.ok()) return arguments.status();
  if (!filter.ok()) return filter.status();
  aggregate.arguments = *std::move(arguments);
  aggregate.filter = *std::move(filter);
  aggregate.distinct = call.quantifier == SetQuantifier::kDistinct;

  std::vector<DataType> types;
  for (size_t i = 0; i < aggregate.arguments.size(); ++i) {
    types.push_back(aggregate.arguments[i]->type());
    RETURN_IF_ERROR(check_typed(*aggregate.arguments[i], call.arguments[i].value->position));
  }
  const std::string& name = call.name.parts.back().text;
  auto resolved = context_.aggregate_functions.resolve(
      name, types,
      {.distinct = aggregate.distinct, .may_see_no_row = !grouped_ || aggregate.filter != nullptr});
  if (!resolved.ok()) return resolved.status().at(call.position);
  aggregate.function = resolved->function;
  aggregate.type = resolved->type;
  if (counts_every_row(aggregate)) aggregate.unread = std::exchange(aggregate.arguments, {});
  const DataType type = aggregate.type;
  const auto same = [&](const CollectedAggregate& other) {
    if (other.function != aggregate.function || other.distinct != aggregate.distinct) return false;
    if ((other.filter == nullptr) != (aggregate.filter == nullptr)) return false;
    if (other.filter != nullptr && !equal(*other.filter, *aggregate.filter)) return false;
    return std::equal(other.arguments.begin(), other.arguments.end(), aggregate.arguments.begin(),
                      aggregate.arguments.end(), [](const Bound& a, const Bound& b) { return equal(*a, *b); });
  };
  for (size_t place = 0; place < aggregates_->size(); ++place) {
    if (same((*aggregates_)[place])) return expression::Expression::input_ref(scope_.width() + place, type);
  }
  aggregates_->push_back(std::move(aggregate));
  return expression::Expression::input_ref(scope_.width() + aggregates_->size() - 1, type);
}

}  // namespace eddyline::sql
