#include "sql/client/tableau.hpp"

#include <algorithm>
#include <cstdio>

#include "sql/client/display_width.hpp"

namespace eddyline::sql {
namespace {

constexpr size_t kNullWidth = 6;  // "<NULL>"

/// The width that holds every value of the type, or the configured one for text.
size_t type_width(const DataType& type, size_t max_column_width) {
  switch (type.root()) {
    case TypeRoot::kTinyint:
      return 4;
    case TypeRoot::kSmallint:
      return 6;
    case TypeRoot::kInteger:
      return 11;
    case TypeRoot::kBigint:
      return 20;
    case TypeRoot::kDecimal:
      return static_cast<size_t>(type.precision()) + 2;
    case TypeRoot::kBoolean:
      return 5;
    case TypeRoot::kDate:
      return 10;
    case TypeRoot::kTime:
      return type.precision() == 0 ? 8 : static_cast<size_t>(type.precision()) + 9;
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return type.precision() == 0 ? 19 : type.precision() <= 3 ? 23 : type.precision() <= 6 ? 26 : 29;
    case TypeRoot::kNull:
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
    case TypeRoot::kChar:
    case TypeRoot::kVarchar:
    case TypeRoot::kBinary:
    case TypeRoot::kVarbinary:
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
    case TypeRoot::kArray:
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
    case TypeRoot::kRow:
      break;
  }
  return max_column_width;
}

std::vector<std::string> streaming_names(const RowType& columns) {
  std::vector<std::string> names{"op"};
  for (const RowField& column : columns) names.push_back(column.name);
  return names;
}

std::vector<size_t> streaming_widths(const RowType& columns, size_t max_column_width) {
  std::vector<size_t> widths{2};
  for (const RowField& column : columns) {
    widths.push_back(std::max({type_width(column.type, max_column_width), display_width(column.name), kNullWidth}));
  }
  return widths;
}

std::string time_suffix(double seconds) {
  if (seconds < 0) return "";
  char text[48];
  std::snprintf(text, sizeof(text), " (%.2f seconds)", seconds);
  return text;
}

std::string counted_rows(uint64_t count) {
  return std::to_string(count) + (count <= 1 ? " row" : " rows");
}

}  // namespace

std::string TableauLayout::border() const {
  std::string line = "+";
  for (const size_t width : widths_) line += std::string(width + 2, '-') + "+";
  return line + "\n";
}

std::string TableauLayout::header() const {
  std::string text = border();
  append_row(names_, text);
  return text + border();
}

void TableauLayout::append_row(const std::vector<std::string>& cells, std::string& out) const {
  for (size_t i = 0; i < widths_.size(); ++i) {
    const std::string cell = fit_to_width(cells[i], widths_[i]);
    const size_t width = display_width(cell);
    out += "| ";
    if (width < widths_[i]) out.append(widths_[i] - width, ' ');
    out += cell;
    out += ' ';
  }
  out += "|\n";
}

StreamingTableau::StreamingTableau(const RowType& columns, size_t max_column_width, const UtcOffset& offset)
    : layout_(streaming_names(columns), streaming_widths(columns, max_column_width)), texts_(columns, offset) {}

std::string StreamingTableau::rows(const Batch& batch) {
  std::string out;
  std::vector<std::string> with_kind;
  texts_.for_each_row(batch, [&](RowKind kind, const std::vector<std::string>& cells) {
    with_kind.assign(1, std::string(row_kind_text(kind)));
    with_kind.insert(with_kind.end(), cells.begin(), cells.end());
    layout_.append_row(with_kind, out);
    ++row_count_;
  });
  return out;
}

std::string StreamingTableau::footer(double seconds) const {
  return (row_count_ > 0 ? layout_.border() : std::string()) + "Received a total of " + counted_rows(row_count_) +
         time_suffix(seconds) + "\n";
}

std::string StreamingTableau::interrupted(double seconds) const {
  return "Query terminated, received a total of " + counted_rows(row_count_) + time_suffix(seconds) + "\n";
}

std::string static_tableau(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (size_t i = 0; i < columns.size(); ++i) {
    size_t width = display_width(columns[i]);
    for (const std::vector<std::string>& row : rows) width = std::max(width, display_width(row[i]));
    widths.push_back(width);
  }
  if (rows.empty()) return "Empty set\n";
  const TableauLayout layout(columns, widths);
  std::string text = layout.header();
  for (const std::vector<std::string>& row : rows) layout.append_row(row, text);
  return text + layout.border() + counted_rows(rows.size()) + " in set\n";
}

}  // namespace eddyline::sql
