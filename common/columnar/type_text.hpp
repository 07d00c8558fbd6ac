#pragma once

#include <string>
#include <string_view>

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"

namespace eddyline {

/// The type as compiled plans write it: as DataType::to_string(), but "TIMESTAMP(3) WITH LOCAL TIME ZONE" and no time attributes.
std::string serializable_text(const DataType& type);

/// Reads what serializable_text() and DataType::to_string() write: "DECIMAL(10, 2) NOT NULL", "ROW<`a` INT, `b` TIMESTAMP(3)
/// *ROWTIME*>". STRING and BYTES are taken as well.
///
/// Errors   kDataError that names the text and the place in it: another word, numbers out of a type's range, more than
///          kTypeDepthMax types within each other.
Result<DataType> parse_data_type(std::string_view text);

inline constexpr size_t kTypeDepthMax = 100;

}  // namespace eddyline
