#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/columnar/data_type.hpp"

namespace eddyline::state {

/// What a named state is, as savepoints, metrics and SQL over state see it: a value.
///
/// `name` is unique inside an operator and never changes: a savepoint finds the state by it.
/// `key` is what the operator's input is partitioned by.
/// `ttl` of 0 keeps entries for ever. Entries carry a stamp of their last write exactly if it is above 0.
struct StateDescriptor {
  std::string name;
  RowType key;
  std::chrono::milliseconds ttl{0};
};

/// One row of `value` a key.
struct ValueStateDescriptor : StateDescriptor {
  RowType value;
};

/// Any number of rows of `element` a key, in order of arrival.
struct ListStateDescriptor : StateDescriptor {
  RowType element;
};

/// Rows of `value` by key and, inside it, by a row of `map_key`.
struct MapStateDescriptor : StateDescriptor {
  RowType map_key;
  RowType value;
  /// True if the state has an order() of its entries; `map_key` is then one column, of a comparable type.
  bool ordered = false;
};

/// What a deadline of a row is counted from.
enum class DeadlineBase : uint8_t {
  kRowTime,  ///< the row's time plus `offset_ms`; costs no memory
  kGiven,    ///< an instant given with the row when it is appended and kept with it
};

/// One reason to come back to a row of a time-ordered state: window close, early fire, early fire by the wall clock.
///
/// A row takes part if its flags, when it is appended or restored, contain all of `armed_by`; it is passed over once
/// its flags contain any of `settled_by`. So the calendar of deadlines is made from the rows alone.
struct DeadlineKind {
  std::string name;
  DeadlineBase base = DeadlineBase::kRowTime;
  int64_t offset_ms = 0;
  uint8_t armed_by = 0;
  uint8_t settled_by = 0;
};

/// Kinds of deadlines a state can have: each takes a bit of a row.
inline constexpr size_t kMostDeadlineKinds = 8;

/// Rows with a time, found by key and range of time, that expire by time.
struct TimeOrderedRowsDescriptor {
  std::string name;
  RowType row;
  /// Columns of `row` that are the key.
  std::vector<size_t> key_columns;
  /// At most one of base kGiven.
  std::vector<DeadlineKind> deadlines;
};

/// Timers by key and namespace (an int64 that the operator gives a meaning, such as a window's end).
struct TimerDescriptor {
  std::string name;
  RowType key;
};

}  // namespace eddyline::state
