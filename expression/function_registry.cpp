#include "expression/function_registry.hpp"

#include <algorithm>
#include <cctype>

#include "common/base/check.hpp"
#include "expression/cast_rules.hpp"
#include "expression/type_inference.hpp"
#include "expression/untyped_null.hpp"

namespace eddyline::expression {
namespace {

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return result;
}

Status no_such_function(std::string_view name, std::span<const ExpressionPtr> operands) {
  if (is_known_unsupported(name)) return not_supported("function " + upper(name));
  std::string signature = std::string(name) + "(";
  for (const ExpressionPtr& operand : operands) {
    if (operand != operands.front()) signature += ", ";
    signature += type_family_digest(operand->type());
  }
  return validation_error("No match found for function signature " + signature + ")");
}

/// A literal in another type of the same family, where the value stays the same text: 5 as BIGINT, 'a' as VARCHAR(10).
bool keeps_literal(const Expression& literal, const DataType& target) {
  const DataType& from = literal.type();
  if (from.is_integer() && target.is_integer()) return from.root() <= target.root();
  return from.is_character() && target.is(TypeRoot::kVarchar) && from.length() <= target.length();
}

/// The type of a conversion's result: the target's shape with the operand's nullability.
DataType converted_type(const Expression& operand, const DataType& target) {
  return target.with_nullable(operand.type().nullable()).with_time_attribute(TimeAttribute::kNone);
}

}  // namespace

void FunctionRegistry::add(ScalarFunction function) {
  const std::string name = function.name;
  const std::string internal_name = function.internal_name;
  const auto [entry, added] = by_name_.emplace(name, std::make_unique<ScalarFunction>(std::move(function)));
  CHECK(added && !aliases_.contains(name)) << "function " << name << " is registered already";
  CHECK(by_internal_name_.emplace(internal_name, entry->second.get()).second)
      << "internal name " << internal_name << " is taken";
}

void FunctionRegistry::add_alias(std::string_view alias, std::string_view name) {
  CHECK(by_name_.contains(name)) << "alias of unknown function " << name;
  CHECK(!by_name_.contains(alias) && aliases_.emplace(alias, name).second) << "function " << alias << " exists already";
}

const ScalarFunction* FunctionRegistry::find(std::string_view name) const {
  const std::string key = upper(name);
  const auto alias = aliases_.find(key);
  const auto entry = by_name_.find(alias == aliases_.end() ? key : alias->second);
  return entry == by_name_.end() ? nullptr : entry->second.get();
}

const ScalarFunction* FunctionRegistry::find_internal(std::string_view internal_name) const {
  const auto entry = by_internal_name_.find(internal_name);
  return entry == by_internal_name_.end() ? nullptr : entry->second;
}

std::vector<std::string> FunctionRegistry::names() const {
  std::vector<std::string> names;
  for (const auto& [name, function] : by_name_) names.push_back(name);
  for (const auto& [alias, name] : aliases_) names.push_back(alias);
  std::ranges::sort(names);
  return names;
}

Result<ExpressionPtr> FunctionRegistry::make_call(std::string_view name, std::vector<ExpressionPtr> operands) const {
  const ScalarFunction* function = find(name);
  if (function == nullptr || (function->resolve == nullptr && function->rewrite == nullptr)) {
    return no_such_function(name, operands);
  }
  RETURN_IF_ERROR(check_untyped_nulls(*function, operands));
  if (function->rewrite != nullptr) {
    ASSIGN_OR_RETURN(ExpressionPtr rewritten, function->rewrite(*this, operands));
    if (rewritten != nullptr) return rewritten;
  }
  std::vector<DataType> types;
  std::vector<const Value*> literals;
  for (const ExpressionPtr& operand : operands) {
    types.push_back(operand->type());
    literals.push_back(operand->is_literal() ? &operand->value() : nullptr);
  }
  ASSIGN_OR_RETURN(ResolvedCall resolved, function->resolve(types, literals));
  CHECK(resolved.operand_types.size() == operands.size()) << function->name << " resolved to another number of operands";
  const std::string_view cast_name = function->prints_casts ? kCastName : kImplicitCastName;
  for (size_t i = 0; i < operands.size(); ++i) {
    ASSIGN_OR_RETURN(operands[i], convert(std::move(operands[i]), resolved.operand_types[i], cast_name));
  }
  DataType type = resolved.type;
  if (function->null_handling == NullHandling::kPropagate) {
    const bool nullable = std::ranges::any_of(operands, [](const ExpressionPtr& o) { return o->type().nullable(); });
    type = type.with_nullable(nullable || resolved.may_be_null);
  }
  return Expression::call(*function, std::move(operands), std::move(type));
}

Result<ExpressionPtr> FunctionRegistry::convert(ExpressionPtr operand, const DataType& target,
                                                std::string_view cast_name) const {
  if (operand->type().is(TypeRoot::kNull)) return Expression::literal(Value::null(), target.with_nullable(true));
  if (operand->type().same_shape(target)) return operand;
  RETURN_IF_ERROR(check_castable(operand->type(), target));
  DataType type = converted_type(*operand, target);
  if (operand->is_literal()) {
    const bool retyped = cast_name == kCastName && keeps_literal(*operand, target);
    if (operand->value().is_null() || retyped) return Expression::literal(operand->value(), type);
    cast_name = kImplicitCastName;
  } else if (operand->type().is_character() && target.is_temporal()) {
    // Text that is no time compares as NULL; a literal is an error.
    cast_name = kImplicitTryCastName;
    type = type.with_nullable(true);
  }
  const ScalarFunction* cast = find_internal(cast_name);
  CHECK(cast != nullptr) << cast_name << " is not registered";
  return Expression::call(*cast, {std::move(operand)}, type);
}

Result<ExpressionPtr> FunctionRegistry::make_cast(ExpressionPtr operand, const DataType& target, bool try_cast) const {
  const bool same = operand->type().same_shape(target) && operand->type().time_attribute() == target.time_attribute();
  // The result of TRY_CAST is nullable whatever it casts.
  const bool widened = try_cast && !operand->type().nullable();
  if (same && !widened) return operand;
  if (operand->type().is(TypeRoot::kNull)) return Expression::literal(Value::null(), target.with_nullable(true));
  RETURN_IF_ERROR(check_castable(operand->type(), target));
  DataType type = converted_type(*operand, target);
  if (widened) type = type.with_nullable(true);
  if (operand->is_literal() && (same || keeps_literal(*operand, target))) return Expression::literal(operand->value(), type);
  const ScalarFunction* cast = find_internal(try_cast ? kTryCastName : kCastName);
  CHECK(cast != nullptr) << "CAST is not registered";
  return Expression::call(*cast, {std::move(operand)}, type);
}

Result<ExpressionPtr> FunctionRegistry::make_implicit_cast(ExpressionPtr operand, const DataType& target) const {
  return convert(std::move(operand), target, kImplicitCastName);
}

}  // namespace eddyline::expression
