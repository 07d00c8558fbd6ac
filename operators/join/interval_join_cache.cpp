#include "operators/join/interval_join_cache.hpp"

namespace eddyline::operators {

IntervalJoinCache::IntervalJoinCache(const plan::IntervalJoinSpec& spec, Options options)
    : side_(options.side),
      row_(std::move(options.row)),
      window_(IntervalJoinWindow::of(spec.bounds, options.side)),
      lifetime_ms_(saturating_add(saturating_add(window_.ahead_ms, options.min_cleanup.count()), 1)),
      pads_(options.side == JoinSide::kLeft ? plan::pads_left(spec.join.type) : plan::pads_right(spec.join.type)) {}

Result<IntervalJoinCache> IntervalJoinCache::create(const plan::IntervalJoinSpec& spec, Options options,
                                                    state::KeyedStateBackend& backend) {
  IntervalJoinCache cache(spec, std::move(options));
  ASSIGN_OR_RETURN(cache.rows_, backend.time_ordered_rows(cache.describe(spec)));
  return cache;
}

state::TimeOrderedRowsDescriptor IntervalJoinCache::describe(const plan::IntervalJoinSpec& spec) {
  const bool left = side_ == JoinSide::kLeft;
  state::TimeOrderedRowsDescriptor descriptor;
  descriptor.name = left ? "IntervalJoinLeftCache" : "IntervalJoinRightCache";
  descriptor.row = row_;
  descriptor.key_columns = left ? spec.join.left_keys : spec.join.right_keys;
  if (pads_) add_deadlines(spec, descriptor);
  return descriptor;
}

void IntervalJoinCache::add_deadlines(const plan::IntervalJoinSpec& spec,
                                      state::TimeOrderedRowsDescriptor& descriptor) {
  state::DeadlineKind close;
  close.name = "close";
  close.offset_ms = lifetime_ms_;
  close.settled_by = kRowMatched | kRowPadded;
  close_kind_ = descriptor.deadlines.size();
  descriptor.deadlines.push_back(close);

  if (!spec.early_fire_active()) return;
  early_fire_delay_ms_ = spec.early_fire->delay.count();
  const bool by_wall_clock = spec.early_fire->time_mode == plan::EarlyFireTimeMode::kProctime;
  fires_by_arrival_ = spec.bounds.is_event_time && by_wall_clock;
  // A delay on the row's own time line that is longer than its life never comes first.
  if (!fires_by_arrival_ && early_fire_delay_ms_ > lifetime_ms_) return;

  state::DeadlineKind fire;
  fire.name = "early-fire";
  fire.base = fires_by_arrival_ ? state::DeadlineBase::kGiven : state::DeadlineBase::kRowTime;
  fire.offset_ms = fires_by_arrival_ ? 0 : early_fire_delay_ms_;
  fire.armed_by = kRowArmed;
  fire.settled_by = kRowMatched | kRowPadded;
  early_fire_kind_ = descriptor.deadlines.size();
  descriptor.deadlines.push_back(fire);
}

Status IntervalJoinCache::expire(int64_t time) {
  // The last watermark ends every window, whatever its bounds.
  const bool final = time == kMaxWatermark.value();
  return rows_->expire(final ? time : saturating_add(time, -lifetime_ms_));
}

}  // namespace eddyline::operators
