#include "common/columnar/hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>
#include <cmath>
#include <concepts>

#include "common/base/check.hpp"

namespace eddyline {
namespace {

template <class T>
uint64_t hash_value(const T& value) {
  if constexpr (std::integral<T>) {
    return hash_integer(static_cast<int64_t>(value));
  } else if constexpr (std::floating_point<T>) {
    return hash_double(static_cast<double>(value));
  } else {
    return hash_int128(value);
  }
}

/// Writes or folds in one column's hashes; `value_hash(row)` gives that of a row that is not NULL.
template <bool kFirst, class ValueHash>
void hash_column(const DecodedColumn& column, SelectedRows rows, uint64_t* out, ValueHash value_hash) {
  const bool nulls = column.may_have_nulls();
  rows.for_each([&](size_t row) {
    const uint64_t hash = nulls && column.is_null(row) ? kNullHash : value_hash(row);
    out[row] = kFirst ? hash : combine_hashes(out[row], hash);
  });
}

template <bool kFirst>
void hash_any_column(const Column& column, SelectedRows rows, uint64_t* out) {
  const DecodedColumn decoded(column);
  if (column.type() == PhysicalType::kString) {
    hash_column<kFirst>(decoded, rows, out, [&](size_t row) { return hash_string(decoded.string(row)); });
    return;
  }
  CHECK(physical_width(column.type()) > 0) << "nested types are not hashed yet";
  visit_physical(column.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<T, StringView>) {
      const T* values = decoded.values<T>();
      if (decoded.is_identity()) {
        hash_column<kFirst>(decoded, rows, out, [&](size_t row) { return hash_value(values[row]); });
      } else {
        hash_column<kFirst>(decoded, rows, out, [&](size_t row) { return hash_value(values[decoded.index(row)]); });
      }
    }
  });
}

template <class T>
bool same_value(const T& a, const T& b) {
  if constexpr (std::floating_point<T>) {
    return a == b || (std::isnan(a) && std::isnan(b));
  } else {
    return a == b;
  }
}

}  // namespace

uint64_t hash_int128(int128_t value) {
  // A value that fits 64 bits hashes like one, so that both widths of DECIMAL agree.
  const auto low = static_cast<int64_t>(value);
  if (value == low) return hash_integer(low);
  return combine_hashes(hash_integer(low), static_cast<uint64_t>(static_cast<uint128_t>(value) >> 64));
}

uint64_t hash_double(double value) {
  if (value == 0.0) value = 0.0;  // -0.0 too
  if (std::isnan(value)) return mix_hash(0x7ff8000000000000ULL);
  return mix_hash(std::bit_cast<uint64_t>(value));
}

uint64_t hash_string(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

void hash_rows(std::span<const ColumnPtr> keys, SelectedRows rows, uint64_t* out) {
  if (keys.empty()) {
    rows.for_each([&](size_t row) { out[row] = mix_hash(1); });
    return;
  }
  hash_any_column<true>(*keys[0], rows, out);
  for (size_t key = 1; key < keys.size(); ++key) hash_any_column<false>(*keys[key], rows, out);
}

bool values_equal(const DecodedColumn& a, size_t row_a, const DecodedColumn& b, size_t row_b, PhysicalType type) {
  const bool null_a = a.is_null(row_a);
  const bool null_b = b.is_null(row_b);
  if (null_a || null_b) return null_a && null_b;
  if (type == PhysicalType::kString) return a.string(row_a) == b.string(row_b);
  return visit_physical(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, StringView>) {
      return false;
    } else {
      return same_value(a.value<T>(row_a), b.value<T>(row_b));
    }
  });
}

}  // namespace eddyline
