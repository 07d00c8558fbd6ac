#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"
#include "common/json/json_field.hpp"

namespace eddyline::plan {

// What nodes check of what was read before they may be run. Errors   kDataError with the node's place.

Status check_input_count(const JsonField& node, size_t count, size_t expected);

/// That the columns have the same types but for nullability and time attributes; `what` names the first ones: "the input".
Status check_same_shape(const JsonField& node, std::string_view what, const RowType& columns, const RowType& expected);

/// The same, where texts, and bytes, may have other lengths.
Status check_stored_alike(const JsonField& node, std::string_view what, const RowType& columns, const RowType& expected);

/// That the columns can be hashed.
Status check_key_columns(const JsonField& node, const RowType& columns, const std::vector<size_t>& keys);

/// That a column is a timestamp of milliseconds, as time attributes are.
Status check_time_column(const JsonField& node, const RowType& columns, size_t column);

}  // namespace eddyline::plan
