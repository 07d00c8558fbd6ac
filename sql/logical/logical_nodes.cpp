#include "sql/logical/logical_nodes.hpp"

#include <algorithm>

#include "expression/aggregate_function.hpp"
#include "expression/operator_names.hpp"
#include "expression/scalar_function.hpp"
#include "expression/type_inference.hpp"
#include "plan/nodes/sink_node.hpp"
#include "plan/nodes/values_node.hpp"
#include "sql/logical/hint_text.hpp"
#include "sql/logical/union_type.hpp"

namespace eddyline::sql {

using expression::ExpressionPtr;
using expression::PrintStyle;

namespace {

std::string logical_text(const expression::Expression& expression) {
  return expression::to_string(expression, {}, PrintStyle::kLogical);
}

std::string scan_name(const plan::ResolvedTable& table) {
  const plan::ObjectIdentifier& name = table.identifier;
  return "[" + name.catalog + ", " + name.database + ", " + name.object + "]";
}

/// AND and OR without operands of their own kind, as the tree prints conditions.
ExpressionPtr flattened(const ExpressionPtr& condition) {
  if (!condition->is_call()) return condition;
  const expression::ScalarFunction& function = condition->function();
  const bool joins = function.name == expression::operators::kAnd || function.name == expression::operators::kOr;
  std::vector<ExpressionPtr> operands;
  bool changed = false;
  for (const ExpressionPtr& operand : condition->operands()) {
    const ExpressionPtr flat = flattened(operand);
    const bool same_kind = joins && flat->is_call() && &flat->function() == &function;
    changed = changed || same_kind || flat != operand;
    if (same_kind) {
      operands.insert(operands.end(), flat->operands().begin(), flat->operands().end());
    } else {
      operands.push_back(flat);
    }
  }
  return changed ? condition->with_operands(std::move(operands)) : condition;
}

RowType projected_row(const std::vector<ExpressionPtr>& expressions, const std::vector<std::string>& names) {
  CHECK(expressions.size() == names.size()) << "a project names each of its columns";
  RowType row;
  for (size_t i = 0; i < expressions.size(); ++i) row.push_back({names[i], expressions[i]->type()});
  return row;
}

RowType aggregated_row(const RowType& input, const std::vector<size_t>& groups,
                       const std::vector<expression::AggregateCall>& calls) {
  RowType row;
  for (const size_t group : groups) {
    row.push_back({input[group].name, input[group].type.with_time_attribute(TimeAttribute::kNone)});
  }
  for (const expression::AggregateCall& call : calls) row.push_back({call.name, call.type});
  return row;
}

std::string call_text(const expression::AggregateCall& call) {
  std::string text = call.function->name + "(";
  if (call.distinct) text += "DISTINCT ";
  for (size_t i = 0; i < call.arguments.size(); ++i) text += (i > 0 ? ", $" : "$") + std::to_string(call.arguments[i]);
  text += ")";
  if (call.filter) text += " FILTER $" + std::to_string(*call.filter);
  return text;
}

}  // namespace

LogicalTableScan::LogicalTableScan(plan::ResolvedTablePtr table, std::vector<QueryHint> hints, SourcePosition position)
    : LogicalNode(kKind, table->source_row_type(), {}, position), table_(std::move(table)), hints_(std::move(hints)) {}

LogicalPtr LogicalTableScan::with_inputs(std::vector<LogicalPtr>) const {
  return std::make_shared<LogicalTableScan>(table_, hints_, position());
}

std::string LogicalTableScan::describe() const {
  return "LogicalTableScan(table=[" + scan_name(*table_) + "]" + hints_item("hints", hints_) + ")";
}

LogicalValues::LogicalValues(RowType output, std::vector<std::vector<Value>> rows, SourcePosition position)
    : LogicalNode(kKind, std::move(output), {}, position), rows_(std::move(rows)) {}

LogicalPtr LogicalValues::with_inputs(std::vector<LogicalPtr>) const {
  return std::make_shared<LogicalValues>(output(), rows_, position());
}

std::string LogicalValues::describe() const {
  return "LogicalValues(tuples=[[" + plan::tuples_text(rows_, output()) + "]])";
}

LogicalProject::LogicalProject(LogicalPtr input, std::vector<ExpressionPtr> expressions, std::vector<std::string> names,
                               SourcePosition position)
    : LogicalNode(kKind, projected_row(expressions, names), {std::move(input)}, position),
      expressions_(std::move(expressions)) {}

LogicalPtr LogicalProject::with_inputs(std::vector<LogicalPtr> inputs) const {
  return std::make_shared<LogicalProject>(std::move(inputs[0]), expressions_, plan::column_names(output()), position());
}

std::string LogicalProject::describe() const {
  std::string text = "LogicalProject(";
  for (size_t i = 0; i < expressions_.size(); ++i) {
    if (i > 0) text += ", ";
    text += output()[i].name + "=[" + logical_text(*expressions_[i]) + "]";
  }
  return text + ")";
}

LogicalFilter::LogicalFilter(LogicalPtr input, ExpressionPtr condition, SourcePosition position)
    : LogicalNode(kKind, input->output(), {input}, position), condition_(flattened(condition)) {}

LogicalPtr LogicalFilter::with_inputs(std::vector<LogicalPtr> inputs) const {
  return std::make_shared<LogicalFilter>(std::move(inputs[0]), condition_, position());
}

std::string LogicalFilter::describe() const {
  return "LogicalFilter(condition=[" + logical_text(*condition_) + "])";
}

LogicalJoin::LogicalJoin(LogicalPtr left, LogicalPtr right, plan::JoinType type, ExpressionPtr condition,
                         RowType output, std::vector<QueryHint> hints, SourcePosition position)
    : LogicalNode(kKind, std::move(output), {std::move(left), std::move(right)}, position),
      type_(type),
      condition_(flattened(condition)),
      hints_(std::move(hints)) {}

LogicalPtr LogicalJoin::with_inputs(std::vector<LogicalPtr> inputs) const {
  return std::make_shared<LogicalJoin>(std::move(inputs[0]), std::move(inputs[1]), type_, condition_, output(), hints_,
                                       position());
}

std::string LogicalJoin::describe() const {
  constexpr std::string_view kTypes[] = {"inner", "left", "right", "full", "semi", "anti"};
  return "LogicalJoin(condition=[" + logical_text(*condition_) + "], joinType=[" +
         std::string(kTypes[static_cast<uint8_t>(type_)]) + "]" + hints_item("joinHints", hints_) + ")";
}

LogicalAggregate::LogicalAggregate(LogicalPtr input, std::vector<size_t> groups,
                                   std::vector<expression::AggregateCall> calls, SourcePosition position)
    : LogicalNode(kKind, aggregated_row(input->output(), groups, calls), {input}, position),
      groups_(std::move(groups)),
      calls_(std::move(calls)) {}

LogicalPtr LogicalAggregate::with_inputs(std::vector<LogicalPtr> inputs) const {
  return std::make_shared<LogicalAggregate>(std::move(inputs[0]), groups_, calls_, position());
}

std::string LogicalAggregate::describe() const {
  std::string text = "LogicalAggregate(group=[{";
  for (size_t i = 0; i < groups_.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(groups_[i]);
  text += "}]";
  for (const expression::AggregateCall& call : calls_) text += ", " + call.name + "=[" + call_text(call) + "]";
  return text + ")";
}

LogicalUnion::LogicalUnion(std::vector<LogicalPtr> inputs, bool all, SourcePosition position)
    // Not moved: which of two arguments is made first is the compiler's choice.
    : LogicalNode(kKind, union_row(inputs, all), inputs, position), all_(all) {}

RowType LogicalUnion::union_row(const std::vector<LogicalPtr>& inputs, bool all) {
  RowType row = inputs[0]->output();
  for (size_t column = 0; column < row.size(); ++column) {
    DataType& type = row[column].type;
    for (const LogicalPtr& input : inputs) {
      const auto common = union_type(type, input->output()[column].type);
      CHECK(common.has_value()) << "inputs of a union without a common type";
      type = *common;
    }
    // Rows are compared by plain values.
    if (!all) type = type.with_time_attribute(TimeAttribute::kNone);
  }
  return row;
}

LogicalPtr LogicalUnion::with_inputs(std::vector<LogicalPtr> inputs) const {
  return std::make_shared<LogicalUnion>(std::move(inputs), all_, position());
}

std::string LogicalUnion::describe() const {
  return std::string("LogicalUnion(all=[") + (all_ ? "true" : "false") + "])";
}

LogicalWatermarkAssigner::LogicalWatermarkAssigner(LogicalPtr input, size_t rowtime_column, ExpressionPtr watermark,
                                                   plan::ResolvedTablePtr table, SourcePosition position)
    : LogicalNode(kKind, with_rowtime(input->output(), rowtime_column), {input}, position),
      rowtime_column_(rowtime_column),
      watermark_(std::move(watermark)),
      table_(std::move(table)) {}

RowType LogicalWatermarkAssigner::with_rowtime(RowType row, size_t column) {
  row[column].type = row[column].type.with_time_attribute(TimeAttribute::kRowtime);
  return row;
}

LogicalPtr LogicalWatermarkAssigner::with_inputs(std::vector<LogicalPtr> inputs) const {
  return std::make_shared<LogicalWatermarkAssigner>(std::move(inputs[0]), rowtime_column_, watermark_, table_,
                                                    position());
}

std::string LogicalWatermarkAssigner::describe() const {
  return "LogicalWatermarkAssigner(rowtime=[" + output()[rowtime_column_].name + "], watermark=[" +
         logical_text(*watermark_) + "])";
}

LogicalSink::LogicalSink(LogicalPtr input, plan::ResolvedTablePtr table, std::vector<size_t> target_columns,
                         std::map<std::string, std::string> static_partition, ConflictStrategy conflict,
                         SourcePosition position)
    : LogicalNode(kKind, {}, {std::move(input)}, position),
      table_(std::move(table)),
      target_columns_(std::move(target_columns)),
      static_partition_(std::move(static_partition)),
      conflict_(conflict) {}

LogicalPtr LogicalSink::with_inputs(std::vector<LogicalPtr> inputs) const {
  return std::make_shared<LogicalSink>(std::move(inputs[0]), table_, target_columns_, static_partition_, conflict_,
                                       position());
}

std::string LogicalSink::describe() const {
  const std::string table = table_ == nullptr ? "collect" : table_->identifier.to_string();
  std::string text = "LogicalSink(table=[" + table + "]";
  if (!target_columns_.empty()) text += ", targetColumns=[" + plan::target_columns_text(target_columns_) + "]";
  return text + ", fields=[" + plan::joined_names(input()->output()) + "])";
}

}  // namespace eddyline::sql
