#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/random.hpp"
#include "common/columnar/batch.hpp"
#include "common/columnar/value.hpp"
#include "common/memory/memory_pool.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"
#include "state/keyed_state_backend.hpp"

namespace eddyline::state {

/// A column of BIGINT cells.
inline ColumnPtr bigints(const std::vector<std::optional<int64_t>>& cells) {
  MutableColumn column(PhysicalType::kInt64, std::max<size_t>(cells.size(), 1));
  for (size_t row = 0; row < cells.size(); ++row) {
    (cells[row].has_value() ? Value::integer(*cells[row]) : Value::null()).write_to(column, row);
  }
  return column.seal(cells.size());
}

/// A column of STRING cells.
inline ColumnPtr strings(const std::vector<std::optional<std::string>>& cells) {
  MutableColumn column(PhysicalType::kString, std::max<size_t>(cells.size(), 1));
  for (size_t row = 0; row < cells.size(); ++row) {
    (cells[row].has_value() ? Value::string(*cells[row]) : Value::null()).write_to(column, row);
  }
  return column.seal(cells.size());
}

/// How the state under test is made: the suites run over every one of these.
struct HashmapBackend {
  static constexpr bool kCollide = false;
  static constexpr uint32_t kMaxParallelism = 128;
  using Backend = HashmapStateBackend;
};
struct HashmapBackendColliding {
  static constexpr bool kCollide = true;
  static constexpr uint32_t kMaxParallelism = 128;
  using Backend = HashmapStateBackend;
};
/// Segments cannot be split at the borders of key groups.
struct HashmapBackendOfOneGroup {
  static constexpr bool kCollide = false;
  static constexpr uint32_t kMaxParallelism = 1;
  using Backend = HashmapStateBackend;
};

using StateBackends = ::testing::Types<HashmapBackend, HashmapBackendColliding, HashmapBackendOfOneGroup>;

/// One operator's keyed state on the back end under test.
template <class Setup>
class KeyedStateSuite : public ::testing::Test {
 protected:
  KeyedStateSuite() { make(Bytes(MemoryPool::kUnlimited)); }

  void make(Bytes limit) {
    state_.reset();
    pool_ = MemoryPool::root("operator", limit);
    KeyedStateOptions options;
    options.operator_name = "Test";
    options.hashing = {MaxParallelism(Setup::kMaxParallelism), Setup::kCollide};
    options.key_groups = {KeyGroup(0), KeyGroup(Setup::kMaxParallelism - 1)};
    options.memory = pool_.get();
    state_ = typename Setup::Backend().create_keyed(options).value();
    keys_ = std::make_unique<KeyBatch>(state_->hashing());
  }

  const KeyBatch& key_batch(std::vector<ColumnPtr> columns) {
    key_columns_ = std::move(columns);
    const size_t rows = key_columns_[0]->size();
    keys_->assign(key_columns_, SelectedRows::all(rows), rows);
    return *keys_;
  }

  std::unique_ptr<MemoryPool> pool_;
  std::unique_ptr<KeyedStateBackend> state_;
  std::unique_ptr<KeyBatch> keys_;
  std::vector<ColumnPtr> key_columns_;
};

/// Random keys of two columns (BIGINT and STRING, either may be NULL), as columns and as model keys.
struct RandomKeys {
  using Key = std::pair<std::optional<int64_t>, std::optional<std::string>>;
  std::vector<Key> keys;

  RandomKeys(Random& random, size_t count, uint64_t distinct) {
    for (size_t i = 0; i < count; ++i) {
      const uint64_t which = random.below(distinct);
      Key key{static_cast<int64_t>(which / 3), "k" + std::to_string(which)};
      if (which % 5 == 0) key.second = "a key longer than twelve bytes " + std::to_string(which);
      if (which % 11 == 0) key.first.reset();
      if (which % 13 == 0) key.second.reset();
      keys.push_back(key);
    }
  }
  std::vector<ColumnPtr> columns() const {
    std::vector<std::optional<int64_t>> numbers;
    std::vector<std::optional<std::string>> texts;
    for (const Key& key : keys) {
      numbers.push_back(key.first);
      texts.push_back(key.second);
    }
    return {bigints(numbers), strings(texts)};
  }
};

inline RowType number_and_text() {
  return {{"n", DataType::bigint()}, {"t", DataType::string()}};
}

}  // namespace eddyline::state
