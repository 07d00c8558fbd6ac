#include "operators/sink/not_null_enforcement.hpp"

namespace eddyline::operators {
namespace {

Status null_in(const std::string& column) {
  const std::string& key = table_options().sink_not_null_enforcer.key();
  return data_error("Column '" + column +
                    "' is NOT NULL, however, a null value is being written into it. You can set job " +
                    "configuration '" + key + "'='DROP' to suppress this exception and drop such records silently.");
}

}  // namespace

NotNullEnforcement::NotNullEnforcement(const RowType& columns, NotNullEnforcer mode) : mode_(mode) {
  for (size_t index = 0; index < columns.size(); ++index) {
    if (!columns[index].type.nullable()) columns_.push_back({index, columns[index].name});
  }
}

NotNullEnforcement::Accepted NotNullEnforcement::apply(const Batch& batch) const {
  Accepted accepted{batch, {}};
  Batch& kept = accepted.rows;
  for (const Column& column : columns_) {
    if (batch.column(column.index)->has_no_nulls()) continue;
    const DecodedColumn decoded(*batch.column(column.index));
    BufferPtr rows = allocate_buffer(kept.rows() * sizeof(int32_t));
    size_t count = 0;
    kept.selected().for_each([&](size_t row) {
      rows->as<int32_t>()[count] = static_cast<int32_t>(row);
      count += decoded.is_null(row) ? 0 : 1;
    });
    if (count == kept.rows()) continue;
    if (mode_ == NotNullEnforcer::kError) {
      accepted.failure = null_in(column.name);
      count = 0;
      while (!decoded.is_null(kept.selected()[count])) ++count;
    }
    kept = kept.with_selection(Selection(std::move(rows), count));
  }
  return accepted;
}

}  // namespace eddyline::operators
