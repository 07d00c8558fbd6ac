#include "sql/binder/values_binder.hpp"

#include <algorithm>

#include "expression/evaluator.hpp"
#include "expression/type_inference.hpp"
#include "sql/binder/expression_binder.hpp"

namespace eddyline::sql {

using Bound = expression::ExpressionPtr;

LogicalPtr single_row(SourcePosition position) {
  return std::make_shared<LogicalValues>(RowType{{"ZERO", DataType::integer().not_null()}},
                                         std::vector<std::vector<Value>>{{Value::integer(0)}}, position);
}

Result<ValuesBinder::Row> ValuesBinder::bind_row(const Expression& row) const {
  const Scope nothing;
  ExpressionBinder binder(nothing, context_);
  std::vector<const Expression*> values{&row};
  if (row.is<RowConstructor>()) {
    values.clear();
    for (const ExpressionPtr& value : row.as<RowConstructor>().values) values.push_back(value.get());
  }
  Row cells;
  for (const Expression* value : values) {
    ASSIGN_OR_RETURN(Bound cell, binder.bind(*value));
    RETURN_IF_ERROR(check_typed(*cell, value->position));
    cells.push_back(std::move(cell));
  }
  return cells;
}

Result<RowType> ValuesBinder::column_types(const std::vector<Row>& rows, SourcePosition position) const {
  RowType types;
  for (size_t column = 0; column < rows[0].size(); ++column) {
    std::vector<DataType> cells;
    for (const Row& row : rows) cells.push_back(row[column]->type());
    const auto common = expression::common_type(cells);
    if (!common) {
      return validation_error("Values passed to VALUES operator must have compatible types: column " +
                              std::to_string(column + 1) + " holds " + cells[0].to_short_string() + " and others")
          .at(position);
    }
    types.push_back({"EXPR$" + std::to_string(column), common->with_time_attribute(TimeAttribute::kNone)});
  }
  return types;
}

Result<std::vector<std::vector<Value>>> ValuesBinder::constants(const std::vector<Row>& rows) const {
  expression::EvaluationContext context(context_.time_zone, /*streaming=*/true, /*seed=*/0);
  std::vector<std::vector<Value>> values;
  values.reserve(rows.size());
  for (const Row& row : rows) {
    std::vector<Value> cells;
    for (const Bound& cell : row) {
      if (cell->is_literal()) {
        cells.push_back(cell->value());
        continue;
      }
      ASSIGN_OR_RETURN(Value value, expression::evaluate_constant(cell, context));
      cells.push_back(std::move(value));
    }
    values.push_back(std::move(cells));
  }
  return values;
}

Result<LogicalPtr> ValuesBinder::bind(const Values& values, SourcePosition position) {
  std::vector<Row> rows;
  for (const ExpressionPtr& row : values.rows) {
    ASSIGN_OR_RETURN(Row cells, bind_row(*row));
    if (!rows.empty() && cells.size() != rows[0].size()) {
      return validation_error("Rows of VALUES must have the same number of columns: " + std::to_string(rows[0].size()) +
                              " and " + std::to_string(cells.size()))
          .at(row->position);
    }
    rows.push_back(std::move(cells));
  }
  ASSIGN_OR_RETURN(const RowType types, column_types(rows, position));
  bool constant = true;
  for (size_t r = 0; r < rows.size(); ++r) {
    for (size_t column = 0; column < types.size(); ++column) {
      Bound& cell = rows[r][column];
      auto cast = context_.functions.make_cast(cell, types[column].type.with_nullable(cell->type().nullable()));
      if (!cast.ok()) return cast.status().at(values.rows[r]->position);
      cell = *std::move(cast);
      constant = constant && is_deterministic(*cell);
    }
  }
  if (constant) {
    auto tuples = constants(rows);
    if (!tuples.ok()) return tuples.status().at(position);
    return LogicalPtr(std::make_shared<LogicalValues>(types, *std::move(tuples), position));
  }
  std::vector<LogicalPtr> branches;
  std::vector<std::string> names;
  for (const RowField& field : types) names.push_back(field.name);
  for (Row& row : rows) {
    branches.push_back(std::make_shared<LogicalProject>(single_row(position), std::move(row), names, position));
  }
  if (branches.size() == 1) return branches[0];
  return LogicalPtr(std::make_shared<LogicalUnion>(std::move(branches), /*all=*/true, position));
}

}  // namespace eddyline::sql
