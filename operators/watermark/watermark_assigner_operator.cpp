#include "operators/watermark/watermark_assigner_operator.hpp"

#include <algorithm>

#include "common/config/execution_options.hpp"
#include "common/config/whole_milliseconds.hpp"
#include "operators/failing_rows.hpp"
#include "operators/operator_context.hpp"
#include "operators/operator_registry.hpp"
#include "operators/watermark/event_time_column.hpp"
#include "plan/nodes/watermark_assigner_node.hpp"

namespace eddyline::operators {

using std::chrono::milliseconds;

namespace {

/// True if `wait`, which is none if it is 0, is over.
bool is_over(milliseconds wait, ProcessingTime since, ProcessingTime now) {
  return wait > milliseconds(0) && milliseconds(now.value() - since.value()) >= wait;
}

}  // namespace

Status WatermarkAssignerOperator::open(OperatorContext& context) {
  clock_ = &context.clock();
  evaluation_.emplace(context.evaluation_context());
  ASSIGN_OR_RETURN(watermark_, expression::make_evaluator(parameters_.watermark));
  last_row_ = last_periodic_ = clock_->now();
  set_next_timer(clock_->now());
  return {};
}

void WatermarkAssignerOperator::set_next_timer(ProcessingTime now) {
  const auto [shorter, longer] = std::minmax({parameters_.interval, parameters_.idle_timeout});
  const milliseconds wait = shorter > milliseconds(0) ? shorter : longer;
  next_timer_.reset();
  if (wait > milliseconds(0)) next_timer_ = ProcessingTime(now.value() + wait.count());
}

Status WatermarkAssignerOperator::start_batch(const Batch& batch, Output& output) {
  const ProcessingTime now = clock_->now();
  last_row_ = now;
  if (idle_) output.emit_status(WatermarkStatus::kActive);
  idle_ = false;
  const EventTimeColumn rowtime(*batch.column(parameters_.rowtime_index), parameters_.rowtime_type);
  Batch usable = batch;
  if (const std::optional<size_t> row = rowtime.first_null(batch.selected())) {
    failure_ = data_error("RowTime field should not be null, please convert it to a non-null long value.");
    usable = rows_before(usable, *row);
  }
  evaluation_->start_batch(now, sent_);
  ASSIGN_OR_RETURN(watermarks_, watermark_->evaluate(*evaluation_, usable, usable.selected()));
  if (const auto* error = first_row_error(*evaluation_)) {
    failure_ = error->error;
    usable = rows_before(usable, error->row);
  }
  usable_ = usable.rows();
  return {};
}

Result<Progress> WatermarkAssignerOperator::on_batch(size_t, const Batch& batch, Output& output) {
  if (watermarks_ == nullptr) RETURN_IF_ERROR(start_batch(batch, output));
  const EventTimeColumn rowtime(*batch.column(parameters_.rowtime_index), parameters_.rowtime_type);
  const EventTimeColumn watermarks(*watermarks_, parameters_.watermark->type());
  const SelectedRows rows{batch.selected().rows, usable_};
  if (position_ == rows.count && !failure_.ok()) return failure_;
  if (failure_.ok() && position_ == 0 && due_ == sent_ && stays_within_interval(watermarks, rows)) {
    output.emit(batch);
    watermarks_.reset();
    return Progress::kDone;
  }
  for (size_t i = position_; i < rows.count; ++i) {
    const size_t row = rows[i];
    if (due_ > sent_ && rowtime.time(row) <= due_) {
      output.emit(batch.slice(position_, i - position_));
      send(output);
      position_ = i;
      return Progress::kMore;
    }
    if (watermarks.is_null(row)) continue;
    largest_ = std::max(largest_, watermarks.time(row));
    if (is_ahead(largest_)) due_ = largest_;
  }
  output.emit(batch.slice(position_, rows.count - position_));
  send(output);
  if (!failure_.ok()) {
    position_ = rows.count;
    return Progress::kMore;
  }
  position_ = 0;
  watermarks_.reset();
  return Progress::kDone;
}

bool WatermarkAssignerOperator::is_ahead(EventTime watermark) const {
  return milliseconds(watermark.value() - due_.value()) > parameters_.interval;
}

bool WatermarkAssignerOperator::stays_within_interval(const EventTimeColumn& watermarks, SelectedRows rows) {
  const std::optional<EventTime> maximum = watermarks.maximum(rows);
  if (!maximum.has_value()) return true;
  if (is_ahead(*maximum)) return false;
  largest_ = std::max(largest_, *maximum);
  return true;
}

void WatermarkAssignerOperator::send(Output& output) {
  if (due_ <= sent_) return;
  sent_ = due_;
  output.emit_watermark(sent_);
}

Result<Progress> WatermarkAssignerOperator::on_processing_time(ProcessingTime now, Output& output) {
  if (is_over(parameters_.interval, last_periodic_, now)) {
    last_periodic_ = now;
    due_ = largest_;
    send(output);
    // Idleness, if any, goes behind the watermark: an idle channel's is not listened to.
    return Progress::kMore;
  }
  if (!idle_ && is_over(parameters_.idle_timeout, last_row_, now)) {
    idle_ = true;
    output.emit_status(WatermarkStatus::kIdle);
  }
  set_next_timer(now);
  return Progress::kDone;
}

Result<Progress> WatermarkAssignerOperator::on_watermark(EventTime watermark, Output& output) {
  if (watermark != kMaxWatermark) return Progress::kDone;
  if (idle_) output.emit_status(WatermarkStatus::kActive);
  idle_ = false;
  next_timer_.reset();
  return Progress::kDone;
}

std::optional<EventTime> WatermarkAssignerOperator::output_watermark(EventTime watermark) {
  return watermark == kMaxWatermark ? std::optional(watermark) : std::nullopt;
}

std::optional<WatermarkStatus> WatermarkAssignerOperator::output_status(WatermarkStatus status) {
  idle_ = status == WatermarkStatus::kIdle;
  return status;
}

void register_watermark_assigner(OperatorRegistry& registry) {
  registry.add<plan::WatermarkAssignerNode>([](std::shared_ptr<const plan::WatermarkAssignerNode> node,
                                               const JobServices& services, const OperatorDeployment&) -> Result<OperatorMaker> {
    ASSIGN_OR_RETURN(const Duration interval, services.configuration.get(execution_options().auto_watermark_interval));
    WatermarkAssignerParameters parameters;
    parameters.rowtime_index = node->rowtime_index;
    parameters.rowtime_type = node->inputs[0]->output_type[node->rowtime_index].type;
    parameters.watermark = node->watermark;
    parameters.interval = cut_to_milliseconds(interval);
    parameters.idle_timeout = node->idle_timeout;
    return [parameters](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
      return std::make_unique<WatermarkAssignerOperator>(parameters);
    };
  });
}

}  // namespace eddyline::operators
