#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "common/base/ids.hpp"
#include "common/columnar/column.hpp"
#include "common/columnar/selection.hpp"

namespace eddyline {

// Hash and equality of values are the same in every encoding and width: integers of any width by value, DECIMAL of either
// width by unscaled value, -0.0 as 0.0, every NaN as one; NULL has a hash of its own. Hashes never leave a running job, only
// key groups do, so a change of the function changes the savepoint format.

/// Finalizer with full avalanche: every input bit reaches every output bit.
constexpr uint64_t mix_hash(uint64_t value) {
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93ULL;
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93ULL;
  value ^= value >> 32;
  return value;
}

inline constexpr uint64_t kNullHash = 0x9ae16a3b2f90404fULL;

constexpr uint64_t hash_integer(int64_t value) { return mix_hash(static_cast<uint64_t>(value) + 0x9e3779b97f4a7c15ULL); }
uint64_t hash_int128(int128_t value);
uint64_t hash_double(double value);
uint64_t hash_string(std::string_view text);

/// Order matters: hash of (a, b) differs from that of (b, a).
constexpr uint64_t combine_hashes(uint64_t first, uint64_t second) {
  return mix_hash(first * 0x9ddfea08eb382d69ULL + second);
}

/// Hashes of the key columns of every row in `rows`.
/// Shapes   out has a slot for every physical row; only those of `rows` are written. One column: its value's hash; several: combined
///          from left to right; none: the same hash for all.
void hash_rows(std::span<const ColumnPtr> keys, SelectedRows rows, uint64_t* out);

/// The key group of a hash: from its upper half, so that the lower bits stay free for tables inside a group.
constexpr KeyGroup key_group_of(uint64_t hash, MaxParallelism max_parallelism) {
  return KeyGroup(static_cast<uint32_t>(((hash >> 32) * max_parallelism.value()) >> 32));
}

/// Equality of two values as GROUP BY sees it: NULL equals NULL, NaN equals NaN, -0.0 equals 0.0. Same physical type.
bool values_equal(const DecodedColumn& a, size_t row_a, const DecodedColumn& b, size_t row_b, PhysicalType type);

}  // namespace eddyline
