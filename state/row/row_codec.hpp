#pragma once

#include <cstdint>
#include <span>

#include "common/columnar/column.hpp"
#include "common/columnar/mutable_column.hpp"
#include "common/columnar/selection.hpp"
#include "state/row/row_layout.hpp"
#include "state/row/text_room.hpp"

namespace eddyline::state {

// Columns to row-major slots and back, a column at a time. Slots are by position; position i's source is physical row
// rows[i].

/// Writes one column of any type but text into slots that are rows of NULLs.
void store_values(const DecodedColumn& source, SelectedRows rows, const RowLayout& layout, size_t column,
                  uint8_t* const* slots);
/// The same for a source without NULLs, leaving the presence bits to the caller.
void store_present_values(const DecodedColumn& source, SelectedRows rows, const RowLayout& layout, size_t column,
                          uint8_t* const* slots);
/// Writes one text into a slot that is a row of NULLs; false when there is no room.
[[nodiscard]] bool store_text(const DecodedColumn& source, size_t row, const RowLayout& layout, size_t column,
                              uint8_t* slot, TextRoom& texts);
/// Writes all columns of one row into a slot that is a row of NULLs; false when there is no room for a text.
[[nodiscard]] bool store_row(std::span<const DecodedColumn> columns, size_t row, const RowLayout& layout, uint8_t* slot,
                             TextRoom& texts);

/// Copies one column of the slots to rows [at, at + slots.size()) of `out`; a null slot gives NULL.
void load_column(std::span<const uint8_t* const> slots, const RowLayout& layout, size_t column, MutableColumn& out,
                 size_t at);

/// The same of slots that all have a value in this column, whatever their presence bits say.
void load_present_column(std::span<const uint8_t* const> slots, const RowLayout& layout, size_t column, MutableColumn& out, size_t at);

/// Equality as in GROUP BY of a stored row and physical row `row` of the columns, all columns.
bool row_equals(const uint8_t* slot, const RowLayout& layout, std::span<const DecodedColumn> columns, size_t row);

/// The hash that hash_rows() gives the same values; no columns: that of "none".
uint64_t hash_stored_row(const uint8_t* slot, const RowLayout& layout);

/// Copies the texts of a row that is moved to `slot` from elsewhere, so that none refers to the old place's memory.
[[nodiscard]] bool copy_texts(uint8_t* slot, const RowLayout& layout, TextRoom& texts);

/// Value of a column that is present.
template <class T>
T load_value(const uint8_t* slot, size_t offset) {
  T value;
  std::memcpy(&value, slot + offset, sizeof(T));
  return value;
}
template <class T>
void store_value(uint8_t* slot, size_t offset, const T& value) {
  std::memcpy(slot + offset, &value, sizeof(T));
}

}  // namespace eddyline::state
