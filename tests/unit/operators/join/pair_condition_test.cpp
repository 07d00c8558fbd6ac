#include "operators/join/pair_condition.hpp"

#include <array>

#include "expression/function_registry.hpp"
#include "expression/operator_names.hpp"
#include "tests/unit/operators/join/interval_join_test_base.hpp"

namespace eddyline::operators {
namespace {

using expression::Expression;
using expression::ExpressionPtr;
namespace names = expression::operators;

/// Conditions over (k, t) of the left and (k, t) of the right, columns 0 to 3.
class PairConditionTest : public IntervalJoinTestBase {
 protected:
  PairConditionTest() { expression::register_scalar_functions(functions_); }

  static ExpressionPtr column(size_t index) { return Expression::input_ref(index, DataType::bigint()); }
  ExpressionPtr call(std::string_view name, std::vector<ExpressionPtr> operands) {
    return functions_.make_call(name, std::move(operands)).value();
  }

  /// Numbers of the matching pairs of every row of the batch, on `side`, with every row cached of the other side.
  Result<std::vector<size_t>> matching(const ExpressionPtr& condition, JoinSide side, const Batch& rows,
                                       const std::vector<Row>& others) {
    IntervalJoinCache other = cache(spec(plan::JoinType::kInner, 20, 5), other_side(side));
    append(other, others);
    state::KeyBatch keys(backend_->hashing());
    keys.assign(std::array{rows.column(0)}, SelectedRows::all(rows.rows()), rows.rows());
    const std::vector<int64_t> times(rows.rows(), 0);
    state::ProbeCursor cursor;
    state::RowMatches found;
    EXPECT_FALSE(other.rows().find(keys, {times.data(), INT64_MIN, INT64_MAX}, cursor, 100, found).value());
    ASSIGN_OR_RETURN(PairCondition made, PairCondition::create(condition, 2));
    expression::EvaluationContext evaluation = surroundings_.context().evaluation_context();
    ASSIGN_OR_RETURN(const Selection selection,
                     made.matching({rows, side, found.probe_rows, other.rows(), found.rows}, evaluation));
    errors_ = evaluation.errors();
    std::vector<size_t> numbers;
    const SelectedRows selected{selection.rows(), selection.is_all() ? found.size() : selection.count()};
    selected.for_each([&](size_t pair) { numbers.push_back(pair); });
    return numbers;
  }

  expression::FunctionRegistry functions_;
  std::vector<expression::EvaluationContext::RowError> errors_;
};

TEST_F(PairConditionTest, ReadsTheColumnsOfBothSides) {
  const ExpressionPtr later = call(names::kGreater, {column(1), column(3)});
  const auto from_left = matching(later, JoinSide::kLeft, batch({{1, 1}, {5, 7}}), {{1, 4}, {1, 6}});
  EXPECT_EQ(*from_left, (std::vector<size_t>{0, 2, 3}));
}

TEST_F(PairConditionTest, SidesStayWhereTheyAreWhenTheRightProbes) {
  const ExpressionPtr later = call(names::kGreater, {column(1), column(3)});
  const auto from_right = matching(later, JoinSide::kRight, batch({{1, 1}, {5, 7}}), {{1, 4}, {1, 6}});
  EXPECT_EQ(*from_right, std::vector<size_t>{1});
}

TEST_F(PairConditionTest, AnUnknownResultDoesNotMatch) {
  const ExpressionPtr later = call(names::kGreater, {column(1), column(3)});
  const auto found = matching(later, JoinSide::kLeft, batch({{1, 1}, {kMissing, 7}}), {{1, 4}});
  EXPECT_EQ(*found, std::vector<size_t>{1});
}

TEST_F(PairConditionTest, APairThatCannotBeComputedIsAnErrorOfTheContext) {
  const ExpressionPtr divides = call(names::kGreater, {call(names::kDivide, {column(1), column(3)}), column(0)});
  const auto found = matching(divides, JoinSide::kLeft, batch({{1}, {5}}), {{1, -1}, {1, 0}, {1, 1}});
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(errors_.size(), 1);
  EXPECT_EQ(errors_[0].row, 1);
  EXPECT_EQ(errors_[0].error.code(), ErrorCode::kDivisionByZero);
}

}  // namespace
}  // namespace eddyline::operators
