#include "sql/rules/node_expressions.hpp"

#include <algorithm>

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

using Map = std::function<Result<ExpressionPtr>(const ExpressionPtr& expression)>;

Result<LogicalPtr> map_project(const LogicalPtr& node, const Map& map) {
  std::vector<ExpressionPtr> expressions;
  bool changed = false;
  for (const ExpressionPtr& expression : as<LogicalProject>(*node).expressions()) {
    ASSIGN_OR_RETURN(ExpressionPtr mapped, map(expression));
    changed = changed || mapped != expression;
    expressions.push_back(std::move(mapped));
  }
  if (!changed) return node;
  std::vector<std::string> names;
  for (const RowField& field : node->output()) names.push_back(field.name);
  return std::make_shared<LogicalProject>(node->input(), std::move(expressions), std::move(names), node->position());
}

Result<LogicalPtr> map_filter(const LogicalPtr& node, const Map& map) {
  const auto& filter = as<LogicalFilter>(*node);
  ASSIGN_OR_RETURN(ExpressionPtr condition, map(filter.condition()));
  if (condition == filter.condition()) return node;
  return std::make_shared<LogicalFilter>(node->input(), std::move(condition), node->position());
}

Result<LogicalPtr> map_join(const LogicalPtr& node, const Map& map) {
  const auto& join = as<LogicalJoin>(*node);
  ASSIGN_OR_RETURN(ExpressionPtr condition, map(join.condition()));
  if (condition == join.condition()) return node;
  return std::make_shared<LogicalJoin>(join.input(0), join.input(1), join.type(), std::move(condition), join.output(),
                                       join.hints(), join.position());
}

Result<LogicalPtr> map_watermark(const LogicalPtr& node, const Map& map) {
  const auto& assigner = as<LogicalWatermarkAssigner>(*node);
  ASSIGN_OR_RETURN(ExpressionPtr watermark, map(assigner.watermark()));
  if (watermark == assigner.watermark()) return node;
  return std::make_shared<LogicalWatermarkAssigner>(node->input(), assigner.rowtime_column(), std::move(watermark),
                                                    assigner.table(), node->position());
}

/// Nodes that a merge may add: enough for everything people write, and a stop to what doubles with every step.
constexpr size_t kMostGrowth = 100;

/// Size of the expression after every input is replaced by its definition.
size_t merged_size(const Expression& expression, std::span<const ExpressionPtr> definitions) {
  if (expression.is_input_ref()) return definitions[expression.index()]->size();
  size_t size = 1;
  for (const ExpressionPtr& operand : expression.operands()) {
    size = std::min(size + merged_size(*operand, definitions), Expression::kMaxSize);
  }
  return size;
}

void count_references(const Expression& expression, size_t column, size_t& count) {
  if (expression.is_input_ref() && expression.index() == column) ++count;
  for (const ExpressionPtr& operand : expression.operands()) count_references(*operand, column, count);
}

}  // namespace

Result<LogicalPtr> map_expressions(const LogicalPtr& node, const Map& map) {
  switch (node->kind()) {
    case LogicalKind::kProject:
      return map_project(node, map);
    case LogicalKind::kFilter:
      return map_filter(node, map);
    case LogicalKind::kJoin:
      return map_join(node, map);
    case LogicalKind::kWatermarkAssigner:
      return map_watermark(node, map);
    case LogicalKind::kTableScan:
    case LogicalKind::kValues:
    case LogicalKind::kAggregate:
    case LogicalKind::kUnion:
    case LogicalKind::kSink:
      break;
  }
  return node;
}

Result<ExpressionPtr> map_calls(const ExpressionPtr& expression, const Map& map) {
  if (!expression->is_call()) return expression;
  std::vector<ExpressionPtr> operands;
  bool changed = false;
  for (const ExpressionPtr& operand : expression->operands()) {
    ASSIGN_OR_RETURN(ExpressionPtr mapped, map_calls(operand, map));
    changed = changed || mapped != operand;
    operands.push_back(std::move(mapped));
  }
  ExpressionPtr call = changed ? expression->with_operands(std::move(operands)) : expression;
  ASSIGN_OR_RETURN(ExpressionPtr mapped, map(call));
  return mapped == nullptr ? call : mapped;
}

bool grows_too_large(std::span<const ExpressionPtr> upper, std::span<const ExpressionPtr> lower) {
  size_t apart = 0;
  size_t merged = 0;
  for (const ExpressionPtr& expression : lower) apart += expression->size();
  for (const ExpressionPtr& expression : upper) {
    apart += expression->size();
    merged += merged_size(*expression, lower);
  }
  return merged > apart + kMostGrowth;
}

bool reads_twice(const std::vector<ExpressionPtr>& expressions, size_t column) {
  size_t count = 0;
  for (const ExpressionPtr& expression : expressions) count_references(*expression, column, count);
  return count > 1;
}

}  // namespace eddyline::sql
