#include "state/key_batch.hpp"

#include "common/columnar/hash.hpp"

namespace eddyline::state {

uint64_t KeyHashing::collided(uint64_t hash) const {
  // The least hash of the same key group: upper half ceil(group * 2^32 / max), lower half 0.
  const uint64_t max = max_parallelism.value();
  const uint64_t group = key_group_of(hash, max_parallelism).value();
  return (((group << 32) + max - 1) / max) << 32;
}

void KeyBatch::assign(std::span<const ColumnPtr> keys, SelectedRows rows, size_t physical_rows) {
  rows_ = rows;
  columns_.clear();
  for (const ColumnPtr& key : keys) columns_.emplace_back(*key);
  if (hashes_.size() < physical_rows) hashes_.resize(physical_rows);
  hash_rows(keys, rows, hashes_.data());
  if (!hashing_.collide) return;
  rows.for_each([&](size_t row) { hashes_[row] = hashing_.collided(hashes_[row]); });
}

}  // namespace eddyline::state
