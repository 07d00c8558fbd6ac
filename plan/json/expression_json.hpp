#pragma once

#include "common/columnar/data_type.hpp"
#include "common/json/json_field.hpp"
#include "common/json/json_value.hpp"
#include "expression/expression.hpp"
#include "expression/function_registry.hpp"

namespace eddyline::plan {

/// An expression as compiled plans write it: INPUT_REF, LITERAL and CALL objects.
JsonValue to_json(const expression::Expression& expression);
/// Null for no expression.
JsonValue to_json(const expression::ExpressionPtr& expression);

/// Reads expressions over rows with these columns, and trusts none: columns, functions, operands and types must fit together as
/// the binder makes them.
///
/// Errors   kDataError with the place.
class ExpressionReader {
 public:
  /// Both are borrowed.
  ExpressionReader(const expression::FunctionRegistry& functions, const RowType& columns)
      : functions_(functions), columns_(columns) {}

  Result<expression::ExpressionPtr> read(const JsonField& field) const;

 private:
  Result<expression::ExpressionPtr> read_input_ref(const JsonField& field, const DataType& type) const;
  Result<expression::ExpressionPtr> read_call(const JsonField& field, const DataType& type) const;

  const expression::FunctionRegistry& functions_;
  const RowType& columns_;
};

}  // namespace eddyline::plan
