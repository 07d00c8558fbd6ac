#pragma once

#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"
#include "common/columnar/value.hpp"

namespace eddyline::sql_tests {

/// Parts of a line between blanks; double quotes keep blanks together and are taken off ("" and \" inside).
struct Word {
  std::string text;
  bool quoted = false;
};
Result<std::vector<Word>> split_words(const std::string& line);

/// NULL without quotes is NULL. Numbers and timestamps as in SqlFile.
Result<Value> parse_cell(const Word& word, const DataType& type);

/// Rows with a kind in front, or +I.
Result<Batch> parse_rows(const RowType& columns, const std::vector<std::string>& lines);

/// "+U 1 ann \"a b\" NULL", without the kind on request: what parse_rows reads.
std::string row_text(const Batch& batch, size_t physical_row, const RowType& columns, bool with_kind);

/// As it stands in a line: in quotes where it has to.
std::string quoted_if_needed(const std::string& text);

/// "1970-01-01T00:00:05.250", "00:00:05" or "5000" in milliseconds.
Result<int64_t> parse_time_ms(const std::string& text);
/// "5s", "90 s", "200ms".
Result<int64_t> parse_duration_ms(const std::string& text);

}  // namespace eddyline::sql_tests
