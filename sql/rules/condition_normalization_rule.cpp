// Brings conditions into the form that other rules look for: NOT stands at the leaves, AND and OR hold no constants, no
// repeats and nothing of their own kind, and no NULL where that lets no row pass.

#include <algorithm>
#include <array>
#include <optional>

#include "sql/rules/conjunctions.hpp"
#include "sql/rules/node_expressions.hpp"
#include "sql/rules/rule.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

namespace operators = expression::operators;

/// The comparison that holds where the given one does not, NULL staying NULL.
std::optional<std::string_view> opposite(const Expression& call) {
  constexpr std::array<std::array<std::string_view, 2>, 12> kOpposites = {{
      {operators::kEqual, operators::kNotEqual},
      {operators::kNotEqual, operators::kEqual},
      {operators::kLess, operators::kGreaterOrEqual},
      {operators::kGreaterOrEqual, operators::kLess},
      {operators::kGreater, operators::kLessOrEqual},
      {operators::kLessOrEqual, operators::kGreater},
      {operators::kIsNull, operators::kIsNotNull},
      {operators::kIsNotNull, operators::kIsNull},
      {operators::kIsTrue, operators::kIsNotTrue},
      {operators::kIsNotTrue, operators::kIsTrue},
      {operators::kIsFalse, operators::kIsNotFalse},
      {operators::kIsNotFalse, operators::kIsFalse},
  }};
  for (const auto& [name, other] : kOpposites) {
    if (is_call_named(call, name)) return other;
  }
  return std::nullopt;
}

/// NaN compares as neither less nor greater.
bool compares_approximate(const Expression& call) {
  return std::ranges::any_of(call.operands(),
                             [](const ExpressionPtr& operand) { return operand->type().is_approximate(); });
}

class Normalizer {
 public:
  explicit Normalizer(const expression::FunctionRegistry& functions) : functions_(functions) {}

  Result<ExpressionPtr> run(const ExpressionPtr& call) {
    if (is_call_named(*call, operators::kNot)) return negation(call->operands()[0]);
    if (is_call_named(*call, operators::kAnd)) return joined(call, operators::kAnd);
    if (is_call_named(*call, operators::kOr)) return joined(call, operators::kOr);
    return ExpressionPtr();
  }

 private:
  /// NOT of an operand that is normalized itself; null where NOT stays.
  Result<ExpressionPtr> negation(const ExpressionPtr& operand) {
    if (is_call_named(*operand, operators::kNot)) return operand->operands()[0];
    if (is_call_named(*operand, operators::kAnd)) return negated_terms(*operand, operators::kOr);
    if (is_call_named(*operand, operators::kOr)) return negated_terms(*operand, operators::kAnd);
    const auto other = opposite(*operand);
    if (!other || compares_approximate(*operand)) return ExpressionPtr();
    return functions_.make_call(*other, {operand->operands().begin(), operand->operands().end()});
  }

  Result<ExpressionPtr> negated_terms(const Expression& call, std::string_view joiner) {
    std::vector<ExpressionPtr> terms;
    for (const ExpressionPtr& operand : call.operands()) {
      ASSIGN_OR_RETURN(ExpressionPtr term, negation(operand));
      if (term == nullptr) {
        ASSIGN_OR_RETURN(term, functions_.make_call(operators::kNot, {operand}));
      }
      terms.push_back(std::move(term));
    }
    return functions_.make_call(joiner, std::move(terms));
  }

  /// AND: TRUE is left out, FALSE decides; OR the other way round.
  Result<ExpressionPtr> joined(const ExpressionPtr& call, std::string_view joiner) {
    const bool decisive = joiner == operators::kOr;
    std::vector<ExpressionPtr> kept;
    expression::ExpressionSet seen;
    const std::vector<ExpressionPtr> terms = decisive ? disjuncts(call) : conjuncts(call);
    for (const ExpressionPtr& term : terms) {
      if (term->is_literal() && !term->value().is_null()) {
        if (term->value().as_boolean() == decisive) return term;
        continue;
      }
      if (!expression::is_deterministic(*term) || seen.insert(term).second) kept.push_back(term);
    }
    if (kept.empty()) return Expression::literal(Value::boolean(!decisive), DataType::boolean().not_null());
    if (kept.size() == 1) return kept[0];
    if (std::ranges::equal(kept, call->operands())) return ExpressionPtr();
    return functions_.make_call(joiner, std::move(kept));
  }

  const expression::FunctionRegistry& functions_;
};

/// The condition of a filter or join, where NULL counts as FALSE.
ExpressionPtr with_null_as_false(const ExpressionPtr& condition) {
  if (condition->is_literal()) {
    return condition->value().is_null() ? Expression::literal(Value::boolean(false), DataType::boolean().not_null()) : condition;
  }
  if (!is_call_named(*condition, operators::kAnd) && !is_call_named(*condition, operators::kOr)) return condition;
  std::vector<ExpressionPtr> terms;
  for (const ExpressionPtr& term : condition->operands()) terms.push_back(with_null_as_false(term));
  return std::ranges::equal(terms, condition->operands()) ? condition : condition->with_operands(std::move(terms));
}

bool has_condition(const LogicalNode& node) {
  return node.kind() == LogicalKind::kFilter || node.kind() == LogicalKind::kJoin;
}

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext& context) {
  Normalizer normalizer(context.functions);
  Result<LogicalPtr> result = map_expressions(node, [&](const ExpressionPtr& expression) {
    return map_calls(has_condition(*node) ? with_null_as_false(expression) : expression, [&](const ExpressionPtr& call) { return normalizer.run(call); });
  });
  if (!result.ok()) return result.status().at(node->position());
  return *result == node ? LogicalPtr() : *std::move(result);
}

}  // namespace

void register_condition_normalization(RuleList& rules);
void register_condition_normalization(RuleList& rules) {
  rules.add({"condition normalization", apply});
}

}  // namespace eddyline::sql
