#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/status.hpp"
#include "operators/join/interval_join_window.hpp"
#include "plan/interval_join_spec.hpp"
#include "state/keyed_state_backend.hpp"

namespace eddyline::operators {

// What a cached row's flags say.
inline constexpr uint8_t kRowMatched = 1;  ///< found a row of the other input
inline constexpr uint8_t kRowPadded = 2;   ///< came out padded, by early fire or at the close of its window
inline constexpr uint8_t kRowArmed = 4;    ///< takes part in early fire

/// Why a cached row of an outer side is padded.
enum class PaddingCause : uint8_t { kEarlyFire, kClose };

/// The rows of one input that may still meet rows of the other, and when to come back to those that have not.
///
/// A row stays until its window is over for `min_cleanup` longer, and is padded at that very instant if it is still
/// alone.
class IntervalJoinCache {
 public:
  struct Options {
    JoinSide side = JoinSide::kLeft;
    RowType row;
    std::chrono::milliseconds min_cleanup{0};
  };

  /// Errors   those of the back end.
  static Result<IntervalJoinCache> create(const plan::IntervalJoinSpec& spec, Options options,
                                          state::KeyedStateBackend& backend);

  JoinSide side() const { return side_; }
  const RowType& row() const { return row_; }
  const IntervalJoinWindow& window() const { return window_; }
  const std::vector<size_t>& key_columns() const { return rows_->descriptor().key_columns; }
  /// From the time of a row to the instant at which it is dropped.
  int64_t lifetime_ms() const { return lifetime_ms_; }
  state::TimeOrderedRows& rows() const { return *rows_; }

  /// True if unmatched rows come out padded with NULLs.
  bool pads() const { return pads_; }
  /// True if early fire may pad rows before their window closes, so that a later match has to correct them.
  bool fires_early() const { return early_fire_kind_.has_value(); }
  /// Early fire is counted from the wall clock at arrival rather than from the row's time.
  bool fires_by_arrival() const { return fires_by_arrival_; }
  int64_t early_fire_delay_ms() const { return early_fire_delay_ms_; }

  /// Flags of a row that is cached now.
  uint8_t initial_flags(bool matched) const {
    if (matched) return kRowMatched;
    return fires_early() ? kRowArmed : 0;
  }

  /// Number of the deadline kind in rows(); none if this side has no such deadline.
  std::optional<size_t> deadline_kind(PaddingCause cause) const {
    return cause == PaddingCause::kEarlyFire ? early_fire_kind_ : close_kind_;
  }

  /// Forgets the rows that no row at `time` or later can meet; they were padded before.
  Status expire(int64_t time);

 private:
  IntervalJoinCache(const plan::IntervalJoinSpec& spec, Options options);
  state::TimeOrderedRowsDescriptor describe(const plan::IntervalJoinSpec& spec);
  void add_deadlines(const plan::IntervalJoinSpec& spec, state::TimeOrderedRowsDescriptor& descriptor);

  JoinSide side_;
  RowType row_;
  IntervalJoinWindow window_;
  /// From a row's time to the instant it is dropped.
  int64_t lifetime_ms_;
  bool pads_;
  bool fires_by_arrival_ = false;
  int64_t early_fire_delay_ms_ = 0;
  std::optional<size_t> early_fire_kind_;
  std::optional<size_t> close_kind_;
  state::TimeOrderedRows* rows_ = nullptr;
};

}  // namespace eddyline::operators
