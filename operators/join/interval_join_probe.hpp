#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "operators/join/arrived_rows.hpp"
#include "operators/join/interval_join_cache.hpp"
#include "operators/join/join_columns.hpp"
#include "operators/join/pair_condition.hpp"
#include "operators/operator.hpp"

namespace eddyline::operators {

/// Takes the batches of one input: joins them with what is cached of the other input, then caches them.
///
/// Rows of one input never meet each other, so a batch is looked up as a whole before it is cached. Output follows the
/// order of arrival; the matches of one row come in order of time, then of arrival. Resumable in the middle of a row's
/// matches. A pair whose condition cannot be computed fails the job; what comes before it is put out first.
/// Life     borrows caches and condition.
class IntervalJoinProbe {
 public:
  struct Parts {
    IntervalJoinCache* own;
    IntervalJoinCache* other;
    /// Null: none.
    PairCondition* condition;
    ArrivedRows::Reading reading;
    state::KeyHashing hashing;
    BatchLimits limits;
  };
  explicit IntervalJoinProbe(Parts parts);

  bool active() const { return active_; }

  /// Begins with a batch, which must stay until advance() said kDone. `now` is the operator's time, `arrival` the wall
  /// clock.
  void start(const Batch& batch, int64_t now, int64_t arrival);

  /// One output batch at most.
  Result<Progress> advance(expression::EvaluationContext& context, Output& output);

 private:
  /// Output rows being collected: a row of the batch and a stored one, either may be missing.
  struct JoinedRows {
    std::vector<int32_t> batch_rows;
    std::vector<state::RowHandle> stored_rows;
    std::vector<RowKind> kinds;
    size_t size() const { return batch_rows.size(); }
    void add(RowKind kind, int32_t batch_row, state::RowHandle stored_row);
    void clear();
  };

  size_t room() const { return row_limit_.rows() - joined_.size(); }
  bool pairs_left() const { return next_pair_ < pairs_.size(); }
  Status search(expression::EvaluationContext& context);
  Status keep_matching_pairs(expression::EvaluationContext& context);
  Status join_pairs();
  Status join_pairs_at_once();
  Status join_pairs_in_turn();
  /// False if there was no room; the pair is to be tried again.
  Result<bool> join_pair(int32_t batch_row, state::RowHandle stored_row);
  bool pad_ending_before(int64_t batch_row);
  Status keep();
  void emit(Output& output);

  IntervalJoinCache& own_;
  IntervalJoinCache& other_;
  PairCondition* condition_;
  ArrivedRows arrived_;
  OutputRowLimit row_limit_;
  size_t search_limit_;

  bool active_ = false;
  int64_t arrival_ = 0;
  state::ProbeCursor cursor_;
  bool more_pairs_ = false;
  /// The row of the first pair whose condition could not be computed.
  std::optional<int64_t> failed_row_;
  state::RowMatches pairs_;
  size_t next_pair_ = 0;
  bool retracted_ = false;  ///< the -U of pair next_pair_ went out alone
  size_t next_ending_ = 0;
  /// By physical row, as in the cache; only where this side pads.
  std::vector<uint8_t> flags_;
  std::vector<int64_t> deadlines_;
  /// Stored rows that were joined and are not marked yet.
  std::vector<state::RowHandle> matched_;
  JoinedRows joined_;
};

}  // namespace eddyline::operators
