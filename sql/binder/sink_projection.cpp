#include "sql/binder/sink_projection.hpp"

#include <algorithm>

#include "sql/binder/query_binder.hpp"
#include "sql/logical/exact_cast.hpp"

namespace eddyline::sql {

using Bound = expression::ExpressionPtr;

namespace {

/// Expressions over a project's row as expressions over its input.
std::vector<Bound> over_input(const std::vector<Bound>& columns, const LogicalProject& project) {
  std::vector<Bound> inlined;
  for (const Bound& column : columns) {
    inlined.push_back(expression::replace_inputs(
        column, [&](size_t index, const DataType&) { return project.expressions()[index]; }));
  }
  return inlined;
}

bool is_identity(const std::vector<Bound>& columns, const std::vector<std::string>& names, const RowType& row) {
  if (columns.size() != row.size()) return false;
  for (size_t i = 0; i < row.size(); ++i) {
    if (!columns[i]->is_input_ref() || columns[i]->index() != i || names[i] != row[i].name) return false;
  }
  return true;
}

LogicalPtr projected(const LogicalPtr& input, std::vector<Bound> columns, std::vector<std::string> names,
                     SourcePosition position) {
  if (is_identity(columns, names, input->output())) return input;
  return std::make_shared<LogicalProject>(input, std::move(columns), std::move(names), position);
}

/// Literal rows with their cells in another order; null if other columns than those of the rows are wanted.
LogicalPtr reordered(const LogicalValues& values, const std::vector<Bound>& columns) {
  if (!std::ranges::all_of(columns, [](const Bound& column) { return column->is_input_ref(); })) return nullptr;
  RowType row;
  for (const Bound& column : columns) {
    row.push_back({"EXPR$" + std::to_string(row.size()), values.output()[column->index()].type});
  }
  std::vector<std::vector<Value>> rows;
  for (const std::vector<Value>& cells : values.rows()) {
    std::vector<Value> taken;
    for (const Bound& column : columns) taken.push_back(cells[column->index()]);
    rows.push_back(std::move(taken));
  }
  return std::make_shared<LogicalValues>(std::move(row), std::move(rows), values.position());
}

/// Whether the sink takes the column's values as they are.
bool avoids_cast(const DataType& column, const DataType& sink) {
  if (column.is_character() && sink.is(TypeRoot::kVarchar)) return column.length() <= sink.length();
  if (column.is_binary() && sink.is(TypeRoot::kVarbinary)) return column.length() <= sink.length();
  return column.same_shape(sink);
}

}  // namespace

LogicalPtr rearranged(const LogicalPtr& query, const std::vector<Bound>& columns, SourcePosition position) {
  if (query->kind() == LogicalKind::kUnion) {
    std::vector<LogicalPtr> inputs;
    for (const LogicalPtr& input : query->inputs()) inputs.push_back(rearranged(input, columns, position));
    return query->with_inputs(std::move(inputs));
  }
  if (query->kind() == LogicalKind::kValues) {
    if (LogicalPtr values = reordered(as<LogicalValues>(*query), columns); values != nullptr) return values;
  }
  const bool literal_rows = query->kind() == LogicalKind::kValues;
  std::vector<std::string> names;
  for (const Bound& column : columns) {
    names.push_back(column->is_input_ref() && !literal_rows ? query->output()[column->index()].name
                                                            : "EXPR$" + std::to_string(names.size()));
  }
  names = unique_names(std::move(names));
  if (query->kind() != LogicalKind::kProject) return projected(query, columns, std::move(names), position);
  return projected(query->input(), over_input(columns, as<LogicalProject>(*query)), std::move(names), query->position());
}

Result<LogicalPtr> cast_to_sink(const LogicalPtr& query, const RowType& sink,
                                const expression::FunctionRegistry& functions, SourcePosition position) {
  const RowType& row = query->output();
  bool avoided = true;
  std::vector<Bound> columns;
  std::vector<std::string> names;
  for (size_t i = 0; i < sink.size(); ++i) {
    avoided = avoided && avoids_cast(row[i].type, sink[i].type);
    columns.push_back(expression::Expression::input_ref(i, row[i].type));
    names.push_back(sink[i].name);
  }
  if (avoided) return query;
  const bool merged = query->kind() == LogicalKind::kProject;
  if (merged) columns = over_input(columns, as<LogicalProject>(*query));
  for (size_t i = 0; i < sink.size(); ++i) {
    const bool nullable = sink[i].type.nullable() || columns[i]->type().nullable();
    ASSIGN_OR_RETURN(columns[i], exact_cast(functions, columns[i], sink[i].type.with_nullable(nullable)));
  }
  const LogicalPtr& input = merged ? query->input() : query;
  return LogicalPtr(std::make_shared<LogicalProject>(input, std::move(columns), std::move(names), position));
}

}  // namespace eddyline::sql
