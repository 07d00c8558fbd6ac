#include "taskexecutor/task/subtask.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::taskexecutor {
namespace {

using State = StepResult::State;
using Next = operators::SourceProgress::Next;

/// Actions between two looks at the mail and the clock.
constexpr int kActionsPerStep = 32;

std::string subtask_name(const Subtask::Parts& parts) {
  return parts.vertex_name + " (" + std::to_string(parts.index.value() + 1) + "/" +
         std::to_string(parts.parallelism.value()) + ")";
}

StepResult progress() {
  return {.state = State::kProgress, .wake_at = {}, .status = {}};
}
StepResult blocked(std::optional<ProcessingTime> wake_at) {
  return {.state = State::kBlocked, .wake_at = wake_at, .status = {}};
}

std::optional<ProcessingTime> earlier(std::optional<ProcessingTime> a, std::optional<ProcessingTime> b) {
  if (!a.has_value()) return b;
  return b.has_value() ? std::min(*a, *b) : a;
}

std::optional<InputGate> make_gate(std::vector<std::vector<InputChannel*>> inputs) {
  if (inputs.empty()) return std::nullopt;
  return InputGate(std::move(inputs));
}

}  // namespace

Subtask::Subtask(Parts parts)
    : vertex_(parts.vertex),
      index_(parts.index),
      name_(subtask_name(parts)),
      mailbox_(std::move(parts.mailbox)),
      on_running_(std::move(parts.on_running)),
      restored_(std::move(parts.restored)),
      output_(std::move(parts.output)),
      snapshots_({.vertex = parts.vertex,
                  .subtask = parts.index,
                  .services = std::move(parts.snapshots),
                  .targets = std::move(parts.checkpoint_targets),
                  .attempt = parts.attempt,
                  .wakeup = mailbox_->wakeup()}),
      chain_(std::move(parts.operators), parts.inputs.size(), output_, snapshots_) {
  gate_ = make_gate(std::move(parts.inputs));
}

StepResult Subtask::step(ProcessingTime now) {
  CHECK(life_ != Life::kOver) << "step of a subtask that has ended: " << name_;
  Result<StepResult> result = run(now);
  if (result.ok() && snapshots_.can_advance()) {
    snapshots_.advance();
    if (result->state == State::kBlocked) result->state = State::kProgress;
  }
  output_.send();
  if (!result.ok()) return end(result.status());
  if (result->state == State::kFinished) return end({});
  return *std::move(result);
}

Result<StepResult> Subtask::run(ProcessingTime now) {
  RETURN_IF_ERROR(mailbox_->stopped());
  if (life_ == Life::kNew) {
    RETURN_IF_ERROR(chain_.open(restored_.get()));
    life_ = Life::kRunning;
    if (on_running_) on_running_(*this);
  }
  for (int action = 0; action < kActionsPerStep; ++action) {
    ASSIGN_OR_RETURN(StepResult result, act(now));
    if (result.state != State::kProgress) return result;
  }
  output_.flush_if_due(now);
  return progress();
}

Result<StepResult> Subtask::act(ProcessingTime now) {
  if (chain_.ended()) return StepResult{.state = State::kFinished, .wake_at = {}, .status = {}};
  const Writing writing = output_.make_ready(now);
  if (writing == Writing::kMore) return progress();
  if (writing == Writing::kBlocked) {
    // One full channel must not hold back the rows of the others for longer than promised.
    output_.flush_if_due(now);
    return blocked(output_.due_at());
  }
  if (!chain_.idle()) return advance(now);
  if (const auto barrier = mailbox_->take_trigger(); barrier.has_value()) {
    RETURN_IF_ERROR(chain_.start_barrier(*barrier));
    return progress();
  }
  if (const auto timer = chain_.next_timer(); timer.has_value() && *timer <= now) {
    chain_.fire_timer(now);
    return progress();
  }
  return feed(now);
}

Result<StepResult> Subtask::advance(ProcessingTime now) {
  ASSIGN_OR_RETURN(const OperatorChain::Advance advance, chain_.advance(now));
  if (advance == OperatorChain::Advance::kProgress) return progress();
  output_.flush();
  return blocked(std::nullopt);
}

Result<StepResult> Subtask::feed(ProcessingTime now) {
  if (!gate_.has_value()) return feed_from_source(now);
  std::optional<GateEvent> event = gate_->next(chain_.wanted_input());
  if (!event.has_value()) return run_empty(std::nullopt);
  chain_.offer(event->input, std::move(event->element));
  return progress();
}

Result<StepResult> Subtask::feed_from_source(ProcessingTime now) {
  ASSIGN_OR_RETURN(const operators::SourceProgress source, chain_.read_source());
  if (!chain_.idle() || source.next == Next::kMore) return progress();
  // A source that says idle until now would spin.
  if (source.wake_at.has_value() && *source.wake_at <= now) return progress();
  return run_empty(source.wake_at);
}

Result<StepResult> Subtask::run_empty(std::optional<ProcessingTime> wake_at) {
  RETURN_IF_ERROR(chain_.on_input_empty());
  output_.flush();
  return blocked(earlier(wake_at, chain_.next_timer()));
}

StepResult Subtask::end(Status status) {
  life_ = Life::kOver;
  mailbox_->close();
  snapshots_.end(status);
  const Status closed = chain_.close();
  if (status.ok()) status = closed;
  if (status.ok()) return {.state = State::kFinished, .wake_at = {}, .status = {}};
  return {.state = State::kFailed, .wake_at = {}, .status = std::move(status)};
}

}  // namespace eddyline::taskexecutor
