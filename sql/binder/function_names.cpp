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

}  // namespace eddyline::sql
