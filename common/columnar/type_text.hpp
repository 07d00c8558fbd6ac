#pragma once

#include <string_view>

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"

namespace eddyline {

/// Reads what DataType::to_string() writes: "DECIMAL(10, 2) NOT NULL", "ROW<`a` INT, `b` TIMESTAMP(3) *ROWTIME*>". STRING and BYTES
/// are taken as well.
///
/// Errors   kDataError that names the text and the place in it: another word, numbers out of a type's range, more than
///          kTypeDepthMax types within each other.
Result<DataType> parse_data_type(std::string_view text);

inline constexpr size_t kTypeDepthMax = 100;

}  // namespace eddyline
