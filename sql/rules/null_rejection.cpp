#include "sql/rules/null_rejection.hpp"

#include <algorithm>

#include "expression/scalar_function.hpp"
#include "expression/search_argument.hpp"
#include "sql/rules/conjunctions.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

namespace operators = expression::operators;

class NullRejection {
 public:
  NullRejection(size_t first, size_t count) : first_(first), end_(first + count) {}

  bool is_not_true(const Expression& expression) const {
    if (expression.is_call_of(expression::kSearchName)) return is_not_true(*expression.operands()[1]);
    if (is_call_named(expression, operators::kAnd)) return any(expression, &NullRejection::is_not_true);
    if (is_call_named(expression, operators::kOr)) return all(expression, &NullRejection::is_not_true);
    if (is_call_named(expression, operators::kNot)) return is_not_false(*expression.operands()[0]);
    if (is_call_named(expression, operators::kIsNotNull) || is_call_named(expression, operators::kIsNotUnknown)) {
      return is_null(*expression.operands()[0]);
    }
    if (is_call_named(expression, operators::kIsTrue)) return is_not_true(*expression.operands()[0]);
    if (is_call_named(expression, operators::kIsFalse)) return is_not_false(*expression.operands()[0]);
    return is_never_true(expression) || is_null(expression);
  }

 private:
  using Test = bool (NullRejection::*)(const Expression&) const;

  bool is_not_false(const Expression& expression) const {
    if (expression.is_call_of(expression::kSearchName)) return is_not_false(*expression.operands()[1]);
    if (is_call_named(expression, operators::kAnd)) return all(expression, &NullRejection::is_not_false);
    if (is_call_named(expression, operators::kOr)) return any(expression, &NullRejection::is_not_false);
    if (is_call_named(expression, operators::kNot)) return is_not_true(*expression.operands()[0]);
    if (is_call_named(expression, operators::kIsNull)) return is_null(*expression.operands()[0]);
    return is_true(expression) || is_null(expression);
  }

  bool is_null(const Expression& expression) const {
    if (expression.is_input_ref()) return expression.index() >= first_ && expression.index() < end_;
    if (expression.is_literal()) return expression.value().is_null();
    const expression::ScalarFunction& function = expression.function();
    return !function.is_lazy() && function.null_handling == expression::NullHandling::kPropagate &&
           any(expression, &NullRejection::is_null);
  }

  bool any(const Expression& expression, Test test) const {
    return std::ranges::any_of(expression.operands(),
                               [&](const ExpressionPtr& operand) { return (this->*test)(*operand); });
  }
  bool all(const Expression& expression, Test test) const {
    return std::ranges::all_of(expression.operands(),
                               [&](const ExpressionPtr& operand) { return (this->*test)(*operand); });
  }

  size_t first_;
  size_t end_;
};

}  // namespace

bool rejects_nulls(const Expression& condition, size_t first, size_t count) {
  return NullRejection(first, count).is_not_true(condition);
}

}  // namespace eddyline::sql
