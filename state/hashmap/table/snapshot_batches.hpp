#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "state/hashmap/table/entry_stamp.hpp"
#include "state/hashmap/table/hashmap_state.hpp"
#include "state/row/row_codec.hpp"
#include "state/snapshot.hpp"

namespace eddyline::state {

/// Fills the batches of one state's snapshot from slots, column by column.
/// Thread   one.
class SnapshotBatches {
 public:
  /// As in KeyedStateBackend::begin_snapshot(); `rows` is borrowed until end().
  void begin(const SnapshotSchema& schema, SnapshotRows& rows, size_t state) {
    rows_ = &rows;
    state_ = state;
    builder_.emplace(schema.physical_types(), BatchLimits{kBatchRows, kBatchBytes});
  }

  /// Calls fill(slots, builder, at) for parts of the slots, which it writes to rows from `at` on of every column.
  template <class Fill>
  void add(std::span<const uint8_t* const> slots, Fill&& fill) {
    while (!slots.empty()) {
      const auto part = slots.first(std::min(slots.size(), builder_->room()));
      fill(part, *builder_, builder_->rows());
      builder_->add_rows(part.size());
      slots = slots.subspan(part.size());
      if (builder_->full()) rows_->add(state_, builder_->take());
    }
  }

  /// Hands on what is left.
  void end() {
    if (builder_.has_value() && !builder_->empty()) rows_->add(state_, builder_->take());
    builder_.reset();
  }
  /// Drops what is left.
  void abandon() { builder_.reset(); }

 private:
  static constexpr size_t kBatchRows = 4096;
  static constexpr size_t kBatchBytes = size_t{1} << 20;

  SnapshotRows* rows_ = nullptr;
  size_t state_ = 0;
  std::optional<BatchBuilder> builder_;
};

/// Copies the columns of a row, from column `first` of the builder on; NOT NULL ones have values whatever their bits say.
inline void snapshot_row(std::span<const uint8_t* const> slots, const RowLayout& layout, const RowType& row,
                         BatchBuilder& builder, size_t first, size_t at) {
  for (size_t column = 0; column < row.size(); ++column) {
    MutableColumn& out = builder.column(first + column);
    if (row[column].type.nullable()) {
      load_column(slots, layout, column, out, at);
    } else {
      load_present_column(slots, layout, column, out, at);
    }
  }
}

/// Copies one number a slot: `value_of(slot)`.
template <class T, class ValueOf>
void snapshot_numbers(std::span<const uint8_t* const> slots, MutableColumn& out, size_t at, ValueOf&& value_of) {
  T* values = out.values<T>() + at;
  for (size_t i = 0; i < slots.size(); ++i) values[i] = value_of(slots[i]);
}

/// The instants of the slots' last writes, if the state has a time to live.
inline void snapshot_written(std::span<const uint8_t* const> slots, const EntryStamp& stamp, const SnapshotSchema& schema,
                             BatchBuilder& builder, size_t at) {
  const std::optional<size_t> column = schema.column_of(SnapshotField::kWritten);
  if (!column.has_value()) return;
  snapshot_numbers<int64_t>(slots, builder.column(*column), at, [&](const uint8_t* slot) { return stamp.written_at(slot).value(); });
}

/// Stamps restored slots, by position of the keys.
inline void restore_written(const RestoredRows& rows, const SnapshotSchema& schema, std::span<uint8_t* const> slots,
                            EntryStamp& stamp) {
  if (!stamp.enabled()) return;
  const Column* written = field_of(rows, schema, SnapshotField::kWritten);
  const SelectedRows selected = rows.keys.rows();
  const DecodedColumn instants = written == nullptr ? DecodedColumn() : DecodedColumn(*written);
  for (size_t i = 0; i < slots.size(); ++i) {
    stamp.write(slots[i], written == nullptr ? rows.now : ProcessingTime(instants.value<int64_t>(selected[i])));
  }
}

/// The wall clock of look-ups that let nothing's time be over.
inline constexpr ProcessingTime kLongAgo{INT64_MIN / 2};

/// Writes the columns of restored rows, from number `first` on, into slots that are rows of NULLs; false when there is no room for a
/// text. Slots are by position of `rows`.
[[nodiscard]] inline bool restore_row(std::span<const ColumnPtr> columns, SelectedRows rows, size_t first, const RowLayout& layout,
                                      std::span<uint8_t* const> slots, TextRoom& texts) {
  for (size_t column = 0; column < layout.column_count(); ++column) {
    const DecodedColumn source(*columns[first + column]);
    if (layout.type(column) != PhysicalType::kString) {
      store_values(source, rows, layout, column, slots.data());
      continue;
    }
    for (size_t i = 0; i < rows.count; ++i) {
      if (!store_text(source, rows[i], layout, column, slots[i], texts)) return false;
    }
  }
  return true;
}

}  // namespace eddyline::state
