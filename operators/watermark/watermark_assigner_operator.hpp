#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "common/clock/clock.hpp"
#include "expression/evaluator.hpp"
#include "operators/operator.hpp"

namespace eddyline::operators {

class EventTimeColumn;

/// What a watermark assigner is made from.
struct WatermarkAssignerParameters {
  size_t rowtime_index = 0;
  DataType rowtime_type;
  /// Over the input row, of a TIMESTAMP type; a NULL result says nothing.
  expression::ExpressionPtr watermark;
  /// pipeline.auto-watermark-interval; 0: at every row.
  std::chrono::milliseconds interval{200};
  /// 0: never idle.
  std::chrono::milliseconds idle_timeout{0};
};

/// Makes watermarks from the rows that pass: the largest value of an expression so far, sent periodically by the wall
/// clock, and at once when it is ahead of what was sent by more than the period. Upstream's watermarks count for
/// nothing but the final one.
///
/// A batch is cut only before a row that is late by the watermark that would have been sent by then, so that rows are
/// late in a batch just where they would be one by one.
///
/// Errors   a NULL event time fails the job.
/// Source   Flink's WatermarkAssignerOperator: watermarks start at 0, so times at or before 1970 never make one.
class WatermarkAssignerOperator final : public Operator {
 public:
  explicit WatermarkAssignerOperator(WatermarkAssignerParameters parameters) : parameters_(std::move(parameters)) {}

  Status open(OperatorContext& context) override;
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) override;
  Result<Progress> on_watermark(EventTime watermark, Output& output) override;
  Result<Progress> on_processing_time(ProcessingTime now, Output& output) override;
  std::optional<ProcessingTime> next_processing_time() const override { return next_timer_; }
  std::optional<EventTime> output_watermark(EventTime watermark) override;
  std::optional<WatermarkStatus> output_status(WatermarkStatus status) override;

 private:
  Status start_batch(const Batch& batch, Output& output);
  /// Takes the watermarks in if none of them is due at once.
  bool stays_within_interval(const EventTimeColumn& watermarks, SelectedRows rows);
  /// True if a watermark is to be sent at once.
  bool is_ahead(EventTime watermark) const;
  void send(Output& output);
  void set_next_timer(ProcessingTime now);

  WatermarkAssignerParameters parameters_;
  const Clock* clock_ = nullptr;
  std::optional<expression::EvaluationContext> evaluation_;
  std::unique_ptr<expression::Evaluator> watermark_;
  /// The batch at hand: its watermarks, and the first selected row that was not handed on.
  ColumnPtr watermarks_;
  size_t position_ = 0;
  /// How many of its selected rows have a watermark that can be computed, and why the next one has none.
  size_t usable_ = 0;
  Status failure_;

  /// Largest value so far; what rows would have had sent one by one; what was sent.
  EventTime largest_{0};
  EventTime due_{0};
  EventTime sent_{0};
  bool idle_ = false;
  ProcessingTime last_row_{0};
  ProcessingTime last_periodic_{0};
  std::optional<ProcessingTime> next_timer_;
};

}  // namespace eddyline::operators
