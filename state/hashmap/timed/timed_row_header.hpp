#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "state/time_ordered_rows.hpp"

namespace eddyline::state {

/// What stands before the columns of a time-ordered row in its slot.
struct TimedRowHeader {
  uint32_t next;  ///< older row of the same bucket: its position + 1; 0 for none
  uint16_t tag;   ///< of the key's hash
  uint8_t flags;  ///< the operator's
  uint8_t marks;  ///< the store's: which deadlines were given out
  int64_t time;
  uint32_t sequence;  ///< order of arrival in the store; wraps
  uint8_t presence[4];
};
static_assert(sizeof(TimedRowHeader) == 24);

inline TimedRowHeader& header_of(uint8_t* slot) {
  return *reinterpret_cast<TimedRowHeader*>(slot);
}
inline const TimedRowHeader& header_of(const uint8_t* slot) {
  return *reinterpret_cast<const TimedRowHeader*>(slot);
}

/// Between slots and what operators hold of them.
struct RowSlots {
  static_assert(RowHandle::kFlagsOffset == offsetof(TimedRowHeader, flags));
  static_assert(RowHandle::kTimeOffset == offsetof(TimedRowHeader, time));
  static_assert(sizeof(RowHandle) == sizeof(uint8_t*));

  static RowHandle handle(uint8_t* slot) { return RowHandle(slot); }
  static uint8_t* slot(RowHandle row) { return row.slot_; }
  static std::span<const uint8_t* const> slots(std::span<const RowHandle> rows) {
    return {reinterpret_cast<const uint8_t* const*>(rows.data()), rows.size()};
  }
};

}  // namespace eddyline::state
