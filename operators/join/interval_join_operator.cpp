#include "operators/join/interval_join_operator.hpp"

#include <algorithm>
#include <limits>

#include "operators/join/negative_span_join_operator.hpp"
#include "operators/operator_context.hpp"

namespace eddyline::operators {
namespace {

bool has_only_inserts(const Batch& batch) {
  const SelectedRows rows = batch.selected();
  for (size_t i = 0; !batch.insert_only() && i < rows.count; ++i) {
    if (batch.kind(rows[i]) != RowKind::kInsert) return false;
  }
  return true;
}

}  // namespace

Result<std::unique_ptr<Operator>> make_interval_join(IntervalJoinParameters parameters) {
  const plan::JoinType type = parameters.spec.join.type;
  if (type == plan::JoinType::kSemi || type == plan::JoinType::kAnti) {
    return not_supported("interval join of type " + std::string(plan::join_type_name(type)));
  }
  if (parameters.spec.bounds.negative_span()) {
    return std::make_unique<NegativeSpanJoinOperator>(type, std::move(parameters.left), std::move(parameters.right));
  }
  return std::make_unique<IntervalJoinOperator>(std::move(parameters));
}

IntervalJoinOperator::IntervalJoinOperator(IntervalJoinParameters parameters) : parameters_(std::move(parameters)) {}

Status IntervalJoinOperator::open(OperatorContext& context) {
  clock_ = &context.clock();
  opened_ = std::make_unique<Opened>();
  opened_->evaluation.emplace(context.evaluation_context());
  ASSIGN_OR_RETURN(opened_->backend, context.make_keyed_state());
  RETURN_IF_ERROR(open_caches());
  if (const auto& condition = parameters_.spec.join.non_equi_condition; condition != nullptr) {
    ASSIGN_OR_RETURN(opened_->condition, PairCondition::create(condition, parameters_.left.size()));
  }
  open_probes(context);
  open_deadlines(context);
  return Status();
}

Status IntervalJoinOperator::open_caches() {
  const auto make = [&](JoinSide side, const RowType& row) {
    return IntervalJoinCache::create(parameters_.spec, {side, row, parameters_.min_cleanup}, *opened_->backend);
  };
  ASSIGN_OR_RETURN(opened_->left, make(JoinSide::kLeft, parameters_.left));
  ASSIGN_OR_RETURN(opened_->right, make(JoinSide::kRight, parameters_.right));
  return Status();
}

void IntervalJoinOperator::open_probes(OperatorContext& context) {
  opened_->left_probe.emplace(make_probe(JoinSide::kLeft, context.batch_limits()));
  opened_->right_probe.emplace(make_probe(JoinSide::kRight, context.batch_limits()));
}

void IntervalJoinOperator::open_deadlines(OperatorContext& context) {
  opened_->event_deadlines.emplace(*opened_->left, *opened_->right, context.batch_limits());
  opened_->wall_deadlines.emplace(*opened_->left, *opened_->right, context.batch_limits());
  const std::optional<plan::EarlyFire>& early_fire = parameters_.spec.early_fire;
  const bool fires_by_wall_clock =
      !event_time() || (early_fire.has_value() && early_fire->time_mode == plan::EarlyFireTimeMode::kProctime);
  (fires_by_wall_clock ? opened_->wall_deadlines : opened_->event_deadlines)->add_cause(PaddingCause::kEarlyFire);
  (event_time() ? opened_->event_deadlines : opened_->wall_deadlines)->add_cause(PaddingCause::kClose);
}

IntervalJoinProbe IntervalJoinOperator::make_probe(JoinSide side, const BatchLimits& limits) {
  const bool left = side == JoinSide::kLeft;
  const plan::IntervalJoinSpec& spec = parameters_.spec;
  ArrivedRows::Reading reading;
  reading.key_columns = left ? spec.join.left_keys : spec.join.right_keys;
  reading.filter_nulls = spec.join.filter_nulls;
  reading.time_column = left ? spec.bounds.left_time_index : spec.bounds.right_time_index;
  reading.time_is_arrival = !event_time();
  reading.window = IntervalJoinWindow::of(spec.bounds, side);

  IntervalJoinCache* const own = left ? &*opened_->left : &*opened_->right;
  IntervalJoinCache* const other = left ? &*opened_->right : &*opened_->left;
  PairCondition* const condition = opened_->condition.has_value() ? &*opened_->condition : nullptr;
  return IntervalJoinProbe({own, other, condition, std::move(reading), opened_->backend->hashing(), limits});
}

Result<Progress> IntervalJoinOperator::on_batch(size_t input, const Batch& batch, Output& output) {
  IntervalJoinProbe& probe = input == input_of(JoinSide::kLeft) ? *opened_->left_probe : *opened_->right_probe;
  if (!probe.active()) RETURN_IF_ERROR(start_probe(probe, batch));
  return probe.advance(*opened_->evaluation, output);
}

Status IntervalJoinOperator::start_probe(IntervalJoinProbe& probe, const Batch& batch) {
  CHECK(has_only_inserts(batch)) << "the planner lets only insert-only inputs into an interval join";
  const ProcessingTime now = clock_->now();
  opened_->evaluation->start_batch(now, EventTime(watermark_));
  probe.start(batch, event_time() ? watermark_ : now.value(), now.value());
  if (!event_time()) expect_expiry(now.value());
  return Status();
}

Result<Progress> IntervalJoinOperator::on_watermark(EventTime watermark, Output& output) {
  watermark_ = watermark.value();
  if (!event_time()) return watermark == kMaxWatermark ? close_all(output) : Progress::kDone;
  ASSIGN_OR_RETURN(const Progress progress, opened_->event_deadlines->advance(watermark_, output));
  if (progress == Progress::kDone) RETURN_IF_ERROR(expire(watermark_));
  return progress;
}

/// After the last watermark no partner can come: what the wall clock would close is closed now, or never.
Result<Progress> IntervalJoinOperator::close_all(Output& output) {
  constexpr int64_t kEndOfTime = std::numeric_limits<int64_t>::max();
  ASSIGN_OR_RETURN(const Progress progress, opened_->wall_deadlines->advance(kEndOfTime, output));
  if (progress != Progress::kDone) return progress;
  RETURN_IF_ERROR(expire(kEndOfTime));
  expiry_.reset();
  return progress;
}

Result<Progress> IntervalJoinOperator::on_processing_time(ProcessingTime now, Output& output) {
  ASSIGN_OR_RETURN(const Progress progress, opened_->wall_deadlines->advance(now.value(), output));
  if (progress == Progress::kDone && !event_time()) {
    RETURN_IF_ERROR(expire(now.value()));
    if (expiry_.has_value() && *expiry_ <= now.value()) {
      expiry_.reset();
      if (opened_->left->rows().size() + opened_->right->rows().size() > 0) expect_expiry(now.value());
    }
  }
  return progress;
}

Status IntervalJoinOperator::expire(int64_t time) {
  RETURN_IF_ERROR(opened_->left->expire(time));
  return opened_->right->expire(time);
}

/// Joins without padding have no deadlines, yet their rows have to go one day.
void IntervalJoinOperator::expect_expiry(int64_t now) {
  if (expiry_.has_value()) return;
  const int64_t longest = std::max(opened_->left->lifetime_ms(), opened_->right->lifetime_ms());
  expiry_ = saturating_add(now, std::max<int64_t>(longest, 1));
}

std::optional<ProcessingTime> IntervalJoinOperator::next_processing_time() const {
  std::optional<int64_t> next = opened_->wall_deadlines->next();
  if (expiry_.has_value() && (!next.has_value() || *expiry_ < *next)) next = expiry_;
  if (!next.has_value()) return std::nullopt;
  return ProcessingTime(*next);
}

std::optional<EventTime> IntervalJoinOperator::output_watermark(EventTime watermark) {
  // The last watermark says that the stream has ended, which holds for the output as well.
  if (!event_time() || watermark == kMaxWatermark) return watermark;
  const plan::IntervalJoinWindowBounds& bounds = parameters_.spec.bounds;
  const int64_t delay = std::max(-bounds.left_lower.count(), bounds.left_upper.count());
  return EventTime(saturating_add(watermark.value(), -delay));
}

}  // namespace eddyline::operators
