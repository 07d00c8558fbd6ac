#include "operators/calc/calc_operator.hpp"

#include "expression/function_registry.hpp"
#include "expression/operator_names.hpp"
#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

using expression::Expression;
using expression::ExpressionPtr;

class CalcOperatorTest : public OperatorTestBase {
 protected:
  CalcOperatorTest() { expression::register_scalar_functions(functions_); }

  static ExpressionPtr column(size_t index) { return Expression::input_ref(index, DataType::bigint()); }
  static ExpressionPtr number(int64_t value) {
    return Expression::literal(Value::integer(value), DataType::bigint().not_null());
  }
  ExpressionPtr call(std::string_view name, std::vector<ExpressionPtr> operands) {
    auto made = functions_.make_call(name, std::move(operands));
    EXPECT_TRUE(made.ok()) << made.status().to_string();
    return *std::move(made);
  }

  expression::FunctionRegistry functions_;
};

TEST_F(CalcOperatorTest, SharesColumnsThatOnlyPass) {
  CalcOperator calc(nullptr, {column(1), column(0)});
  ASSERT_TRUE(calc.open(surroundings_.context()).ok());
  const Batch input = batch({{1, 2}, {3, 4}});
  Output output;
  ASSERT_TRUE(calc.on_batch(0, input, output).ok());
  const auto made = output.take();
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(made->column(0), input.column(1));
  EXPECT_EQ(made->column(1), input.column(0));
}

TEST_F(CalcOperatorTest, FiltersBySelectionWithoutCopy) {
  CalcOperator calc(call(expression::operators::kGreater, {column(0), number(1)}), {column(0)});
  ASSERT_TRUE(calc.open(surroundings_.context()).ok());
  const Batch input = batch({{1, 2, 3}});
  Output output;
  ASSERT_TRUE(calc.on_batch(0, input, output).ok());
  const auto made = output.take();
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(made->column(0), input.column(0));
  EXPECT_EQ(rows_of(*made), (std::vector<std::string>{"+I 2", "+I 3"}));
}

TEST_F(CalcOperatorTest, FirstFailingRowFailsTheJobAfterTheRowsBeforeIt) {
  CalcOperator calc(nullptr, {call(expression::operators::kDivide, {number(10), column(0)})});
  ASSERT_TRUE(calc.open(surroundings_.context()).ok());
  Output output;
  const Batch input = batch({{5, 2, 0, 1}});
  ASSERT_EQ(*calc.on_batch(0, input, output), Progress::kMore);
  EXPECT_EQ(rows_of(*output.take()), (std::vector<std::string>{"+I 2", "+I 5"}));
  const auto result = calc.on_batch(0, input, output);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), ErrorCode::kDivisionByZero);
}

TEST_F(CalcOperatorTest, NothingPasses) {
  CalcOperator calc(call(expression::operators::kGreater, {column(0), number(9)}), {column(0)});
  ASSERT_TRUE(calc.open(surroundings_.context()).ok());
  EXPECT_EQ(feed(calc, batch({{1, kMissing}})), std::vector<std::string>());
}

}  // namespace
}  // namespace eddyline::operators
