#pragma once

#include <memory>
#include <optional>

#include "common/clock/clock.hpp"
#include "operators/join/interval_join_cache.hpp"
#include "operators/join/interval_join_deadlines.hpp"
#include "operators/join/interval_join_probe.hpp"
#include "operators/join/pair_condition.hpp"
#include "operators/operator.hpp"
#include "plan/interval_join_spec.hpp"

namespace eddyline::operators {

/// What an interval join is made from.
struct IntervalJoinParameters {
  plan::IntervalJoinSpec spec;
  RowType left;
  RowType right;
  /// table.exec.interval-join.min-cleanup-interval: how much longer than their window rows are kept and padding waits.
  std::chrono::milliseconds min_cleanup{0};
};

/// The interval join for the parameters; its inputs are 0 (left) and 1 (right), both insert-only, its output the left
/// columns followed by the right ones. Errors   kNotSupported for semi and anti joins.
Result<std::unique_ptr<Operator>> make_interval_join(IntervalJoinParameters parameters);

/// Joins rows of two inputs whose times lie within bounds of each other, on event time or on the wall clock.
///
/// Both inputs are cached until the other can bring no partner any more. An outer row without partner is padded with
/// NULLs when its window closes or, with early fire, after the delay; a match after that comes as -U of the padded row
/// directly followed by +U of the joined one. Source   Flink's TimeIntervalJoin; where this differs on purpose:
/// docs/decisions/0001-interval-join.md.
class IntervalJoinOperator final : public Operator {
 public:
  explicit IntervalJoinOperator(IntervalJoinParameters parameters);

  Status open(OperatorContext& context) override;
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) override;
  Result<Progress> on_watermark(EventTime watermark, Output& output) override;
  Result<Progress> on_processing_time(ProcessingTime now, Output& output) override;
  std::optional<ProcessingTime> next_processing_time() const override;
  std::optional<EventTime> output_watermark(EventTime watermark) override;

 private:
  /// All that exists once the operator is open. Not movable: the parts borrow each other.
  struct Opened {
    std::unique_ptr<state::KeyedStateBackend> backend;
    std::optional<IntervalJoinCache> left;
    std::optional<IntervalJoinCache> right;
    std::optional<PairCondition> condition;
    std::optional<IntervalJoinProbe> left_probe;
    std::optional<IntervalJoinProbe> right_probe;
    /// Deadlines on the watermark, and those on the wall clock.
    std::optional<IntervalJoinDeadlines> event_deadlines;
    std::optional<IntervalJoinDeadlines> wall_deadlines;
    std::optional<expression::EvaluationContext> evaluation;
  };

  bool event_time() const { return parameters_.spec.bounds.is_event_time; }
  Status open_caches();
  void open_probes(OperatorContext& context);
  void open_deadlines(OperatorContext& context);
  IntervalJoinProbe make_probe(JoinSide side, const BatchLimits& limits);
  Status start_probe(IntervalJoinProbe& probe, const Batch& batch);
  Result<Progress> close_all(Output& output);
  Status expire(int64_t time);
  void expect_expiry(int64_t now);

  IntervalJoinParameters parameters_;
  Clock* clock_ = nullptr;
  int64_t watermark_ = kMinWatermark.value();
  /// Wall clock at which rows are forgotten next; only for joins on it.
  std::optional<int64_t> expiry_;
  std::unique_ptr<Opened> opened_;
};

}  // namespace eddyline::operators
