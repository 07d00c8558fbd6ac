// CASE, NULLIF and COALESCE against an evaluation row by row, over every type, encoding and size of batch that is
// computed in its own way.
#include <gtest/gtest.h>

#include "common/base/random.hpp"
#include "common/columnar/batch.hpp"
#include "expression/evaluator.hpp"
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

ExpressionPtr call(std::string_view name, std::vector<ExpressionPtr> operands) {
  return registry().make_call(name, std::move(operands)).value();
}
ExpressionPtr number(int64_t value) {
  return Expression::literal(Value::integer(value), DataType::integer().not_null());
}
ExpressionPtr nothing() {
  return Expression::literal(Value::null(), DataType::null());
}

enum class Shape : uint8_t { kFlat, kFlatWithNulls, kConstant, kNull, kDictionary, kDictionaryWithNulls };
constexpr std::array kShapes = {Shape::kFlat, Shape::kFlatWithNulls, Shape::kConstant,
                                Shape::kNull, Shape::kDictionary,    Shape::kDictionaryWithNulls};

/// Numbers from 0 to 9, so that all comparisons come out both ways.
ColumnPtr flat_column(Random& random, PhysicalType type, size_t size, bool nulls) {
  MutableColumn column(type, size);
  for (size_t row = 0; row < size; ++row) {
    const auto value = static_cast<int64_t>(random.below(10));
    visit_physical(type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (!std::is_same_v<T, StringView>) column.values<T>()[row] = static_cast<T>(value);
    });
    if (nulls && random.below(4) == 0) column.set_null(row);
  }
  return column.seal(size);
}

ColumnPtr shaped_column(Random& random, PhysicalType type, size_t size, Shape shape) {
  if (shape == Shape::kNull) return Column::null_constant(type, size);
  if (shape == Shape::kConstant) return Column::constant(flat_column(random, type, 1, false), size);
  if (shape == Shape::kFlat || shape == Shape::kFlatWithNulls) {
    return flat_column(random, type, size, shape == Shape::kFlatWithNulls);
  }
  BufferPtr indices = allocate_buffer(size * sizeof(int32_t));
  for (size_t row = 0; row < size; ++row) indices->as<int32_t>()[row] = static_cast<int32_t>(random.below(20));
  return Column::dictionary(flat_column(random, type, 20, shape == Shape::kDictionaryWithNulls), indices, size);
}

std::vector<ExpressionPtr> choices(const DataType& type) {
  const ExpressionPtr a = Expression::input_ref(0, type);
  const ExpressionPtr b = Expression::input_ref(1, type);
  const ExpressionPtr less = call("<", {a, b});
  return {
      call("CASE", {less, a, b}),
      call("CASE", {less, number(1), nothing()}),
      call("CASE", {call("<", {a, number(3)}), number(1), call("<", {a, number(6)}), number(2), number(3)}),
      call("CASE", {call("<", {a, number(2)}), b, less, a, call("+", {a, b})}),
      call("CASE", {call(">", {number(4), a}), b, call("=", {call("+", {a, b}), number(9)}), nothing(), a}),
      call("CASE", {call("IS NULL", {a}), number(5), call("AND", {call("NOT", {less}), call(">", {b, number(3)})}), a,
                    nothing()}),
      call("CASE", {call("=", {a, number(3)}), nothing(), less, nothing(), b}),
      call("CASE", {call("IS DISTINCT FROM", {a, b}), call("CASE", {less, a, number(7)}), b}),
      call("NULLIF", {a, b}),
      call("NULLIF", {a, number(4)}),
      call("CASE", {call("OR", {less, call("IS NULL", {b})}), a, nothing()}),
      call("COALESCE", {a, b}),
      call("COALESCE", {nothing(), call("+", {a, b}), b, number(5)}),
  };
}

/// The operand that gives the row its value.
const Column& chosen(const Expression& choice, std::span<const ColumnPtr> operands, size_t row) {
  size_t i = 0;
  if (choice.is_call_of("$COALESCE$1")) {
    while (i + 1 < operands.size() && operands[i]->is_null(row)) ++i;
    return *operands[i];
  }
  while (i + 1 < operands.size() && !(Value::from(*operands[i], row) == Value::boolean(true))) i += 2;
  return i + 1 < operands.size() ? *operands[i + 1] : *operands[i];
}

ColumnPtr evaluated(const ExpressionPtr& expression, const Batch& batch, SelectedRows rows) {
  EvaluationContext context(utc_time_zone(), true, 0);
  ColumnPtr column = make_evaluator(expression).value()->evaluate(context, batch, rows).value();
  EXPECT_EQ(context.error_count(), 0u);
  return column;
}

void compare(const ExpressionPtr& choice, const Batch& batch, SelectedRows rows) {
  std::vector<ColumnPtr> operands;
  for (const ExpressionPtr& operand : choice->operands()) {
    operands.push_back(evaluated(operand, batch, SelectedRows::all(batch.physical_rows())));
  }
  const ColumnPtr result = evaluated(choice, batch, rows);
  rows.for_each([&](size_t row) {
    ASSERT_EQ(Value::from(*result, row), Value::from(chosen(*choice, operands, row), row))
        << to_string(*choice, {}, PrintStyle::kInfix) << ", row " << row << " of " << batch.physical_rows();
  });
}

class Choices : public testing::TestWithParam<DataType> {};

TEST_P(Choices, AreThoseOfEachRow) {
  Random random(11);
  const PhysicalType type = GetParam().physical_type();
  for (const size_t size : {size_t{1}, size_t{577}}) {
    std::vector<int32_t> odd;
    for (size_t row = 1; row < size; row += 2) odd.push_back(static_cast<int32_t>(row));
    for (const Shape left : kShapes) {
      for (const Shape right : kShapes) {
        const Batch batch({shaped_column(random, type, size, left), shaped_column(random, type, size, right)}, size);
        for (const ExpressionPtr& choice : choices(GetParam())) {
          compare(choice, batch, SelectedRows::all(size));
          compare(choice, batch, SelectedRows{odd.data(), odd.size()});
          compare(choice, batch, SelectedRows{odd.data(), odd.size() / 8});
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Choices,
                         testing::Values(DataType::smallint(), DataType::integer(), DataType::bigint(),
                                         DataType::float_(), DataType::double_(), DataType::decimal(20, 0)));

}  // namespace
}  // namespace eddyline::expression
