#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/mutable_column.hpp"
#include "state/key_batch.hpp"
#include "state/state_descriptor.hpp"

namespace eddyline::state {

/// A row of a TimeOrderedRows; none when default-constructed. Valid until the next append() or expire() of its store.
/// Rows change through their store alone, which may have to keep them as they were for a snapshot first.
class RowHandle {
 public:
  RowHandle() = default;
  explicit operator bool() const { return slot_ != nullptr; }

  int64_t time() const {
    int64_t time;
    std::memcpy(&time, slot_ + kTimeOffset, sizeof(time));
    return time;
  }
  /// As they are now.
  uint8_t flags() const { return slot_[kFlagsOffset]; }
  bool has_any(uint8_t flags) const { return (slot_[kFlagsOffset] & flags) != 0; }
  friend bool operator==(const RowHandle&, const RowHandle&) = default;

 private:
  /// The store's way to what it handed out.
  friend struct RowSlots;
  // Where every store has them, so that looking at a row costs no call.
  static constexpr size_t kFlagsOffset = 6;
  static constexpr size_t kTimeOffset = 8;

  explicit RowHandle(uint8_t* slot) : slot_(slot) {}
  uint8_t* slot_ = nullptr;
};

/// Rows to keep. Arrays are indexed by physical row; the rows are those of `keys`.
struct RowsToAppend {
  const KeyBatch& keys;
  std::span<const ColumnPtr> columns;
  const int64_t* times;
  /// Null: no flags.
  const uint8_t* flags = nullptr;
  /// Deadlines of the kind with base kGiven; null if the descriptor has none.
  const int64_t* given_deadlines = nullptr;
};

/// What a probe looks for: row r finds rows of its key with a time in [times[r] + from, times[r] + to], bounds
/// included. The sums saturate.
struct TimeWindow {
  const int64_t* times;
  int64_t from;
  int64_t to;
};

/// Pairs found, in order of the probing rows; the matches of one row in order of time, then of arrival.
struct RowMatches {
  std::vector<int32_t> probe_rows;
  std::vector<RowHandle> rows;
  size_t size() const { return rows.size(); }
  void clear() {
    probe_rows.clear();
    rows.clear();
  }
};

/// How far a probe has come; made anew (or reset) for every batch.
struct ProbeCursor {
  size_t next_position = 0;
  std::vector<RowHandle> pending;
  size_t pending_next = 0;
  int32_t pending_row = 0;
  void reset() {
    next_position = 0;
    pending.clear();
    pending_next = 0;
  }
};

/// Rows whose deadline has come, in order of deadline, then of arrival.
struct DueRows {
  std::vector<int64_t> deadlines;
  std::vector<RowHandle> rows;
  size_t size() const { return rows.size(); }
  void clear() {
    deadlines.clear();
    rows.clear();
  }
};

/// Keyed rows with a time, found by key and range of time: the cache of one side of an interval join.
///
/// Rows lie row by row in slabs of their segment and are never deleted one by one: expire() moves a limit, and whole
/// slabs behind it go. Keys compare as in GROUP BY (NULL equals NULL); a caller for whom NULL matches nothing does not
/// probe with it. Thread   one, the subtask's. Errors   kOutOfMemory names the operator and the state; those of reading
/// back what was evicted; deadlines stay in memory, and so do rows as long as their handles are valid.
class TimeOrderedRows {
 public:
  virtual ~TimeOrderedRows() = default;

  /// Keeps copies of the rows. A row at or behind the expiry limit is not kept.
  virtual Status append(const RowsToAppend& rows) = 0;

  /// Appends up to `limit` further pairs to `out`, so that out.size() <= limit; true while there may be more.
  virtual Result<bool> find(const KeyBatch& keys, const TimeWindow& window, ProbeCursor& cursor, size_t limit,
                            RowMatches& out) = 0;

  /// Adds flags to rows; repeats are harmless.
  virtual Status add_flags(std::span<const RowHandle> rows, uint8_t flags) = 0;

  /// Copies column `column` of the rows to `out`, rows [at, at + rows.size()); a missing handle gives NULL.
  virtual void gather(std::span<const RowHandle> rows, size_t column, MutableColumn& out, size_t at) const = 0;

  /// Takes up to `limit` rows whose deadline of kind number `kind` is <= `until` and that are not settled; true while
  /// there may be more. A row is given at most once for each kind.
  virtual Result<bool> take_due(size_t kind, int64_t until, size_t limit, DueRows& out) = 0;
  /// The earliest deadline of a row not settled; exact.
  virtual std::optional<int64_t> next_deadline(size_t kind) = 0;

  /// Forgets rows with a time <= `limit`, whatever their deadlines. A limit below an earlier one changes nothing.
  virtual Status expire(int64_t limit) = 0;

  /// Rows held; expired ones count until their slab goes.
  virtual size_t size() const = 0;
  virtual const TimeOrderedRowsDescriptor& descriptor() const = 0;
};

}  // namespace eddyline::state
