#pragma once

#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"

namespace eddyline::tests {

/// "k STRING, t ROWTIME, v BIGINT NOT NULL": names and types. ROWTIME and PROCTIME are TIMESTAMP(3) and TIMESTAMP_LTZ(3) as time
/// attributes.
Result<RowType> parse_columns(const std::string& text);

/// A flat batch of rows written as values between blanks, each after an optional row kind. NULL is written null, a
/// string with blanks in single quotes, a timestamp as the number that it is held as.
Result<Batch> parse_rows(const RowType& row, const std::vector<std::string>& lines);

/// "+I a 10 null".
std::string row_text(const Batch& batch, size_t physical_row, const RowType& row);

}  // namespace eddyline::tests
