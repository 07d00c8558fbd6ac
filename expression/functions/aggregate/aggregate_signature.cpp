#include "expression/functions/aggregate/aggregate_signature.hpp"

namespace eddyline::expression {

Status no_such_signature(std::string_view function, std::span<const DataType> arguments,
                         std::string_view supported_form) {
  const std::string name(function);
  std::string types;
  for (const DataType& argument : arguments) {
    if (!types.empty()) types += ", ";
    types += "<" + argument.with_nullable(true).to_string() + ">";
  }
  return validation_error("Cannot apply '" + name + "' to arguments of type '" + name + "(" + types +
                          ")'. Supported form(s): '" + std::string(supported_form) + "'");
}

DataType nullable_if_empty(const DataType& type, const DataType& argument, const AggregateUse& use) {
  return type.with_nullable(argument.nullable() || use.may_see_no_row);
}

}  // namespace eddyline::expression
