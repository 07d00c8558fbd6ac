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

TEST(Expression, EqualOnesHaveEqualHashes) {
  const auto sum = [](int64_t added) { return call("+", {a(), integer(added)}); };
  EXPECT_TRUE(equal(*sum(1), *sum(1)));
  EXPECT_EQ(sum(1)->hash(), sum(1)->hash());
  EXPECT_FALSE(equal(*sum(1), *sum(2)));
  const auto zero = [](double value) { return Expression::literal(Value::real(value), DataType::double_().not_null()); };
  EXPECT_TRUE(equal(*zero(0.0), *zero(-0.0)));
  EXPECT_EQ(zero(0.0)->hash(), zero(-0.0)->hash());
  ExpressionSet set;
  for (int64_t i = 0; i < 100; ++i) set.insert(sum(i % 10));
  EXPECT_EQ(set.size(), 10U);
}

TEST(Expression, SizeCountsASharedOperandEachTime) {
  ExpressionPtr doubled = a();
  for (int i = 0; i < 3; ++i) doubled = call("+", {doubled, doubled});
  EXPECT_EQ(doubled->size(), 15U);
  for (int i = 0; i < 100; ++i) doubled = call("+", {doubled, doubled});
  EXPECT_EQ(doubled->size(), Expression::kMaxSize);
}

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

TEST(ExpressionText, SymbolsListsAndRewrittenCalls) {
  EXPECT_EQ(prefix(call("TRIM", {text("BOTH"), text("a"), s()})), "TRIM(FLAG(BOTH), _UTF-16LE'a', s)");
  EXPECT_EQ(infix(call("TRIM", {text("BOTH"), text("a"), s()})), "TRIM(BOTH, 'a', s)");
  EXPECT_EQ(prefix(call("YEAR", {ts()})), "EXTRACT(FLAG(YEAR), ts)");
  EXPECT_EQ(infix(call("FLOOR", {ts(), text("HOUR")})), "FLOOR(ts, HOUR)");
  EXPECT_EQ(infix(call("FLOOR", {column(0, DataType::double_())})), "FLOOR(a)");
  EXPECT_EQ(infix(call("TIMESTAMPADD", {text("MONTH"), a(), ts()})), "(ts + (1:INTERVAL MONTH * a))");
  EXPECT_EQ(prefix(call("TIMESTAMPDIFF", {text("DAY"), ts(), ts()})),
            "CAST(/INT(Reinterpret(-(ts, ts)), 86400000) AS INTEGER)");
  EXPECT_EQ(infix(call("SQRT", {column(0, DataType::double_())})), "POWER(a, 0.5)");
  EXPECT_EQ(prefix(call("IN", {a(), integer(3), integer(1)})), "OR(=(a, 3), =(a, 1))");
  EXPECT_EQ(prefix(call("IN", {b(), integer(1), integer(2)})), "OR(=(b, 1:BIGINT), =(b, 2:BIGINT))");
  EXPECT_EQ(infix(call("IN", {b(), integer(1), integer(2)})), "((b = 1) OR (b = 2))");
  EXPECT_EQ(infix(call("IN", {a(), integer(1)})), "(a = 1)");
  EXPECT_EQ(infix(call("IN", {s(), text("b"), text("a")})), "((s = 'b') OR (s = 'a'))");
  EXPECT_EQ(infix(call("LIKE", {s(), text("a%")})), "LIKE(s, 'a%')");
  EXPECT_EQ(infix(call("IS NOT DISTINCT FROM", {a(), a()})), "IS NOT DISTINCT FROM(a, a)");
  EXPECT_EQ(prefix(call("CURRENT_DATE", {})), "CURRENT_DATE()");
}

/// One BIGINT column of 0, 1, 2, ... with every seventh row NULL, under a selection of the even rows.
Batch numbers(size_t rows) {
  MutableColumn column(PhysicalType::kInt64, rows);
  BufferPtr even = allocate_buffer(rows * sizeof(int32_t));
  size_t count = 0;
  for (size_t row = 0; row < rows; ++row) {
    column.values<int64_t>()[row] = static_cast<int64_t>(row);
    if (row % 7 == 6) column.set_null(row);
    if (row % 2 == 0) even->as<int32_t>()[count++] = static_cast<int32_t>(row);
  }
  return Batch({column.seal(rows)}, rows, nullptr, Selection(std::move(even), count));
}

ExpressionPtr number() { return column(0, DataType::bigint()); }

TEST(EvaluateFilter, KeepsTrueRowsOfTheSelection) {
  EvaluationContext context(utc_time_zone(), true, 0);
  const auto condition = make_evaluator(call(">", {number(), integer(90)}));
  const Batch batch = numbers(100);
  const auto kept = evaluate_filter(**condition, context, batch, batch.selected());
  ASSERT_EQ(kept->count(), 4u);
  const std::vector<int32_t> rows(kept->rows(), kept->rows() + kept->count());
  EXPECT_EQ(rows, (std::vector<int32_t>{92, 94, 96, 98}));
  const auto all = make_evaluator(call("IS NOT NULL", {call("IS NULL", {number()})}));
  EXPECT_TRUE(evaluate_filter(**all, context, batch, SelectedRows::all(100))->is_all());
}

TEST(Evaluator, ErrorsNameTheFirstRowAndLeaveUnneededRowsAlone) {
  EvaluationContext context(utc_time_zone(), true, 0);
  const Batch batch = numbers(100);
  const ExpressionPtr inverse = call("/", {integer(60), call("-", {number(), integer(50)})});
  const auto failing = make_evaluator(inverse);
  ASSERT_TRUE((*failing)->evaluate(context, batch, batch.selected()).ok());
  ASSERT_EQ(context.error_count(), 1u);
  EXPECT_EQ(context.errors()[0].row, 50u);
  EXPECT_EQ(context.first_error().message(), "/ by zero");
  context.clear_errors_since(0);
  const ExpressionPtr guarded = call("CASE", {call("<>", {number(), integer(50)}), inverse, integer(-1)});
  const auto safe = make_evaluator(guarded);
  const auto column = (*safe)->evaluate(context, batch, batch.selected());
  EXPECT_EQ(context.error_count(), 0u);
  EXPECT_EQ(Value::from(**column, 50), Value::integer(-1));
  EXPECT_EQ(Value::from(**column, 52), Value::integer(30));
}

TEST(Evaluator, SeededRandomNumbersAreThoseOfJava) {
  EvaluationContext context(utc_time_zone(), true, 0);
  const Batch batch = numbers(10);
  const auto reals = make_evaluator(call("RAND", {integer(1)}));
  const auto real = (*reals)->evaluate(context, batch, SelectedRows::all(10));
  EXPECT_EQ(Value::from(**real, 0), Value::real(0.7308781907032909));
  EXPECT_FALSE(Value::from(**real, 1) == Value::from(**real, 0));
  const auto integers = make_evaluator(call("RAND_INTEGER", {integer(3), integer(99)}));
  const auto whole = (*integers)->evaluate(context, batch, SelectedRows::all(10));
  EXPECT_EQ(Value::from(**whole, 0), Value::integer(50));
  const auto identifiers = make_evaluator(call("UUID", {}));
  const auto identifier = (*identifiers)->evaluate(context, batch, SelectedRows::all(10));
  EXPECT_EQ(Value::from(**identifier, 0).as_string().size(), 36u);
  EXPECT_EQ(Value::from(**identifier, 0).as_string()[14], '4');
  EXPECT_FALSE(Value::from(**identifier, 0) == Value::from(**identifier, 1));
}

TEST(FunctionRegistry, FindsNamesInAnyCaseAndKnowsWhatIsMissing) {
  EXPECT_NE(registry().find("upper"), nullptr);
  EXPECT_EQ(registry().find("CEILING"), registry().find("CEIL"));
  EXPECT_EQ(registry().find("nothing"), nullptr);
  EXPECT_NE(registry().find_internal("$+$1"), nullptr);
  EXPECT_TRUE(is_known_unsupported("json_value"));
  EXPECT_FALSE(is_known_unsupported("UPPER"));
}

TEST(EvaluateConstant, GivesTheValueOrTheErrorOfTheRow) {
  EvaluationContext context(utc_time_zone(), true, 0);
  EXPECT_EQ(*evaluate_constant(call("*", {integer(2), integer(3)}), context), Value::integer(6));
  EXPECT_EQ(evaluate_constant(call("/", {integer(1), integer(0)}), context).status().message(), "/ by zero");
  EXPECT_EQ(context.error_count(), 0u);
}

}  // namespace
}  // namespace eddyline::expression
