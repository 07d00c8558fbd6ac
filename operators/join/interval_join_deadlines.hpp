#pragma once

#include <vector>

#include "operators/join/interval_join_cache.hpp"
#include "operators/join/join_columns.hpp"
#include "operators/operator.hpp"

namespace eddyline::operators {

/// Pads the cached rows whose deadline has come and that have found no partner: early fire and the close of windows.
///
/// Rows come in the order of their deadlines; at one instant first early fires, left before right, then closes, right
/// before left; inside that by arrival. A row is padded once. Resumable. Life     borrows the caches.
class IntervalJoinDeadlines {
 public:
  IntervalJoinDeadlines(IntervalJoinCache& left, IntervalJoinCache& right, BatchLimits limits);

  /// Takes part from now on: the deadlines that this cause has in both caches.
  void add_cause(PaddingCause cause);
  bool empty() const { return queues_.empty(); }

  /// One output batch at most; kMore while rows with a deadline <= `until` may be left. The caches must not change
  /// until kDone.
  Result<Progress> advance(int64_t until, Output& output);

  /// The earliest deadline of a row that is still alone.
  std::optional<int64_t> next() const;

 private:
  /// One kind of deadline of one cache, and the rows taken from it that were not looked at yet.
  struct Queue {
    IntervalJoinCache* cache;
    size_t kind;
    state::DueRows due;
    size_t position = 0;
    bool more = false;
    bool exhausted() const { return position == due.size(); }
    int64_t deadline() const { return due.deadlines[position]; }
  };

  void add_queue(IntervalJoinCache& cache, PaddingCause cause);
  /// Null: nothing is due.
  Result<Queue*> earliest(int64_t until);
  Status refill(Queue& queue, int64_t until);
  Status collect(int64_t until);
  void pad(JoinSide side, state::RowHandle row);
  Status mark_padded();
  void emit(Output& output);

  IntervalJoinCache& left_;
  IntervalJoinCache& right_;
  /// In the order in which deadlines of one instant are served.
  std::vector<Queue> queues_;
  OutputRowLimit row_limit_;
  bool active_ = false;
  std::vector<state::RowHandle> left_rows_;
  std::vector<state::RowHandle> right_rows_;
  /// Rows of `padding_` that were collected and are not marked yet.
  std::vector<state::RowHandle> padded_;
  const Queue* padding_ = nullptr;
};

}  // namespace eddyline::operators
