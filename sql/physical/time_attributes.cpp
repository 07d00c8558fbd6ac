#include "sql/physical/time_attributes.hpp"

#include <algorithm>

#include "plan/nodes/calc_node.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

bool is_time_attribute(const DataType& type) {
  return type.time_attribute() != TimeAttribute::kNone;
}

/// CAST(ts AS TIMESTAMP(3)) itself makes the plain value.
bool is_materializing_cast(const Expression& call) {
  return call.is_call_of(expression::kCastName) && call.operands()[0]->type().is_rowtime() &&
         call.type().same_shape(call.operands()[0]->type());
}

}  // namespace

ExpressionPtr retyped(const ExpressionPtr& expression, const RowType& input) {
  return expression::replace_inputs(
      expression, [&](size_t index, const DataType&) { return Expression::input_ref(index, input[index].type); });
}

Result<ExpressionPtr> TimeAttributeMaterializer::value_of(const ExpressionPtr& expression) const {
  const DataType& type = expression->type();
  if (type.is_rowtime()) return functions_.make_cast(expression, type.with_time_attribute(TimeAttribute::kNone));
  if (type.is_proctime()) return functions_.make_call("PROCTIME_MATERIALIZE", {expression});
  return expression;
}

Result<ExpressionPtr> TimeAttributeMaterializer::in_calls(const ExpressionPtr& expression, const RowType& input) const {
  if (expression->is_input_ref()) return Expression::input_ref(expression->index(), input[expression->index()].type);
  if (!expression->is_call()) return expression;
  std::vector<ExpressionPtr> operands;
  for (const ExpressionPtr& operand : expression->operands()) {
    ASSIGN_OR_RETURN(ExpressionPtr converted, in_calls(operand, input));
    operands.push_back(std::move(converted));
  }
  ExpressionPtr call = expression->with_operands(operands);
  // The input has a plain value already.
  if (call->is_call_of(expression::kCastName) && call->type() == operands[0]->type()) return operands[0];
  // A cast to another time attribute takes the time itself, as in a UNION.
  if (is_materializing_cast(*call) || (call->is_call_of(expression::kCastName) && is_time_attribute(call->type()))) return call;
  bool changed = false;
  for (ExpressionPtr& operand : operands) {
    if (!is_time_attribute(operand->type()) || operand->is_call()) continue;
    ASSIGN_OR_RETURN(operand, value_of(operand));
    changed = true;
  }
  return changed ? expression->with_operands(std::move(operands)) : call;
}

Result<plan::ExecNodePtr> TimeAttributeMaterializer::with_values(const plan::ExecNodePtr& node,
                                                                 const std::vector<size_t>& columns) const {
  const bool needed =
      std::ranges::any_of(columns, [&](size_t column) { return is_time_attribute(node->output_type[column].type); });
  if (!needed) return node;

  std::shared_ptr<plan::CalcNode> calc;
  if (const auto* own = plan::node_if<plan::CalcNode>(*node)) {
    calc = std::make_shared<plan::CalcNode>(*own);
  } else {
    calc = std::make_shared<plan::CalcNode>();
    calc->inputs = {node};
    calc->output_type = node->output_type;
    for (size_t column = 0; column < node->output_type.size(); ++column) {
      calc->projection.push_back(Expression::input_ref(column, node->output_type[column].type));
    }
  }
  for (const size_t column : columns) {
    ASSIGN_OR_RETURN(calc->projection[column], value_of(calc->projection[column]));
    calc->output_type[column].type = calc->projection[column]->type();
  }
  return plan::ExecNodePtr(std::move(calc));
}

}  // namespace eddyline::sql
