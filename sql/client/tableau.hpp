#pragma once

#include <string>
#include <vector>

#include "common/columnar/batch.hpp"
#include "sql/client/cell_texts.hpp"

namespace eddyline::sql {

/// A table drawn with + - and |: fixed column widths, cells right-aligned and cut to the width, one blank on each side.
class TableauLayout {
 public:
  TableauLayout(std::vector<std::string> names, std::vector<size_t> widths)
      : names_(std::move(names)), widths_(std::move(widths)) {}

  /// "+----+-----+\n"
  std::string border() const;
  /// Border, names, border.
  std::string header() const;
  void append_row(const std::vector<std::string>& cells, std::string& out) const;

 private:
  std::vector<std::string> names_;
  std::vector<size_t> widths_;
};

/// The result of a streaming SELECT: widths from the types, since rows are shown as they come.
/// Source   Flink's tableau result view: cluster-and-client reference 3.7.
class StreamingTableau {
 public:
  /// `max_column_width`: table.display.max-column-width, for text. `offset`: the session's time zone.
  StreamingTableau(const RowType& columns, size_t max_column_width, const UtcOffset& offset);

  std::string header() const { return layout_.header(); }
  /// The batch's rows with their kinds.
  std::string rows(const Batch& batch);
  /// The closing border if there was a row, and the count. `seconds` below zero: no time.
  std::string footer(double seconds) const;
  /// After the user ended the query.
  std::string interrupted(double seconds) const;
  uint64_t row_count() const { return row_count_; }

 private:
  TableauLayout layout_;
  CellTexts texts_;
  uint64_t row_count_ = 0;
};

/// A result that is known as a whole (SHOW, DESCRIBE, EXPLAIN, SET): as wide as its cells, with "N rows in set", or
/// "Empty set".
std::string static_tableau(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows);

}  // namespace eddyline::sql
