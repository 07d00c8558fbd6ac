#pragma once

#include <span>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/mutable_column.hpp"
#include "state/key_batch.hpp"
#include "state/map_order.hpp"
#include "state/state_descriptor.hpp"
#include "state/value_state.hpp"

namespace eddyline::state {

/// Entries of several keys, in order of positions; inside a key the newest first. Valid as long as slots are.
struct MapEntries {
  std::vector<int32_t> positions;
  std::vector<uint8_t*> slots;
  void clear() {
    positions.clear();
    slots.clear();
  }
};

struct MapCursor {
  size_t next_position = 0;
  uint8_t* next_slot = nullptr;
};

/// Rows by key and map key, such as row -> count. Contract of slots, stamps, erasing and errors as in ValueState; slots
/// of entries() are there to be written too. Of a prepared key, all entries are at hand for order().
/// Thread   one, the subtask's.
class MapState {
 public:
  virtual ~MapState() = default;

  /// The entries of (key, map key) of every position. `map_keys` are indexed by physical row.
  virtual Status prepare(const KeyBatch& keys, std::span<const ColumnPtr> map_keys, IfMissing if_missing,
                         ProcessingTime now, StateRows& out) = 0;
  virtual Status written(std::span<uint8_t* const> slots, ProcessingTime now) = 0;
  virtual Status erase(std::span<uint8_t* const> slots) = 0;
  /// Appends up to `limit` further entries of the keys to `out`; true while there may be more.
  virtual Result<bool> entries(const KeyBatch& keys, ProcessingTime now, MapCursor& cursor, size_t limit,
                               MapEntries& out) = 0;

  /// Null unless the descriptor says ordered.
  virtual MapOrder* order() = 0;

  /// Of the value's columns in a slot.
  virtual const RowLayout& layout() const = 0;
  /// Of the map key's columns in a slot.
  virtual const RowLayout& map_key_layout() const = 0;
  virtual Status set_string(uint8_t* slot, size_t column, std::string_view text) = 0;
  virtual void gather_map_key(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const = 0;
  virtual void gather(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const = 0;

  /// Entries of all keys.
  virtual size_t size() const = 0;
  virtual const MapStateDescriptor& descriptor() const = 0;
};

}  // namespace eddyline::state
