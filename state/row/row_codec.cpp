#include "state/row/row_codec.hpp"

#include <cmath>
#include <concepts>

#include "common/columnar/hash.hpp"
#include "common/columnar/stored_text.hpp"

namespace eddyline::state {
namespace {

template <class T>
void store_typed(const DecodedColumn& source, SelectedRows rows, const RowLayout& layout, size_t column,
                 uint8_t* const* slots) {
  const size_t offset = layout.offset(column);
  const T* values = source.values<T>();
  if (!source.may_have_nulls()) {
    const bool identity = source.is_identity();
    for (size_t i = 0; i < rows.count; ++i) {
      const size_t row = identity ? rows[i] : source.index(rows[i]);
      store_value<T>(slots[i], offset, values[row]);
      layout.set_present(slots[i], column);
    }
    return;
  }
  for (size_t i = 0; i < rows.count; ++i) {
    if (source.is_null(rows[i])) continue;
    store_value<T>(slots[i], offset, values[source.index(rows[i])]);
    layout.set_present(slots[i], column);
  }
}

template <class T>
void store_present_typed(const DecodedColumn& source, SelectedRows rows, size_t offset, uint8_t* const* slots) {
  const T* values = source.values<T>();
  if (source.is_identity()) {
    for (size_t i = 0; i < rows.count; ++i) store_value<T>(slots[i], offset, values[rows[i]]);
  } else {
    for (size_t i = 0; i < rows.count; ++i) store_value<T>(slots[i], offset, values[source.index(rows[i])]);
  }
}

/// Clears validity of rows whose slot is missing or holds NULL; their values become zero.
template <class T, class Convert>
void load_values(std::span<const uint8_t* const> slots, const RowLayout& layout, size_t column, MutableColumn& out,
                 size_t at, Convert convert) {
  T* values = out.values<T>() + at;
  // A bitmap left from earlier rows has stale bits here only if someone cleared them; new rows start present.
  uint64_t* bits = out.has_validity() ? out.validity() : nullptr;
  for (size_t i = 0; i < slots.size(); ++i) {
    const uint8_t* slot = slots[i];
    if (slot != nullptr && layout.is_present(slot, column)) {
      values[i] = convert(slot);
      if (bits != nullptr) set_bit(bits, at + i);
    } else {
      values[i] = T();
      if (bits == nullptr) bits = out.validity();
      clear_bit(bits, at + i);
    }
  }
}

template <class T>
bool value_equals(const T& stored, const T& value) {
  if constexpr (std::floating_point<T>) {
    return stored == value || (std::isnan(stored) && std::isnan(value));
  } else {
    return stored == value;
  }
}

bool cell_equals(const uint8_t* slot, const RowLayout& layout, size_t column, const DecodedColumn& source, size_t row) {
  const bool present = layout.is_present(slot, column);
  if (source.is_null(row)) return !present;
  if (!present) return false;
  const size_t offset = layout.offset(column);
  if (layout.type(column) == PhysicalType::kString) {
    return load_value<StoredText>(slot, offset).equals(source.string(row));
  }
  return visit_physical(layout.type(column), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, StringView>) {
      return false;
    } else {
      return value_equals(load_value<T>(slot, offset), source.value<T>(row));
    }
  });
}

uint64_t hash_cell(const uint8_t* slot, const RowLayout& layout, size_t column) {
  if (!layout.is_present(slot, column)) return kNullHash;
  const size_t offset = layout.offset(column);
  if (layout.type(column) == PhysicalType::kString) return hash_string(load_value<StoredText>(slot, offset).view());
  return visit_physical(layout.type(column), [&](auto tag) -> uint64_t {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, StringView>) {
      return 0;
    } else if constexpr (std::is_same_v<T, int128_t>) {
      return hash_int128(load_value<T>(slot, offset));
    } else if constexpr (std::floating_point<T>) {
      return hash_double(static_cast<double>(load_value<T>(slot, offset)));
    } else {
      return hash_integer(static_cast<int64_t>(load_value<T>(slot, offset)));
    }
  });
}

}  // namespace

void store_values(const DecodedColumn& source, SelectedRows rows, const RowLayout& layout, size_t column,
                  uint8_t* const* slots) {
  visit_physical(layout.type(column), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<T, StringView>) store_typed<T>(source, rows, layout, column, slots);
  });
}

void store_present_values(const DecodedColumn& source, SelectedRows rows, const RowLayout& layout, size_t column,
                          uint8_t* const* slots) {
  visit_physical(layout.type(column), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<T, StringView>) store_present_typed<T>(source, rows, layout.offset(column), slots);
  });
}

bool store_text(const DecodedColumn& source, size_t row, const RowLayout& layout, size_t column, uint8_t* slot,
                TextRoom& texts) {
  if (source.is_null(row)) return true;
  const std::string_view text = source.string(row);
  char* copy = nullptr;
  if (text.size() > StoredText::kInlineLength) {
    copy = texts.allocate(text.size());
    if (copy == nullptr) return false;
    std::memcpy(copy, text.data(), text.size());
  }
  store_value(slot, layout.offset(column), StoredText(text, copy));
  layout.set_present(slot, column);
  return true;
}

bool store_row(std::span<const DecodedColumn> columns, size_t row, const RowLayout& layout, uint8_t* slot,
               TextRoom& texts) {
  for (size_t column = 0; column < columns.size(); ++column) {
    if (layout.type(column) == PhysicalType::kString) {
      if (!store_text(columns[column], row, layout, column, slot, texts)) return false;
      continue;
    }
    const auto only = static_cast<int32_t>(row);
    store_values(columns[column], {&only, 1}, layout, column, &slot);
  }
  return true;
}

void load_column(std::span<const uint8_t* const> slots, const RowLayout& layout, size_t column, MutableColumn& out,
                 size_t at) {
  const size_t offset = layout.offset(column);
  if (layout.type(column) == PhysicalType::kString) {
    load_values<StringView>(slots, layout, column, out, at, [&](const uint8_t* slot) {
      return out.add_string(load_value<StoredText>(slot, offset).view());
    });
    return;
  }
  visit_physical(layout.type(column), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<T, StringView>) {
      load_values<T>(slots, layout, column, out, at, [&](const uint8_t* slot) { return load_value<T>(slot, offset); });
    }
  });
}

void load_present_column(std::span<const uint8_t* const> slots, const RowLayout& layout, size_t column, MutableColumn& out,
                         size_t at) {
  const size_t offset = layout.offset(column);
  visit_physical(layout.type(column), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* values = out.values<T>() + at;
    for (size_t i = 0; i < slots.size(); ++i) {
      if constexpr (std::is_same_v<T, StringView>) {
        values[i] = out.add_string(load_value<StoredText>(slots[i], offset).view());
      } else {
        values[i] = load_value<T>(slots[i], offset);
      }
    }
  });
  if (out.has_validity()) {
    for (size_t i = 0; i < slots.size(); ++i) set_bit(out.validity(), at + i);
  }
}

bool row_equals(const uint8_t* slot, const RowLayout& layout, std::span<const DecodedColumn> columns, size_t row) {
  for (size_t column = 0; column < columns.size(); ++column) {
    if (!cell_equals(slot, layout, column, columns[column], row)) return false;
  }
  return true;
}

uint64_t hash_stored_row(const uint8_t* slot, const RowLayout& layout) {
  if (layout.column_count() == 0) return mix_hash(1);
  uint64_t hash = hash_cell(slot, layout, 0);
  for (size_t column = 1; column < layout.column_count(); ++column) {
    hash = combine_hashes(hash, hash_cell(slot, layout, column));
  }
  return hash;
}

bool copy_texts(uint8_t* slot, const RowLayout& layout, TextRoom& texts) {
  if (!layout.has_strings()) return true;
  for (size_t column = 0; column < layout.column_count(); ++column) {
    if (layout.type(column) != PhysicalType::kString || !layout.is_present(slot, column)) continue;
    const auto stored = load_value<StoredText>(slot, layout.offset(column));
    if (stored.is_inlined()) continue;
    char* copy = texts.allocate(stored.length());
    if (copy == nullptr) return false;
    std::memcpy(copy, stored.address(), stored.length());
    store_value(slot, layout.offset(column), StoredText(stored.view(), copy));
  }
  return true;
}

}  // namespace eddyline::state
