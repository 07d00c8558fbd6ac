#pragma once

#include "common/columnar/data_type.hpp"
#include "common/json/json_field.hpp"
#include "common/json/json_value.hpp"

namespace eddyline::plan {

/// A type as compiled plans write it: its text, or an object where it has time attributes.
JsonValue to_json(const DataType& type);
/// Errors   kDataError with the place.
Result<DataType> read_type(const JsonField& field);

/// The type of the rows with these columns.
JsonValue row_type_to_json(const RowType& columns);
Result<RowType> read_row_type(const JsonField& field);

}  // namespace eddyline::plan
