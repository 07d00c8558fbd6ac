#include "sql/binder/function_names.hpp"

#include "expression/operator_names.hpp"

namespace eddyline::sql {

namespace names = expression::operators;

std::optional<std::string_view> scalar_name(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::kAdd:
      return names::kPlus;
    case BinaryOperator::kSubtract:
      return names::kMinus;
    case BinaryOperator::kMultiply:
      return names::kMultiply;
    case BinaryOperator::kDivide:
      return names::kDivide;
    case BinaryOperator::kModulo:
      return names::kModulo;
    case BinaryOperator::kEqual:
      return names::kEqual;
    case BinaryOperator::kNotEqual:
      return names::kNotEqual;
    case BinaryOperator::kLess:
      return names::kLess;
    case BinaryOperator::kLessOrEqual:
      return names::kLessOrEqual;
    case BinaryOperator::kGreater:
      return names::kGreater;
    case BinaryOperator::kGreaterOrEqual:
      return names::kGreaterOrEqual;
    case BinaryOperator::kIsDistinctFrom:
      return names::kIsDistinctFrom;
    case BinaryOperator::kIsNotDistinctFrom:
      return names::kIsNotDistinctFrom;
    case BinaryOperator::kOverlaps:
    case BinaryOperator::kContains:
    case BinaryOperator::kPeriodEquals:
    case BinaryOperator::kPrecedes:
    case BinaryOperator::kSucceeds:
    case BinaryOperator::kImmediatelyPrecedes:
    case BinaryOperator::kImmediatelySucceeds:
    case BinaryOperator::kMemberOf:
    case BinaryOperator::kNotMemberOf:
    case BinaryOperator::kSubmultisetOf:
    case BinaryOperator::kNotSubmultisetOf:
    case BinaryOperator::kMultisetUnion:
    case BinaryOperator::kMultisetUnionAll:
    case BinaryOperator::kMultisetIntersect:
    case BinaryOperator::kMultisetIntersectAll:
    case BinaryOperator::kMultisetExcept:
    case BinaryOperator::kMultisetExceptAll:
      break;
  }
  return std::nullopt;
}

std::string json_function_name(JsonFunctionType type) {
  switch (type) {
    case JsonFunctionType::kExists:
      return "JSON_EXISTS";
    case JsonFunctionType::kValue:
      return "JSON_VALUE";
    case JsonFunctionType::kQuery:
      return "JSON_QUERY";
    case JsonFunctionType::kObject:
      return "JSON_OBJECT";
    case JsonFunctionType::kArray:
      return "JSON_ARRAY";
    case JsonFunctionType::kObjectAgg:
      return "JSON_OBJECTAGG";
    case JsonFunctionType::kArrayAgg:
      return "JSON_ARRAYAGG";
  }
  return "of JSON";
}

}  // namespace eddyline::sql
