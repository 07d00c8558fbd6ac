#pragma once

#include <cstdint>

#include "common/base/ids.hpp"

namespace eddyline::state {

/// The entries of a key of an ordered map from the least map key to the greatest: numbers with NaN as the greatest,
/// texts byte by byte.
///
/// A key's order is made by start(), so that keys nobody asks for their ends cost nothing, and from the entries, so
/// that snapshots leave it out. A key with many entries gets its order when insert() comes by, before starting it would
/// hold up the task. Later entries are in it once they are inserted, and all until they are removed or erased. Any entry
/// of a key stands for the key.
/// Shapes   n entries in an order: insert and remove take O(log n) steps, at the ends as well.
/// Thread   one, the subtask's.
class MapOrder {
 public:
  virtual ~MapOrder() = default;

  virtual bool started(const uint8_t* slot) const = 0;
  /// Begins the order with all entries that the key has.
  virtual void start(uint8_t* slot) = 0;
  /// Nothing happens if the entry is in the order already, or the key's has not started and need not.
  virtual void insert(uint8_t* slot) = 0;
  /// Nothing happens if the entry is in no order.
  virtual void remove(uint8_t* slot) = 0;
  /// Ends of the order of the slot's key; null: it is empty. Entries whose time to live is over leave it.
  virtual uint8_t* least(const uint8_t* slot, ProcessingTime now) = 0;
  virtual uint8_t* greatest(const uint8_t* slot, ProcessingTime now) = 0;
};

}  // namespace eddyline::state
