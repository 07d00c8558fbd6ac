#include "expression/expression.hpp"

#include <algorithm>
#include <set>

#include "common/base/check.hpp"
#include "common/columnar/hash.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {
namespace {

size_t combined(size_t first, size_t second) { return static_cast<size_t>(combine_hashes(first, second)); }

}  // namespace

Status Place::locate(const Status& error) const {
  if (error.position()) return error;
  return (owner == nullptr ? error : error.with_context(*owner)).at(position);
}

ExpressionPtr Expression::input_ref(size_t index, DataType type) {
  auto expression = std::make_shared<Expression>();
  expression->kind_ = Kind::kInputRef;
  expression->type_ = std::move(type);
  expression->index_ = index;
  expression->hash_ = combined(1, index);
  return expression;
}

ExpressionPtr Expression::literal(Value value, DataType type) {
  auto expression = std::make_shared<Expression>();
  expression->kind_ = Kind::kLiteral;
  expression->type_ = std::move(type);
  expression->value_ = std::move(value);
  expression->hash_ = combined(2, expression->value_.hash());
  return expression;
}

ExpressionPtr Expression::call(const ScalarFunction& function, std::vector<ExpressionPtr> operands, DataType type) {
  auto expression = std::make_shared<Expression>();
  expression->kind_ = Kind::kCall;
  expression->type_ = std::move(type);
  expression->function_ = &function;
  expression->operands_ = std::move(operands);
  expression->hash_ = combined(3, std::hash<const void*>()(&function));
  for (const ExpressionPtr& operand : expression->operands_) {
    expression->size_ = std::min(expression->size_ + operand->size(), kMaxSize);
    expression->hash_ = combined(expression->hash_, operand->hash());
  }
  return expression;
}

ExpressionPtr Expression::with_operands(std::vector<ExpressionPtr> operands) const {
  ExpressionPtr changed = call(function(), std::move(operands), type_);
  return place_ ? placed(std::move(changed), *place_) : changed;
}

ExpressionPtr Expression::placed(ExpressionPtr expression, Place place) {
  if (expression->place_) return expression;
  auto copy = std::make_shared<Expression>(*expression);
  copy->place_ = std::move(place);
  return copy;
}

ExpressionPtr Expression::moved(const ExpressionPtr& expression, const Place& place) {
  auto copy = std::make_shared<Expression>(*expression);
  for (ExpressionPtr& operand : copy->operands_) operand = moved(operand, place);
  copy->place_ = place;
  return copy;
}

bool Expression::is_call_of(std::string_view internal_name) const {
  return is_call() && function_->internal_name == internal_name;
}

bool equal(const Expression& a, const Expression& b) {
  if (&a == &b) return true;
  if (a.hash() != b.hash() || a.kind() != b.kind() || !(a.type() == b.type())) return false;
  switch (a.kind()) {
    case Expression::Kind::kInputRef:
      return a.index() == b.index();
    case Expression::Kind::kLiteral:
      return a.value() == b.value();
    case Expression::Kind::kCall:
      break;
  }
  return &a.function() == &b.function() &&
         std::ranges::equal(a.operands(), b.operands(),
                            [](const ExpressionPtr& x, const ExpressionPtr& y) { return equal(*x, *y); });
}

bool is_deterministic(const Expression& expression) {
  if (!expression.is_call()) return true;
  return expression.function().determinism == Determinism::kDeterministic &&
         std::ranges::all_of(expression.operands(), [](const ExpressionPtr& operand) { return is_deterministic(*operand); });
}

namespace {

void collect_inputs(const Expression& expression, std::set<size_t>& inputs) {
  if (expression.is_input_ref()) inputs.insert(expression.index());
  for (const ExpressionPtr& operand : expression.operands()) collect_inputs(*operand, inputs);
}

}  // namespace

std::vector<size_t> referenced_inputs(const Expression& expression) {
  std::set<size_t> inputs;
  collect_inputs(expression, inputs);
  return {inputs.begin(), inputs.end()};
}

}  // namespace eddyline::expression
