#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

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
  using Backend = HashmapStateBackend;
};
struct HashmapBackendColliding {
  static constexpr bool kCollide = true;
  using Backend = HashmapStateBackend;
};

using StateBackends = ::testing::Types<HashmapBackend, HashmapBackendColliding>;

/// One operator's keyed state on the back end under test.
template <class Setup>
class KeyedStateSuite : public ::testing::Test {
 protected:
  KeyedStateSuite() : KeyedStateSuite(Bytes(MemoryPool::kUnlimited)) {}
  explicit KeyedStateSuite(Bytes limit) : pool_(MemoryPool::root("operator", limit)) {
    KeyedStateOptions options;
    options.operator_name = "Test";
    options.hashing.collide = Setup::kCollide;
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

}  // namespace eddyline::state
