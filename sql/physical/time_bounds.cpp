#include "sql/physical/time_bounds.hpp"

#include "sql/rules/conjunctions.hpp"
#include "sql/rules/constants.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

namespace operators = expression::operators;

enum class Comparison : uint8_t { kLess, kLessOrEqual, kEqual, kGreaterOrEqual, kGreater };

Comparison mirrored(Comparison comparison) {
  switch (comparison) {
    case Comparison::kLess:
      return Comparison::kGreater;
    case Comparison::kLessOrEqual:
      return Comparison::kGreaterOrEqual;
    case Comparison::kEqual:
      return Comparison::kEqual;
    case Comparison::kGreaterOrEqual:
      return Comparison::kLessOrEqual;
    case Comparison::kGreater:
      break;
  }
  return Comparison::kLess;
}

std::optional<Comparison> comparison_of(const Expression& expression) {
  if (is_call_named(expression, operators::kLess)) return Comparison::kLess;
  if (is_call_named(expression, operators::kLessOrEqual)) return Comparison::kLessOrEqual;
  if (is_call_named(expression, operators::kEqual)) return Comparison::kEqual;
  if (is_call_named(expression, operators::kGreaterOrEqual)) return Comparison::kGreaterOrEqual;
  if (is_call_named(expression, operators::kGreater)) return Comparison::kGreater;
  return std::nullopt;
}

/// left time - right time `comparison` offset.
struct TimePredicate {
  Comparison comparison = Comparison::kEqual;
  int64_t offset_ms = 0;
  size_t left_column = 0;
  size_t right_column = 0;
  TimeAttribute domain = TimeAttribute::kNone;
};

class TimePredicateReader {
 public:
  TimePredicateReader(const RowType& left, const RowType& right, const RuleContext& context)
      : left_(left), right_(right), context_(context) {}

  std::optional<TimePredicate> read(const Expression& term) const {
    const auto comparison = comparison_of(term);
    if (!comparison) return std::nullopt;
    const auto first = time_column(*term.operands()[0]);
    const auto second = time_column(*term.operands()[1]);
    if (!first || !second) return std::nullopt;
    const bool in_order = is_left(*first);
    if (in_order == is_left(*second) || domain(*first) != domain(*second)) return std::nullopt;

    const auto first_ms = at_time_zero(term.operands()[0]);
    const auto second_ms = at_time_zero(term.operands()[1]);
    if (!first_ms || !second_ms) return std::nullopt;
    // first + first_ms <> second + second_ms
    TimePredicate predicate;
    predicate.comparison = in_order ? *comparison : mirrored(*comparison);
    predicate.offset_ms = in_order ? *second_ms - *first_ms : *first_ms - *second_ms;
    predicate.left_column = in_order ? *first : *second;
    predicate.right_column = (in_order ? *second : *first) - left_.size();
    predicate.domain = domain(*first);
    return predicate;
  }

 private:
  bool is_left(size_t column) const { return column < left_.size(); }
  const DataType& type(size_t column) const {
    return is_left(column) ? left_[column].type : right_[column - left_.size()].type;
  }
  TimeAttribute domain(size_t column) const { return type(column).time_attribute(); }

  /// The one column of the operand, if it is a time attribute.
  std::optional<size_t> time_column(const Expression& operand) const {
    const std::vector<size_t> columns = referenced_inputs(operand);
    if (columns.size() != 1 || domain(columns[0]) == TimeAttribute::kNone) return std::nullopt;
    if (count_references(operand) != 1) return std::nullopt;
    return columns[0];
  }

  static size_t count_references(const Expression& expression) {
    size_t count = expression.is_input_ref() ? 1 : 0;
    for (const ExpressionPtr& operand : expression.operands()) count += count_references(*operand);
    return count;
  }

  /// The operand's value in milliseconds with its time column at 1970-01-01 00:00:00; nothing if that is no constant.
  std::optional<int64_t> at_time_zero(const ExpressionPtr& operand) const {
    if (!operand->type().is_timestamp() || !expression::is_deterministic(*operand)) return std::nullopt;
    const ExpressionPtr constant = expression::replace_inputs(operand, [](size_t, const DataType& type) {
      return Expression::literal(Value::integer(0), type.with_time_attribute(TimeAttribute::kNone));
    });
    const Result<ExpressionPtr> value = constant->is_literal() ? constant : folded(constant, context_.time_zone);
    if (!value.ok() || (*value)->value().is_null()) return std::nullopt;
    int128_t units = (*value)->value().as_integer();
    for (int32_t digits = operand->type().precision() <= 3   ? 3
                          : operand->type().precision() <= 6 ? 6
                                                             : 9;
         digits > 3; --digits) {
      units /= 10;
    }
    return static_cast<int64_t>(units);
  }

  const RowType& left_;
  const RowType& right_;
  const RuleContext& context_;
};

bool limits_from_below(const TimePredicate& predicate) {
  return predicate.comparison == Comparison::kGreater || predicate.comparison == Comparison::kGreaterOrEqual;
}

/// The inclusive bound.
std::chrono::milliseconds bound(const TimePredicate& predicate) {
  if (predicate.comparison == Comparison::kGreater) return std::chrono::milliseconds(predicate.offset_ms + 1);
  if (predicate.comparison == Comparison::kLess) return std::chrono::milliseconds(predicate.offset_ms - 1);
  return std::chrono::milliseconds(predicate.offset_ms);
}

std::optional<plan::IntervalJoinWindowBounds> combined(const std::vector<TimePredicate>& predicates) {
  if (predicates.empty() || predicates.size() > 2) return std::nullopt;
  const TimePredicate& first = predicates.front();
  const TimePredicate& last = predicates.back();
  const bool equality = first.comparison == Comparison::kEqual || last.comparison == Comparison::kEqual;
  if (equality != (predicates.size() == 1)) return std::nullopt;
  if (!equality && limits_from_below(first) == limits_from_below(last)) return std::nullopt;
  if (first.left_column != last.left_column || first.right_column != last.right_column) return std::nullopt;

  plan::IntervalJoinWindowBounds bounds;
  bounds.is_event_time = first.domain == TimeAttribute::kRowtime;
  bounds.left_lower = bound(equality || limits_from_below(first) ? first : last);
  bounds.left_upper = bound(equality || limits_from_below(first) ? last : first);
  bounds.left_time_index = first.left_column;
  bounds.right_time_index = first.right_column;
  return bounds;
}

}  // namespace

std::optional<TimeBounds> time_bounds(const ExpressionPtr& condition, const RowType& left, const RowType& right,
                                      const RuleContext& context) {
  const TimePredicateReader reader(left, right, context);
  TimeBounds result;
  std::vector<TimePredicate> predicates;
  for (const ExpressionPtr& term : conjuncts(condition)) {
    if (auto predicate = reader.read(*term)) {
      predicates.push_back(*predicate);
    } else {
      result.rest.push_back(term);
    }
  }
  const auto bounds = combined(predicates);
  if (!bounds) return std::nullopt;
  result.bounds = *bounds;
  return result;
}

}  // namespace eddyline::sql
