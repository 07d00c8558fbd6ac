#include "sql/client/cell_texts.hpp"

namespace eddyline::sql {

CellTexts::CellTexts(const RowType& columns, const UtcOffset& offset) {
  for (const RowField& column : columns) texts_.emplace_back(column.type, TextStyle::kDisplay, offset);
}

void CellTexts::for_each_row(const Batch& batch,
                             const std::function<void(RowKind, const std::vector<std::string>&)>& visit) const {
  std::vector<DecodedColumn> columns;
  for (const ColumnPtr& column : batch.columns()) columns.emplace_back(*column);
  std::vector<std::string> cells(columns.size());
  TextBuffer text;
  batch.selected().for_each([&](size_t row) {
    for (size_t i = 0; i < columns.size(); ++i) {
      if (columns[i].is_null(row)) {
        cells[i] = null_text(TextStyle::kDisplay);
        continue;
      }
      text.clear();
      texts_[i].append(columns[i], row, text);
      cells[i] = text.view();
    }
    visit(batch.kind(row), cells);
  });
}

}  // namespace eddyline::sql
