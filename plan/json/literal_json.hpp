#pragma once

#include "common/columnar/data_type.hpp"
#include "common/columnar/value.hpp"
#include "common/json/json_field.hpp"
#include "common/json/json_value.hpp"

namespace eddyline::plan {

/// A value of the type as compiled plans write literals: whole numbers and BOOLEAN as such, everything else as text, bytes in base
/// 64. A text that is no UTF-8 becomes {"base64" : ".."}: the value read is the same to the last bit. Nested types are not
/// supported yet.
JsonValue literal_to_json(const Value& value, const DataType& type);

/// Errors   kDataError with the place: another form, or a value beyond the type.
Result<Value> read_literal(const JsonField& field, const DataType& type);

}  // namespace eddyline::plan
