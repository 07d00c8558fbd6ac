#include "sql/logical/search_terms.hpp"

#include <algorithm>
#include <optional>

#include "common/base/check.hpp"
#include "expression/operator_names.hpp"
#include "expression/scalar_function.hpp"
#include "expression/search_argument.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;
using expression::NullAs;
using expression::SearchArgument;
using expression::SearchBound;
using expression::SearchRange;

namespace {

namespace operators = expression::operators;

bool is_named(const Expression& expression, std::string_view name) {
  return expression.is_call() && expression.function().name == name;
}

/// Columns are searched, and casts of them; comparisons of anything else stay as they are.
bool is_searched(const Expression& subject) {
  const Expression* plain = &subject;
  while (plain->is_call_of(expression::kCastName)) plain = plain->operands()[0].get();
  return plain->is_input_ref();
}

ExpressionPtr truth_literal(bool truth) { return Expression::literal(Value::boolean(truth), DataType::boolean().not_null()); }

/// None unless the condition is TRUE or FALSE whatever the row is.
std::optional<bool> truth_of(const Expression& condition) {
  if (!condition.is_literal() || !condition.type().is(TypeRoot::kBoolean) || condition.value().is_null()) return std::nullopt;
  return condition.value().as_boolean();
}

/// Terms of one AND or OR that compare the same column.
struct Group {
  ExpressionPtr subject;
  std::vector<ExpressionPtr> terms;
};

class Gatherer {
 public:
  explicit Gatherer(const expression::FunctionRegistry& functions) : functions_(functions) {}

  Result<ExpressionPtr> run(const ExpressionPtr& expression, UnknownAs unknown_as) const {
    if (!expression->is_call() || expression->is_call_of(expression::kSearchName)) return expression;
    const bool conjunction = is_named(*expression, operators::kAnd);
    if (conjunction || is_named(*expression, operators::kOr)) return connective(expression, conjunction, unknown_as);
    if (is_named(*expression, operators::kIn) || is_named(*expression, operators::kNot)) {
      const auto argument = expression::search_argument(expression);
      if (argument && is_searched(*argument->subject)) return gathered(*argument, expression, unknown_as);
    }
    return over_operands(*expression, expression, UnknownAs::kUnknown);
  }

 private:
  Result<ExpressionPtr> over_operands(const Expression& call, const ExpressionPtr& self, UnknownAs unknown_as) const {
    std::vector<ExpressionPtr> operands;
    bool changed = false;
    for (const ExpressionPtr& operand : call.operands()) {
      ASSIGN_OR_RETURN(ExpressionPtr result, run(operand, unknown_as));
      changed = changed || result != operand;
      operands.push_back(std::move(result));
    }
    return changed ? call.with_operands(std::move(operands)) : self;
  }

  /// Gathers the terms of each column where the first of them stands.
  Result<ExpressionPtr> connective(const ExpressionPtr& call, bool conjunction, UnknownAs unknown_as) const {
    std::vector<ExpressionPtr> terms;
    for (const Group& group : groups_of(*call)) {
      RETURN_IF_ERROR(append(group, conjunction, unknown_as, terms));
      const auto truth = unknown_as == UnknownAs::kFalse ? truth_of(*terms.back()) : std::nullopt;
      if (truth && *truth != conjunction) return terms.back();
      if (truth) terms.pop_back();
    }
    if (terms.empty()) return truth_literal(conjunction);
    if (terms.size() == 1) return terms[0];
    if (std::ranges::equal(terms, call->operands())) return call;
    return functions_.make_call(call->function().name, std::move(terms));
  }

  static std::vector<Group> groups_of(const Expression& call) {
    std::vector<Group> groups;
    std::vector<size_t> searched;  // places of the groups that have a subject
    for (const ExpressionPtr& operand : call.operands()) {
      const auto argument = expression::search_argument(operand);
      if (!argument || !is_searched(*argument->subject)) {
        groups.push_back({nullptr, {operand}});
        continue;
      }
      const auto known = std::ranges::find_if(searched, [&](size_t group) { return equal(*groups[group].subject, *argument->subject); });
      if (known != searched.end()) {
        groups[*known].terms.push_back(operand);
        continue;
      }
      searched.push_back(groups.size());
      groups.push_back({argument->subject, {operand}});
    }
    return groups;
  }

  Status append(const Group& group, bool conjunction, UnknownAs unknown_as, std::vector<ExpressionPtr>& terms) const {
    if (group.subject == nullptr || group.terms.size() == 1) {
      ASSIGN_OR_RETURN(ExpressionPtr term, run(group.terms[0], unknown_as));
      terms.push_back(std::move(term));
      return {};
    }
    ASSIGN_OR_RETURN(const ExpressionPtr whole,
                     functions_.make_call(conjunction ? operators::kAnd : operators::kOr, group.terms));
    ExpressionPtr term = whole;
    if (const auto argument = expression::search_argument(whole)) {
      ASSIGN_OR_RETURN(term, gathered(*argument, whole, unknown_as));
    }
    if (term == whole) {
      terms.insert(terms.end(), group.terms.begin(), group.terms.end());
    } else {
      terms.push_back(std::move(term));
    }
    return {};
  }

  Result<ExpressionPtr> gathered(const SearchArgument& argument, const ExpressionPtr& condition, UnknownAs unknown_as) const {
    const bool approximate = argument.subject->type().is_approximate();
    const bool false_for_null = unknown_as == UnknownAs::kFalse && argument.null_as != NullAs::kTrue;
    if (argument.is_empty() && false_for_null && !approximate) {
      return truth_literal(false);
    }
    if (argument.is_everything() && false_for_null && !approximate) {
      if (argument.subject->type().nullable()) return functions_.make_call(operators::kIsNotNull, {argument.subject});
      return truth_literal(true);
    }
    if (argument.complexity() > 1) {
      const expression::ScalarFunction* search = functions_.find_internal(expression::kSearchName);
      CHECK(search != nullptr) << "SEARCH is not registered";
      return Expression::call(*search, {argument.subject, condition}, condition->type());
    }
    const bool same_for_null = argument.null_as == NullAs::kUnknown || false_for_null;
    if (argument.is_empty() || argument.is_everything() || !same_for_null || approximate) return condition;
    return comparison(argument);
  }

  /// One value, all but one, or all on one side of one.
  Result<ExpressionPtr> comparison(const SearchArgument& argument) const {
    const SearchRange& range = argument.ranges[0];
    if (argument.excludes_point()) return compare(operators::kNotEqual, *range.upper);
    if (range.is_point()) return compare(operators::kEqual, *range.lower);
    if (range.lower) return compare(range.lower->inclusive ? operators::kGreaterOrEqual : operators::kGreater, *range.lower);
    return compare(range.upper->inclusive ? operators::kLessOrEqual : operators::kLess, *range.upper);
  }

  Result<ExpressionPtr> compare(std::string_view name, const SearchBound& bound) const {
    return functions_.make_call(name, {bound.operand, bound.item});
  }

  const expression::FunctionRegistry& functions_;
};

}  // namespace

Result<ExpressionPtr> with_searches(const expression::FunctionRegistry& functions, const ExpressionPtr& expression,
                                    UnknownAs unknown_as) {
  return Gatherer(functions).run(expression, unknown_as);
}

}  // namespace eddyline::sql
