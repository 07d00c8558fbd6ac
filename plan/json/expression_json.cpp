#include "plan/json/expression_json.hpp"

#include <algorithm>
#include <vector>

#include "expression/cast_rules.hpp"
#include "expression/operator_names.hpp"
#include "expression/search_argument.hpp"
#include "plan/json/literal_json.hpp"
#include "plan/json/type_json.hpp"

namespace eddyline::plan {
namespace {

using expression::Expression;
using expression::ExpressionPtr;
using expression::FunctionSyntax;

std::string_view syntax_name(FunctionSyntax syntax) {
  switch (syntax) {
    case FunctionSyntax::kFunction:
      return "FUNCTION";
    case FunctionSyntax::kBinary:
      return "BINARY";
    case FunctionSyntax::kPrefix:
      return "PREFIX";
    case FunctionSyntax::kPostfix:
      return "POSTFIX";
    case FunctionSyntax::kSpecial:
      return "SPECIAL";
  }
  return "";
}

JsonValue call_to_json(const Expression& call) {
  JsonValue::Object object{{"kind", "CALL"}};
  const expression::ScalarFunction& function = call.function();
  if (function.syntax != FunctionSyntax::kFunction) object.emplace_back("syntax", syntax_name(function.syntax));
  object.emplace_back("internalName", function.internal_name);
  if (!call.operands().empty()) {
    JsonValue::Array operands;
    for (const ExpressionPtr& operand : call.operands()) operands.push_back(to_json(*operand));
    object.emplace_back("operands", std::move(operands));
  }
  object.emplace_back("type", to_json(call.type()));
  return object;
}

bool is_cast(const expression::ScalarFunction& function) {
  return function.internal_name == expression::kCastName || function.internal_name == expression::kTryCastName ||
         function.internal_name == expression::kImplicitCastName ||
         function.internal_name == expression::kImplicitTryCastName;
}

Status check_cast(const JsonField& field, const std::vector<ExpressionPtr>& operands, const DataType& type) {
  if (operands.size() != 1) return field.fail("a cast has one operand");
  const Status castable = expression::check_castable(operands[0]->type(), type);
  return castable.ok() ? castable : field.fail(castable.message());
}

/// The set is made of the items once, so they are constants.
Status check_items(const JsonField& field, const std::vector<ExpressionPtr>& operands) {
  const bool constant = std::all_of(operands.begin() + 1, operands.end(), [](const ExpressionPtr& item) {
    return expression::referenced_inputs(*item).empty() && expression::is_deterministic(*item);
  });
  return constant ? Status() : field.fail("the items of IN are constants");
}

/// Made by planner rules alone: the value that is searched for, and the condition that is computed.
Status check_search(const JsonField& field, const std::vector<ExpressionPtr>& operands, const DataType& type) {
  const bool fits = operands.size() == 2 && operands[1]->type().is(TypeRoot::kBoolean) && type.is(TypeRoot::kBoolean);
  return fits ? Status() : field.fail("SEARCH has a value and a condition, and is BOOLEAN");
}

/// The type for which the call was resolved: the planner makes plain values of time attributes, after CURRENT_WATERMARK has
/// asked for one.
DataType resolved_type(const Expression& operand) {
  if (!operand.is_call_of(expression::kCastName)) return operand.type();
  const DataType& source = operand.operands()[0]->type();
  return source.is_rowtime() && source.same_shape(operand.type()) ? source : operand.type();
}

/// That the function takes just these operands, unconverted, and makes the type of them.
Status check_call(const JsonField& field, const expression::ScalarFunction& function,
                  const std::vector<ExpressionPtr>& operands, const DataType& type) {
  if (is_cast(function)) return check_cast(field, operands, type);
  if (function.internal_name == expression::kSearchName) return check_search(field, operands, type);
  if (function.resolve == nullptr) return field.fail("function " + function.name + " is never called itself");
  std::vector<DataType> types;
  std::vector<const Value*> literals;
  for (const ExpressionPtr& operand : operands) {
    types.push_back(resolved_type(*operand));
    literals.push_back(operand->is_literal() ? &operand->value() : nullptr);
  }
  const auto resolved = function.resolve(types, literals);
  if (!resolved.ok()) return field.fail(resolved.status().message());
  for (size_t i = 0; i < types.size(); ++i) {
    if (resolved->operand_types[i].same_shape(types[i])) continue;
    return field.fail("operand " + std::to_string(i) + " of " + function.name + " is " + types[i].to_string() + " and not " +
                      resolved->operand_types[i].to_string());
  }
  if (function.name == expression::operators::kIn) RETURN_IF_ERROR(check_items(field, operands));
  if (resolved->type.same_shape(type)) return {};
  return field.fail("the type of " + function.name + " is " + resolved->type.to_string() + " and not " + type.to_string());
}

}  // namespace

JsonValue to_json(const Expression& expression) {
  switch (expression.kind()) {
    case Expression::Kind::kInputRef:
      return JsonValue::Object{
          {"kind", "INPUT_REF"}, {"inputIndex", expression.index()}, {"type", to_json(expression.type())}};
    case Expression::Kind::kLiteral:
      return JsonValue::Object{{"kind", "LITERAL"},
                               {"value", literal_to_json(expression.value(), expression.type())},
                               {"type", to_json(expression.type())}};
    case Expression::Kind::kCall:
      return call_to_json(expression);
  }
  return {};
}

JsonValue to_json(const ExpressionPtr& expression) { return expression == nullptr ? JsonValue() : to_json(*expression); }

Result<ExpressionPtr> ExpressionReader::read(const JsonField& field) const {
  ASSIGN_OR_RETURN(const JsonField type_field, field.member("type"));
  ASSIGN_OR_RETURN(const DataType type, read_type(type_field));
  ASSIGN_OR_RETURN(const JsonField kind_field, field.member("kind"));
  ASSIGN_OR_RETURN(const std::string kind, kind_field.as_text());
  if (kind == "INPUT_REF") return read_input_ref(field, type);
  if (kind == "CALL") return read_call(field, type);
  if (kind != "LITERAL") return kind_field.expected("INPUT_REF, LITERAL or CALL");
  ASSIGN_OR_RETURN(const JsonField value_field, field.member("value"));
  ASSIGN_OR_RETURN(Value value, read_literal(value_field, type));
  if (value.is_null() && !type.nullable()) return value_field.expected("a value, since the type is NOT NULL");
  return Expression::literal(std::move(value), type);
}

Result<ExpressionPtr> ExpressionReader::read_input_ref(const JsonField& field, const DataType& type) const {
  ASSIGN_OR_RETURN(const JsonField index_field, field.member("inputIndex"));
  ASSIGN_OR_RETURN(const auto index, index_field.as_integer<uint32_t>());
  if (index >= columns_.size()) return index_field.expected("one of the " + std::to_string(columns_.size()) + " columns");
  const DataType& column = columns_[index].type;
  if (!column.same_shape(type) || (column.nullable() && !type.nullable())) {
    return field.fail("column " + std::to_string(index) + " is " + column.to_string() + " and not " +
                      type.to_string());
  }
  return Expression::input_ref(index, type);
}

Result<ExpressionPtr> ExpressionReader::read_call(const JsonField& field, const DataType& type) const {
  ASSIGN_OR_RETURN(const JsonField name_field, field.member("internalName"));
  ASSIGN_OR_RETURN(const std::string name, name_field.as_text());
  const expression::ScalarFunction* function = functions_.find_internal(name);
  if (function == nullptr) return name_field.expected("the internal name of a function");
  std::vector<ExpressionPtr> operands;
  ASSIGN_OR_RETURN(const auto list, field.optional_member("operands"));
  if (list.has_value()) {
    ASSIGN_OR_RETURN(const auto elements, list->elements());
    for (const JsonField& element : elements) {
      ASSIGN_OR_RETURN(operands.emplace_back(), read(element));
    }
  }
  RETURN_IF_ERROR(check_call(field, *function, operands, type));
  return Expression::call(*function, std::move(operands), type);
}

}  // namespace eddyline::plan
