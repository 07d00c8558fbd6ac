#pragma once

#include <span>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/mutable_column.hpp"
#include "state/key_batch.hpp"
#include "state/state_descriptor.hpp"

namespace eddyline::state {

/// Elements of several keys, in order of positions, then of arrival. Valid until the next change of the state.
struct ListElements {
  std::vector<int32_t> positions;
  std::vector<const uint8_t*> slots;
  void clear() {
    positions.clear();
    slots.clear();
  }
};

/// How far a read has come.
struct ListCursor {
  size_t next_position = 0;
  const uint8_t* next_slot = nullptr;
};

/// A list of rows a key.
/// Thread   one, the subtask's.
/// Errors   kOutOfMemory names the operator and the state; those of reading back what was evicted.
class ListState {
 public:
  virtual ~ListState() = default;

  /// Appends every row of `keys` to the list of its key. `columns` are the element's, by physical row.
  virtual Status append(const KeyBatch& keys, std::span<const ColumnPtr> columns, ProcessingTime now) = 0;
  /// Appends up to `limit` further elements of the keys' lists to `out`; true while there may be more.
  virtual Result<bool> read(const KeyBatch& keys, ProcessingTime now, ListCursor& cursor, size_t limit,
                            ListElements& out) = 0;
  /// Copies column `column` of the elements to rows [at, at + slots.size()) of `out`.
  virtual void gather(std::span<const uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const = 0;
  /// Removes the whole lists of the keys; keys without list are passed over.
  virtual Status clear(const KeyBatch& keys) = 0;

  /// Elements of all keys.
  virtual size_t size() const = 0;
  virtual const ListStateDescriptor& descriptor() const = 0;
};

}  // namespace eddyline::state
