#include "connectors/print/print_writer.hpp"

namespace eddyline::connectors {

PrintWriter::PrintWriter(std::string_view prefix, const RowType& columns, TextOutput& output) : output_(output) {
  for (size_t kind = 0; kind < heads_.size(); ++kind) {
    heads_[kind] = std::string(prefix) + std::string(row_kind_text(static_cast<RowKind>(kind))) + "[";
  }
  for (const RowField& column : columns) fields_.emplace_back(column.type, TextStyle::kRow);
}

Status PrintWriter::write(const Batch& batch) {
  columns_.clear();
  for (const ColumnPtr& column : batch.columns()) columns_.emplace_back(*column);
  size_t last_line = text_.size();
  size_t last_row = 0;
  batch.selected().for_each([&](size_t row) {
    last_line = text_.size();
    last_row = row;
    append_row(batch, row);
  });
  if (batch.empty()) return {};
  const bool pair_is_open = batch.kind(last_row) == RowKind::kUpdateBefore;
  return write_out(pair_is_open ? last_line : text_.size());
}

void PrintWriter::append_row(const Batch& batch, size_t row) {
  text_.append(heads_[static_cast<size_t>(batch.kind(row))]);
  for (size_t field = 0; field < fields_.size(); ++field) {
    if (field > 0) text_.append(", ");
    if (columns_[field].is_null(row)) {
      text_.append(null_text(TextStyle::kRow));
    } else {
      fields_[field].append(columns_[field], row, text_);
    }
  }
  text_.append("]\n");
}

Status PrintWriter::flush() {
  return write_out(text_.size());
}

Status PrintWriter::write_out(size_t size) {
  if (size == 0) return {};
  const Status status = output_.write(text_.view().substr(0, size));
  text_.drop_front(size);
  return status;
}

}  // namespace eddyline::connectors
