#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/ids.hpp"
#include "common/columnar/column.hpp"
#include "common/columnar/selection.hpp"

namespace eddyline::state {

/// How keys become hashes.
struct KeyHashing {
  MaxParallelism max_parallelism{128};
  /// Tests: all keys of a key group get one hash, so that every look-up takes the longest way.
  bool collide = false;

  /// What `hash` becomes in collide mode: one value a key group.
  uint64_t collided(uint64_t hash) const;
  /// `entry_hash` brought among the hashes of `key_hash`'s key group, so that the entries of one key spread over all of the group.
  uint64_t within_group(uint64_t key_hash, uint64_t entry_hash) const {
    const uint64_t max = max_parallelism.value();
    const uint64_t upper = key_hash >> 32;
    // How far the key's upper half lies above the group's least one, and how many there are in a group, at the least.
    const uint32_t above = static_cast<uint32_t>(upper * max) / static_cast<uint32_t>(max);
    const uint64_t width = (uint64_t{1} << 32) / max - 1;
    return ((upper - above + (((entry_hash >> 32) * width) >> 32)) << 32) | static_cast<uint32_t>(entry_hash);
  }
};

/// The keys of a batch's rows, decoded and hashed once, for all states of an operator. Reused from batch to batch.
///
/// Shapes   rows() are the rows that take part; hashes are indexed by physical row. "Position" means index into rows().
/// Life     borrows the columns and the row list given to assign().
class KeyBatch {
 public:
  explicit KeyBatch(KeyHashing hashing) : hashing_(hashing) {}

  /// `physical_rows`: how many rows the columns have. No columns: all rows have one and the same key.
  void assign(std::span<const ColumnPtr> keys, SelectedRows rows, size_t physical_rows);
  /// The same keys and hashes over fewer of the rows, such as those whose key may match.
  void restrict_to(SelectedRows rows) { rows_ = rows; }

  SelectedRows rows() const { return rows_; }
  size_t size() const { return rows_.count; }
  const uint64_t* hashes() const { return hashes_.data(); }
  const std::vector<DecodedColumn>& columns() const { return columns_; }
  const KeyHashing& hashing() const { return hashing_; }

 private:
  KeyHashing hashing_;
  SelectedRows rows_;
  std::vector<DecodedColumn> columns_;
  std::vector<uint64_t> hashes_;
};

}  // namespace eddyline::state
