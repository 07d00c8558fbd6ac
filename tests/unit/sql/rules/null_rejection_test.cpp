#include "sql/rules/null_rejection.hpp"

#include <gtest/gtest.h>

#include "sql/rules/conjunctions.hpp"

namespace eddyline::sql {
namespace {

namespace operators = expression::operators;
using expression::Expression;
using expression::ExpressionPtr;

/// Conditions over columns 0 and 1 BIGINT; column 1 is the one that is NULL.
class NullRejectionTest : public ::testing::Test {
 protected:
  NullRejectionTest() { expression::register_scalar_functions(functions_); }

  static ExpressionPtr column(size_t index) { return Expression::input_ref(index, DataType::bigint()); }
  static ExpressionPtr number(int64_t value) {
    return Expression::literal(Value::integer(value), DataType::bigint().not_null());
  }
  ExpressionPtr call(std::string_view name, std::vector<ExpressionPtr> operands) const {
    Result<ExpressionPtr> made = functions_.make_call(name, std::move(operands));
    EXPECT_TRUE(made.ok()) << made.status().to_string();
    return *std::move(made);
  }
  ExpressionPtr greater(size_t index) const { return call(operators::kGreater, {column(index), number(3)}); }
  static bool rejects(const ExpressionPtr& condition) { return rejects_nulls(*condition, 1, 1); }

  expression::FunctionRegistry functions_;
};

TEST_F(NullRejectionTest, ComparisonsOfTheColumnAreNotTrue) {
  EXPECT_TRUE(rejects(greater(1)));
  EXPECT_FALSE(rejects(greater(0)));
  EXPECT_TRUE(rejects(call(operators::kEqual, {column(0), call(operators::kPlus, {column(1), number(1)})})));
}

TEST_F(NullRejectionTest, TestsForNull) {
  EXPECT_FALSE(rejects(call(operators::kIsNull, {column(1)})));
  EXPECT_TRUE(rejects(call(operators::kIsNotNull, {column(1)})));
  EXPECT_FALSE(rejects(call(operators::kIsNotNull, {column(0)})));
  EXPECT_FALSE(rejects(call(operators::kIsNotDistinctFrom, {column(0), column(1)})));
}

TEST_F(NullRejectionTest, OneTermOfAnAndSufficesButEveryTermOfAnOrIsNeeded) {
  EXPECT_TRUE(rejects(call(operators::kAnd, {greater(0), greater(1)})));
  EXPECT_FALSE(rejects(call(operators::kOr, {greater(0), greater(1)})));
  EXPECT_TRUE(rejects(call(operators::kOr, {greater(1), call(operators::kLess, {column(1), column(0)})})));
}

TEST_F(NullRejectionTest, NotOfWhatIsNeverFalse) {
  EXPECT_TRUE(rejects(call(operators::kNot, {greater(1)})));
  EXPECT_TRUE(rejects(call(operators::kNot, {call(operators::kIsNull, {column(1)})})));
  EXPECT_FALSE(rejects(call(operators::kNot, {call(operators::kIsNotNull, {column(1)})})));
  EXPECT_FALSE(rejects(call(operators::kNot, {call(operators::kAnd, {greater(0), greater(1)})})));
}

TEST_F(NullRejectionTest, FunctionsThatTakeNullAreNotSeenThrough) {
  EXPECT_FALSE(rejects(call(operators::kGreater, {call("COALESCE", {column(1), number(5)}), number(3)})));
  EXPECT_FALSE(rejects(call(operators::kCase, {call(operators::kIsNull, {column(1)}),
                                               Expression::literal(Value::boolean(true), DataType::boolean()),
                                               Expression::literal(Value::boolean(false), DataType::boolean())})));
}

TEST_F(NullRejectionTest, ConditionsThatNeverHold) {
  EXPECT_TRUE(rejects(Expression::literal(Value::boolean(false), DataType::boolean())));
  EXPECT_TRUE(rejects(Expression::literal(Value::null(), DataType::boolean())));
  EXPECT_FALSE(rejects(Expression::literal(Value::boolean(true), DataType::boolean())));
}

TEST_F(NullRejectionTest, ConjunctionsLeaveOutTrueAndRepeats) {
  const ExpressionPtr always = Expression::literal(Value::boolean(true), DataType::boolean());
  const ExpressionPtr nested = call(operators::kAnd, {greater(0), call(operators::kAnd, {greater(1), always})});
  EXPECT_EQ(conjuncts(nested).size(), 2U);
  EXPECT_TRUE(is_true(*conjunction({always}, functions_)));
  EXPECT_TRUE(equal(*conjunction({greater(1), greater(1)}, functions_), *greater(1)));
}

}  // namespace
}  // namespace eddyline::sql
