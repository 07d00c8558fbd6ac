#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/saturating.hpp"
#include "state/hashmap/timed/timed_row_header.hpp"
#include "state/row/row_layout.hpp"
#include "state/state_descriptor.hpp"

namespace eddyline::state {

/// How the slots of one time-ordered state look: what its segments share.
struct TimedRowShape {
  RowLayout row;
  RowLayout key;
  size_t slot_bytes = 0;
  /// Offset of the deadline of the kind with base kGiven.
  size_t given_offset = 0;
  std::vector<DeadlineKind> kinds;
  /// The key is one BIGINT column (or another type held as int64), found without going through types.
  bool int64_key = false;
  /// Some presence bits lie behind the columns, so that clearing the header does not make a row of NULLs.
  bool presence_outside_header = false;

  explicit TimedRowShape(const TimeOrderedRowsDescriptor& descriptor);

  int64_t deadline(const uint8_t* slot, size_t kind) const;
  /// True if the row waits for its deadline of this kind.
  bool is_waiting(const uint8_t* slot, size_t kind) const {
    const TimedRowHeader& header = header_of(slot);
    return (header.flags & kinds[kind].armed_by) == kinds[kind].armed_by &&
           (header.flags & kinds[kind].settled_by) == 0 && (header.marks & taken_mark(kind)) == 0;
  }
  /// Mark of a row whose deadline of this kind was given out.
  static uint8_t taken_mark(size_t kind) { return static_cast<uint8_t>(1u << kind); }
};

}  // namespace eddyline::state
