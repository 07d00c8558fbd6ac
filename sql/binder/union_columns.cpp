#include "sql/binder/union_columns.hpp"

#include <algorithm>

#include "expression/operator_names.hpp"
#include "sql/logical/union_type.hpp"

namespace eddyline::sql {

namespace {

namespace names = expression::operators;

bool was_time_attribute(const LogicalNode& node, size_t column);

/// A time moved by an interval, and nothing else, is typed as a time attribute in Flink until it is computed.
bool was_time_attribute(const expression::Expression& expression, const LogicalNode& input) {
  if (expression.is_input_ref()) return was_time_attribute(input, expression.index());
  if (!expression.is_call()) return false;
  const std::string& name = expression.function().name;
  const bool moved = (name == names::kPlus || name == names::kMinus) && expression.type().is_timestamp();
  return moved && std::ranges::any_of(expression.operands(), [&](const expression::ExpressionPtr& operand) {
           return was_time_attribute(*operand, input);
         });
}

bool was_time_attribute(const LogicalAggregate& aggregate, size_t column) {
  const std::vector<size_t>& groups = aggregate.groups();
  if (column < groups.size()) return was_time_attribute(*aggregate.input(), groups[column]);
  const expression::AggregateCall& call = aggregate.calls()[column - groups.size()];
  return call.type.is_timestamp() && was_time_attribute(*aggregate.input(), call.arguments[0]);
}

/// Whether a column is a time attribute, or would be if computing it did not make a plain value of it.
bool was_time_attribute(const LogicalNode& node, size_t column) {
  if (node.output()[column].type.time_attribute() != TimeAttribute::kNone) return true;
  switch (node.kind()) {
    case LogicalKind::kProject:
      return was_time_attribute(*as<LogicalProject>(node).expressions()[column], *node.input());
    case LogicalKind::kAggregate:
      return was_time_attribute(as<LogicalAggregate>(node), column);
    case LogicalKind::kFilter:
      return was_time_attribute(*node.input(), column);
    case LogicalKind::kJoin: {
      const size_t left = node.input(0)->output().size();
      return column < left ? was_time_attribute(*node.input(0), column) : was_time_attribute(*node.input(1), column - left);
    }
    case LogicalKind::kUnion:
      return !as<LogicalUnion>(node).all() && was_time_attribute(*node.input(0), column);
    case LogicalKind::kTableScan:
    case LogicalKind::kValues:
    case LogicalKind::kWatermarkAssigner:
    case LogicalKind::kSink:
      break;
  }
  return false;
}

/// One of the two is a time attribute, the other was one.
bool mixes_computed_time(const LogicalNode& input, const LogicalNode& other, size_t column) {
  const auto is_attribute = [column](const LogicalNode& node) {
    return node.output()[column].type.time_attribute() != TimeAttribute::kNone;
  };
  return is_attribute(input) != is_attribute(other) && was_time_attribute(input, column) && was_time_attribute(other, column);
}

std::string type_text(const DataType& type) { return type.with_nullable(true).to_short_string(); }

}  // namespace

SourcePosition item_position(const Query& query, size_t column) {
  if (const auto* select = std::get_if<Select>(&query.body)) {
    return select->items[std::min(column, select->items.size() - 1)].expression->position;
  }
  if (const auto* operation = std::get_if<SetOperation>(&query.body)) return item_position(*operation->inputs[0], column);
  return query.position;
}

std::string union_word(const SetOperation& operation) { return operation.all ? "UNION ALL" : "UNION"; }

Status check_union_column(const SetOperation& operation, const std::vector<LogicalPtr>& inputs, size_t column) {
  const SourcePosition position = item_position(*operation.inputs[0], column);
  DataType type = inputs[0]->output()[column].type;
  for (size_t i = 1; i < inputs.size(); ++i) {
    const DataType& next = inputs[i]->output()[column].type;
    const auto common = union_type(type, next);
    const bool attributes = type.time_attribute() != TimeAttribute::kNone || next.time_attribute() != TimeAttribute::kNone;
    if (attributes && (!common || mixes_computed_time(*inputs[0], *inputs[i], column))) {
      return validation_error("Union fields with time attributes requires same types, but the types are " + type_text(next) +
                              " and " + type_text(type) + ".")
          .at(position);
    }
    if (!common) {
      return validation_error("Type mismatch in column " + std::to_string(column + 1) + " of " + union_word(operation) +
                              ": " + type.to_short_string() + " and " + next.to_short_string())
          .at(position);
    }
    type = *common;
  }
  return {};
}

}  // namespace eddyline::sql
