#include "expression/evaluator.hpp"

#include <algorithm>

#include "common/base/check.hpp"
#include "expression/cast_rules.hpp"
#include "expression/evaluation/node.hpp"
#include "expression/evaluation/row_lists.hpp"
#include "expression/function_registry.hpp"
#include "expression/search_argument.hpp"

namespace eddyline::expression {
namespace {

class NodeEvaluator final : public Evaluator {
 public:
  explicit NodeEvaluator(NodePtr root) : root_(std::move(root)) {}
  Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) override {
    return root_->evaluate(context, batch, rows);
  }

 private:
  NodePtr root_;
};

Result<NodePtr> make_call_or_lazy_node(const Expression& call, std::vector<NodePtr> operands) {
  switch (call.function().operand_use) {
    case OperandUse::kAll:
      return make_call_node(call, std::move(operands));
    case OperandUse::kUntilFalse:
      return make_connective_node(true, std::move(operands));
    case OperandUse::kUntilTrue:
      return make_connective_node(false, std::move(operands));
    case OperandUse::kChosenBranch:
      return make_case_node(call.type(), std::move(operands));
    case OperandUse::kUntilPresent:
      return make_coalesce_node(call.type(), std::move(operands));
  }
  CHECK(false) << "no evaluation node for " << call.function().internal_name;
  return NodePtr();
}

bool is_any_cast(const Expression& expression) {
  return is_implicit_cast(expression) || expression.is_call_of(kCastName) || expression.is_call_of(kTryCastName);
}

/// Expressions that only name a literal in another type become that literal, so that kernels see it as one.
Result<ExpressionPtr> literal_of(const ExpressionPtr& expression) {
  if (!is_implicit_cast(*expression) || !expression->operands()[0]->is_literal()) return expression;
  if (expression->type().is(TypeRoot::kTimestampLtz)) return expression;
  EvaluationContext context(utc_time_zone(), false, 0);
  const Result<Value> value = evaluate_constant(expression, context);
  if (!value.ok()) return expression;
  return Expression::literal(*value, expression->type());
}

Result<ExpressionPtr> with_plain_literals(const ExpressionPtr& call) {
  std::vector<ExpressionPtr> operands;
  operands.reserve(call->operands().size());
  for (const ExpressionPtr& operand : call->operands()) {
    ASSIGN_OR_RETURN(ExpressionPtr plain, literal_of(operand));
    operands.push_back(std::move(plain));
  }
  return call->with_operands(std::move(operands));
}

}  // namespace

Result<NodePtr> make_node(const ExpressionPtr& expression) {
  switch (expression->kind()) {
    case Expression::Kind::kInputRef:
      return make_input_node(expression->index());
    case Expression::Kind::kLiteral:
      return make_literal_node(expression->value(), expression->type());
    case Expression::Kind::kCall:
      break;
  }
  if (is_any_cast(*expression) && cast_keeps_values(expression->operands()[0]->type(), expression->type())) {
    return make_node(expression->operands()[0]);
  }
  if (expression->is_call_of(kSearchName)) return make_node(expression->operands()[1]);
  ASSIGN_OR_RETURN(const ExpressionPtr call, with_plain_literals(expression));
  std::vector<NodePtr> operands;
  operands.reserve(call->operands().size());
  for (const ExpressionPtr& operand : call->operands()) {
    ASSIGN_OR_RETURN(NodePtr node, make_node(operand));
    operands.push_back(std::move(node));
  }
  return make_call_or_lazy_node(*call, std::move(operands));
}

Result<std::unique_ptr<Evaluator>> make_evaluator(const ExpressionPtr& expression) {
  ASSIGN_OR_RETURN(NodePtr root, make_node(expression));
  return std::unique_ptr<Evaluator>(std::make_unique<NodeEvaluator>(std::move(root)));
}

Result<Selection> evaluate_filter(Evaluator& condition, EvaluationContext& context, const Batch& batch,
                                  SelectedRows rows) {
  ASSIGN_OR_RETURN(const ColumnPtr column, condition.evaluate(context, batch, rows));
  const TruthReader reader(*column);
  BufferPtr picked = allocate_buffer(std::max<size_t>(rows.count, 1) * sizeof(int32_t));
  int32_t* out = picked->as<int32_t>();
  size_t count = 0;
  if (column->is_flat() && column->validity() == nullptr) {
    const uint8_t* values = column->values<uint8_t>();
    rows.for_each([&](size_t row) {
      out[count] = static_cast<int32_t>(row);
      count += values[row];
    });
  } else {
    rows.for_each([&](size_t row) {
      out[count] = static_cast<int32_t>(row);
      count += reader.is_true(row) ? 1 : 0;
    });
  }
  if (count == batch.physical_rows()) return Selection();
  return Selection(std::move(picked), count);
}

Result<Value> evaluate_constant(const ExpressionPtr& expression, EvaluationContext& context) {
  ASSIGN_OR_RETURN(const NodePtr node, make_node(expression));
  const size_t errors = context.error_count();
  auto column = node->evaluate(context, Batch({}, 1), SelectedRows::all(1));
  Status error = context.error_count() > errors ? context.errors()[errors].error : column.status();
  context.clear_errors_since(errors);
  if (!error.ok()) return error;
  return Value::from(*column.value(), 0);
}

}  // namespace eddyline::expression
