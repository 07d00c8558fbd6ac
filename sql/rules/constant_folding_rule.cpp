// Computes calls whose operands are all constants, once, with the evaluator that the job would use.

#include <algorithm>
#include <map>

#include "expression/evaluator.hpp"
#include "expression/function_registry.hpp"
#include "sql/logical/exact_cast.hpp"
#include "sql/rules/conjunctions.hpp"
#include "sql/rules/constants.hpp"
#include "sql/rules/node_expressions.hpp"
#include "sql/rules/rule.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

bool is_constant(const Expression& expression) {
  return expression.is_literal() ||
         ((expression::is_implicit_cast(expression) || is_nullability_cast(expression)) &&
          is_constant(*expression.operands()[0]));
}

namespace {

/// A row's FLOAT or DOUBLE divided by zero is an infinity or NaN; a constant one is an error, as in Flink.
bool divides_reals_by_zero(const Expression& call) {
  if (!call.is_call() || call.function().name != expression::operators::kDivide || !call.type().is_approximate()) return false;
  const Expression* divisor = call.operands()[1].get();
  while (expression::is_implicit_cast(*divisor)) divisor = divisor->operands()[0].get();
  if (!divisor->is_literal() || divisor->value().is_null()) return false;
  return divisor->type().is_approximate() ? divisor->value().as_real() == 0
                                          : divisor->type().is_numeric() && divisor->value().as_integer() == 0;
}

/// The literal behind conversions that are no calls of their own.
const Expression& without_conversions(const Expression& call) {
  const Expression* plain = call.operands()[0].get();
  while (!plain->is_literal() && is_constant(*plain)) plain = plain->operands()[0].get();
  return *plain;
}

}  // namespace

Result<ExpressionPtr> folded(const ExpressionPtr& call, const expression::TimeZone& time_zone) {
  if (divides_reals_by_zero(*call)) return validation_error("Division by zero");
  expression::EvaluationContext context(time_zone, /*streaming=*/true, /*seed=*/0);
  Result<Value> value = expression::evaluate_constant(call, context);
  if (!value.ok()) {
    // What fails a job as "/ by zero" has another text where planning finds it.
    return value.status().code() == ErrorCode::kDivisionByZero ? validation_error("Division by zero") : value.status();
  }
  // A value made nullable by CAST alone stays so by a CAST, for the rows that it is lined up with.
  const bool widened = call->is_call_of(expression::kCastName) && call->type().nullable() &&
                       !without_conversions(*call).type().nullable() && !value->is_null();
  ExpressionPtr literal = Expression::literal(*std::move(value), call->type().with_nullable(call->type().nullable() && !widened));
  if (widened) literal = Expression::call(call->function(), {std::move(literal)}, call->type());
  return call->place() ? Expression::placed(std::move(literal), *call->place()) : literal;
}

namespace {

namespace operators = expression::operators;

/// The conversion of a literal for its neighbour in a comparison for equality is printed with its type as Flink does,
/// unless it is a text read as a time, which stays as written.
bool is_equality_with_converted_literal(const Expression& call) {
  return is_call_named(call, operators::kEqual) || is_call_named(call, operators::kNotEqual);
}

/// NULL, also behind conversions that plans do not print.
bool is_null(const Expression& operand) {
  const Expression* plain = &operand;
  while (expression::is_implicit_cast(*plain)) plain = plain->operands()[0].get();
  return plain->is_literal() && plain->value().is_null();
}

/// A literal text that an IN list converts to a type of another kind.
bool is_text_read_as_value(const Expression& item) {
  return expression::is_implicit_cast(item) && !item.type().is_character() && item.operands()[0]->is_literal() &&
         item.operands()[0]->type().is_character() && !item.operands()[0]->value().is_null();
}

/// A literal text compared for equality with a time: what it cannot be read as is an error of the query, not of a row.
bool is_text_read_as_time(const Expression& operand) {
  return expression::is_implicit_cast(operand) && operand.type().is_temporal() && operand.operands()[0]->is_literal() &&
         operand.operands()[0]->type().is_character();
}

Status bad_time(const Expression& conversion, const DataType& time) {
  return validation_error("Error when casting literal. Error when casting " +
                          conversion.operands()[0]->type().to_short_string() + " to " + time.to_short_string() + ".");
}

class Folder {
 public:
  explicit Folder(const RuleContext& context) : functions_(context.functions), time_zone_(context.time_zone) {}

  /// `decided_later`: the value may turn out not to be needed, so that an error is no reason to refuse the query.
  /// Errors   at the innermost expression with a place.
  Result<ExpressionPtr> fold(const ExpressionPtr& expression, bool decided_later) {
    if (!expression->is_call()) return expression;
    // NULLIF, BETWEEN, CASE x WHEN and the like use an operand twice: it is folded once.
    const bool shared = expression.use_count() > 1;
    if (shared) {
      if (const auto known = folded_.find({expression, decided_later}); known != folded_.end()) return known->second;
    }
    Result<ExpressionPtr> result = fold_call(expression, decided_later);
    if (shared && result.ok()) folded_.emplace(std::pair(expression, decided_later), *result);
    if (!result.ok() && expression->place()) return expression->place()->locate(result.status());
    return result;
  }

 private:
  Result<ExpressionPtr> fold_call(const ExpressionPtr& expression, bool decided_later) {
    const bool lazy = expression->function().is_lazy();
    std::vector<ExpressionPtr> operands;
    bool changed = false;
    for (const ExpressionPtr& operand : expression->operands()) {
      ASSIGN_OR_RETURN(ExpressionPtr result, fold(operand, decided_later || lazy));
      changed = changed || result != operand;
      operands.push_back(std::move(result));
    }
    if (is_equality_with_converted_literal(*expression)) {
      RETURN_IF_ERROR(check_times(operands));
      for (ExpressionPtr& operand : operands) {
        if (operand->is_literal() || !is_constant(*operand) || is_text_read_as_time(*operand)) continue;
        ASSIGN_OR_RETURN(ExpressionPtr result, folded_or_left(operand, decided_later));
        changed = changed || result != operand;
        operand = std::move(result);
      }
    }
    ExpressionPtr call = changed ? expression->with_operands(std::move(operands)) : expression;
    if (is_call_named(*call, operators::kIn)) {
      ASSIGN_OR_RETURN(call, with_read_items(call));
    }
    if (is_always_null(*call)) return Expression::literal(Value::null(), call->type());
    return is_foldable(*call) ? folded_or_left(call, decided_later) : call;
  }

  /// NULL goes through the call whatever the other operands are: ts - NULL.
  static bool is_always_null(const Expression& call) {
    return !call.function().is_lazy() && call.function().null_handling == expression::NullHandling::kPropagate &&
           call.type().nullable() && !is_constant(call) && expression::is_deterministic(call) &&
           std::ranges::any_of(call.operands(), [](const ExpressionPtr& operand) { return is_null(*operand); });
  }

  static bool is_foldable(const Expression& call) {
    return !expression::is_implicit_cast(call) && !is_nullability_cast(call) && !call.operands().empty() &&
           call.function().determinism == expression::Determinism::kDeterministic &&
           std::ranges::all_of(call.operands(), [](const ExpressionPtr& operand) { return is_constant(*operand); });
  }

  /// Items of IN that are texts of values become these. One that cannot be read fails the row that gets to it, so that the list is
  /// then compared in order.
  Result<ExpressionPtr> with_read_items(const ExpressionPtr& in) const {
    std::vector<ExpressionPtr> items;
    bool read_any = false;
    bool read_all = true;
    for (const ExpressionPtr& item : in->operands().subspan(1)) {
      items.push_back(item);
      if (!is_text_read_as_value(*item)) continue;
      Result<ExpressionPtr> value = folded(item, time_zone_);
      read_any = read_any || value.ok();
      read_all = read_all && value.ok();
      if (!value.ok()) value = functions_.make_cast(item->operands()[0], item->type());
      ASSIGN_OR_RETURN(items.back(), std::move(value));
    }
    const ExpressionPtr& tested = in->operands()[0];
    if (read_all) {
      items.insert(items.begin(), tested);
      return read_any ? in->with_operands(std::move(items)) : in;
    }
    for (ExpressionPtr& item : items) {
      ASSIGN_OR_RETURN(item, functions_.make_call(operators::kEqual, {tested, item}));
    }
    return functions_.make_call(operators::kOr, std::move(items));
  }

  /// Errors   at a text that is no value of the time beside it.
  Status check_times(std::span<const ExpressionPtr> operands) const {
    for (size_t i = 0; i < operands.size(); ++i) {
      if (!is_text_read_as_time(*operands[i]) || folded(operands[i], time_zone_).ok()) continue;
      const ExpressionPtr& text = operands[i]->operands()[0];
      const Status error = bad_time(*operands[i], operands[i == 0 ? 1 : 0]->type());
      return text->place() ? text->place()->locate(error) : error;
    }
    return {};
  }

  Result<ExpressionPtr> folded_or_left(const ExpressionPtr& call, bool decided_later) {
    Result<ExpressionPtr> result = folded(call, time_zone_);
    return !result.ok() && decided_later ? Result<ExpressionPtr>(call) : std::move(result);
  }

  const expression::FunctionRegistry& functions_;
  const expression::TimeZone& time_zone_;
  /// What shared expressions came to, by expression, which is kept so that its address stays its own, and decided_later.
  std::map<std::pair<ExpressionPtr, bool>, ExpressionPtr> folded_;
};

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext& context) {
  Folder folder(context);
  Result<LogicalPtr> result = map_expressions(
      node, [&](const ExpressionPtr& expression) { return folder.fold(expression, /*decided_later=*/context.failing_constants_stay); });
  if (!result.ok()) return result.status().at(node->position());
  return *result == node ? LogicalPtr() : *std::move(result);
}

}  // namespace

void register_constant_folding(RuleList& rules);
void register_constant_folding(RuleList& rules) {
  rules.add({"constant folding", apply});
}

}  // namespace eddyline::sql
