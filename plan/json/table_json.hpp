#pragma once

#include "common/json/json_field.hpp"
#include "common/json/json_value.hpp"
#include "expression/function_registry.hpp"
#include "plan/resolved_table.hpp"

namespace eddyline::plan {

/// {"identifier" : "`c`.`d`.`t`", "resolvedTable" : { schema, partition keys, comment, options }}, as compiled plans write a table.
JsonValue to_json(const ResolvedTable& table);

/// Errors   kDataError with the place.
Result<ResolvedTablePtr> read_table(const JsonField& field, const expression::FunctionRegistry& functions);

}  // namespace eddyline::plan
