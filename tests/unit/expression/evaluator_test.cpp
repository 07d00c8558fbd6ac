#include "expression/evaluator.hpp"

#include <gtest/gtest.h>

#include "expression/function_registry.hpp"

namespace eddyline::expression {
namespace {

const FunctionRegistry& registry() {
  static const FunctionRegistry* const kRegistry = [] {
    auto* made = new FunctionRegistry();
    register_scalar_functions(*made);
    return made;
  }();
  return *kRegistry;
}

ExpressionPtr column(size_t index, DataType type) { return Expression::input_ref(index, std::move(type)); }
ExpressionPtr integer(int64_t value) { return Expression::literal(Value::integer(value), DataType::integer().not_null()); }
ExpressionPtr text(std::string value) {
  const auto length = static_cast<int32_t>(value.size());
  return Expression::literal(Value::string(std::move(value)), DataType::char_(length).not_null());
}
ExpressionPtr call(std::string_view name, std::vector<ExpressionPtr> operands) {
  auto made = registry().make_call(name, std::move(operands));
  EXPECT_TRUE(made.ok()) << made.status().to_string();
  return *made;
}

const std::vector<std::string> kNames = {"a", "b", "ts", "s"};
ExpressionPtr a() { return column(0, DataType::integer()); }
ExpressionPtr b() { return column(1, DataType::bigint()); }
ExpressionPtr ts() { return column(2, DataType::timestamp(3)); }
ExpressionPtr s() { return column(3, DataType::string()); }

std::string prefix(const ExpressionPtr& expression) { return to_string(*expression, kNames, PrintStyle::kPrefix); }
std::string infix(const ExpressionPtr& expression) { return to_string(*expression, kNames, PrintStyle::kInfix); }

TEST(ExpressionText, OperatorsArePrefixOrInfix) {
  const ExpressionPtr second = Expression::literal(
      Value::integer(10000), DataType::interval_day_time(IntervalUnit::kSecond, IntervalUnit::kSecond).not_null());
  const ExpressionPtr bound = call(">=", {ts(), call("-", {ts(), second})});
  const ExpressionPtr both = call("AND", {call("=", {a(), a()}), bound});
  EXPECT_EQ(prefix(both), "AND(=(a, a), >=(ts, -(ts, 10000:INTERVAL SECOND)))");
  EXPECT_EQ(infix(both), "((a = a) AND (ts >= (ts - 10000:INTERVAL SECOND)))");
  EXPECT_EQ(prefix(call("NEGATE", {a()})), "-(a)");
  EXPECT_EQ(prefix(call("IS NULL", {a()})), "IS NULL(a)");
  EXPECT_EQ(infix(call("IS NULL", {a()})), "a IS NULL");
  EXPECT_EQ(infix(call("NOT", {call("IS TRUE", {call(">", {a(), integer(1)})})})), "NOT((a > 1) IS TRUE)");
  EXPECT_EQ(infix(call("%", {a(), integer(2)})), "MOD(a, 2)");
}

TEST(ExpressionText, OnlyCastsThatFlinkPrintsAreShown) {
  EXPECT_EQ(prefix(call("+", {a(), b()})), "+(a, b)");
  EXPECT_EQ(prefix(call("<", {a(), b()})), "<(a, b)");
  EXPECT_EQ(prefix(call("=", {a(), b()})), "=(CAST(a AS BIGINT), b)");
  EXPECT_EQ(prefix(call("=", {b(), integer(5)})), "=(b, 5:BIGINT)");
  EXPECT_EQ(infix(call("=", {b(), integer(5)})), "(b = 5)");
  EXPECT_EQ(prefix(call("+", {b(), integer(5)})), "+(b, 5)");
  EXPECT_EQ(prefix(call("=", {s(), text("abc")})), "=(s, _UTF-16LE'abc':VARCHAR(2147483647) CHARACTER SET \"UTF-16LE\")");
  EXPECT_EQ(infix(call("=", {s(), text("abc")})), "(s = 'abc')");
  EXPECT_EQ(infix(call("=", {s(), column(2, DataType::date())})), "(s = ts)");
  const ExpressionPtr choice = call("CASE", {call("=", {a(), integer(1)}), a(), b()});
  EXPECT_EQ(infix(choice), "CASE((a = 1), CAST(a AS BIGINT), b)");
  EXPECT_EQ(infix(call("IF", {call("=", {a(), integer(1)}), a(), b()})), "IF((a = 1), a, b)");
  EXPECT_EQ(infix(call("NULLIF", {a(), integer(1)})), "CASE((a = 1), null:INTEGER, a)");
  auto cast = registry().make_cast(a(), DataType::string());
  EXPECT_EQ(prefix(*cast), "CAST(a AS VARCHAR(2147483647) CHARACTER SET \"UTF-16LE\")");
  EXPECT_EQ(infix(*cast), "CAST(a AS VARCHAR(2147483647))");
}

TEST(ExpressionText, Literals) {
  const auto literal = [](Value value, DataType type) {
    return prefix(Expression::literal(std::move(value), type.not_null()));
  };
  EXPECT_EQ(literal(Value::boolean(true), DataType::boolean()), "true");
  EXPECT_EQ(literal(Value::integer(5), DataType::bigint()), "5:BIGINT");
  EXPECT_EQ(literal(Value::integer(15), DataType::decimal(2, 1)), "1.5:DECIMAL(2, 1)");
  EXPECT_EQ(literal(Value::real(15000000000.0), DataType::double_()), "1.5E10:DOUBLE");
  EXPECT_EQ(literal(Value::real(1), DataType::double_()), "1E0:DOUBLE");
  EXPECT_EQ(literal(Value::string("it's"), DataType::char_(4)), "_UTF-16LE'it''s'");
  EXPECT_EQ(literal(Value::string("\x0a"), DataType::binary(1)), "X'0a':BINARY(1)");
  EXPECT_EQ(literal(Value::integer(18262), DataType::date()), "2020-01-01");
  EXPECT_EQ(literal(Value::integer(123), DataType::timestamp(3)), "1970-01-01 00:00:00.123:TIMESTAMP(3)");
  EXPECT_EQ(literal(Value::integer(0), DataType::timestamp(0)), "1970-01-01 00:00:00");
  EXPECT_EQ(prefix(Expression::literal(Value::null(), DataType::integer())), "null:INTEGER");
}

TEST(FoldConstants, ReplacesConstantCallsAndReportsDivisionByZero) {
  EvaluationContext context(utc_time_zone(), true, 0);
  const auto folded = fold_constants(call("+", {b(), call("*", {integer(2), integer(3)})}), context);
  EXPECT_EQ(infix(*folded), "(b + 6)");
  const auto division = fold_constants(call("/", {integer(1), integer(0)}), context);
  EXPECT_EQ(division.status().message(), "Division by zero");
}

}  // namespace
}  // namespace eddyline::expression
