#include "taskexecutor/task/operator_chain.hpp"

#include <utility>

#include "common/base/check.hpp"

namespace eddyline::taskexecutor {

using operators::Operator;
using operators::Output;
using operators::Progress;
using operators::SourceProgress;

void OperatorChain::Outbox::push(StreamElement element) {
  CHECK(last_ < kCapacity) << "one call gave more elements than it can";
  elements_[last_++] = std::move(element);
}

StreamElement OperatorChain::Outbox::pop() {
  StreamElement element = std::exchange(elements_[first_], StreamElement());
  if (++first_ == last_) first_ = last_ = 0;
  return element;
}

OperatorChain::OperatorChain(std::vector<ChainedOperator> operators, size_t inputs, SubtaskOutput& output,
                             SubtaskSnapshots& snapshots)
    : output_(output), snapshots_(snapshots) {
  CHECK(!operators.empty()) << "a chain needs an operator";
  links_.reserve(operators.size());
  for (ChainedOperator& owned : operators) {
    links_.push_back(Link{.owned = std::move(owned), .op = nullptr, .pending = {}, .outbox = {}});
    links_.back().op = links_.back().owned.op.get();
  }
  links_.front().open_inputs = inputs;
  source_ = dynamic_cast<operators::SourceOperator*>(links_.front().op);
  CHECK((source_ != nullptr) == (inputs == 0)) << "a chain has inputs or a source at its head";
}

Status OperatorChain::open(const RestoredJob* restored) {
  // From the tail, so that whoever may emit when opened finds the rest ready.
  for (size_t index = links_.size(); index-- > 0;) RETURN_IF_ERROR(links_[index].op->open(links_[index].owned.context));
  if (restored == nullptr) return {};
  for (const Link& link : links_) RETURN_IF_ERROR(restored->restore_keyed_state(link.owned.context));
  return {};
}

Status OperatorChain::close() {
  Status first;
  for (Link& link : links_) {
    Status status = link.op->close();
    if (first.ok()) first = std::move(status);
  }
  return first;
}

void OperatorChain::enter(Link& link, Pending pending) {
  CHECK(!link.pending.has_value()) << "an operator works on one element at a time";
  link.pending = std::move(pending);
  ++busy_;
}

void OperatorChain::send(Link& link, StreamElement element) {
  link.outbox.push(std::move(element));
  ++busy_;
}

void OperatorChain::offer(size_t input, StreamElement element) {
  CHECK(idle()) << "the chain still works on the element before";
  enter(links_.front(), std::visit(
                            [&](auto&& kind) {
                              return Pending{input, std::forward<decltype(kind)>(kind)};
                            },
                            std::move(element)));
}

Result<SourceProgress> OperatorChain::read_source() {
  CHECK(idle()) << "the chain still works on the rows before";
  Link& link = links_.front();
  Output output;
  ASSIGN_OR_RETURN(const SourceProgress progress, source_->read(output));
  collect(link, output);
  if (progress.next == SourceProgress::Next::kEnd) {
    send(link, Watermark{kMaxWatermark});
    send(link, EndOfInput());
  }
  return progress;
}

Status OperatorChain::start_barrier(CheckpointBarrier barrier) {
  CHECK(idle() && has_source()) << "barriers start at sources, between complete elements";
  RETURN_IF_ERROR(take_snapshot(links_.front(), barrier));
  send(links_.front(), barrier);
  return {};
}

Status OperatorChain::take_snapshot(Link& link, const CheckpointBarrier& barrier) {
  return snapshots_.on_barrier(barrier, *link.op, link.owned.context, &link == &links_.back());
}

Result<OperatorChain::Advance> OperatorChain::advance(ProcessingTime now) {
  for (size_t index = links_.size(); index-- > 0;) {
    Link& link = links_[index];
    if (!link.outbox.empty()) {
      hand_on(index, now);
      return Advance::kProgress;
    }
    if (link.pending.has_value()) return call(link);
  }
  CHECK(false) << "advance of an idle chain";
  return Advance::kProgress;
}

void OperatorChain::hand_on(size_t index, ProcessingTime now) {
  StreamElement element = links_[index].outbox.pop();
  --busy_;
  if (index + 1 < links_.size()) {
    enter(links_[index + 1], std::visit(
                                 [](auto&& kind) {
                                   return Pending{0, std::forward<decltype(kind)>(kind)};
                                 },
                                 std::move(element)));
    return;
  }
  ended_ |= std::holds_alternative<EndOfInput>(element);
  output_.write(std::move(element), now);
}

Result<OperatorChain::Advance> OperatorChain::call(Link& link) {
  struct Call {
    OperatorChain& chain;
    Link& link;
    Output& output;
    Operator& op = *link.op;
    size_t input = link.pending->input;
    Result<Progress> operator()(const Batch& batch) { return op.on_batch(input, batch, output); }
    Result<Progress> operator()(const Watermark& watermark) { return op.on_watermark(watermark.time, output); }
    Result<Progress> operator()(const WatermarkStatus&) { return Progress::kDone; }
    Result<Progress> operator()(const CheckpointBarrier& barrier) {
      RETURN_IF_ERROR(chain.take_snapshot(link, barrier));
      return Progress::kDone;
    }
    Result<Progress> operator()(const EndOfInput&) { return op.on_end_of_input(input, output); }
    Result<Progress> operator()(const TimerFiring& firing) { return op.on_processing_time(firing.now, output); }
  };
  Output output;
  ASSIGN_OR_RETURN(const Progress progress,
                   std::visit(Call{*this, link, output}, link.pending->element));
  if (progress == Progress::kDone) {
    finish(link, output);
  } else {
    collect(link, output);
  }
  // What a blocked operator gave in its call is handed on first.
  return progress == Progress::kBlocked && link.outbox.empty() ? Advance::kBlocked : Advance::kProgress;
}

void OperatorChain::collect(Link& link, Output& output) {
  if (const auto status = output.take_status()) send(link, *status);
  if (auto batch = output.take()) send(link, *std::move(batch));
  if (const auto watermark = output.take_watermark()) send(link, Watermark{*watermark});
}

void OperatorChain::finish(Link& link, Output& output) {
  const Pending pending = *std::exchange(link.pending, std::nullopt);
  --busy_;
  collect(link, output);
  if (const auto* watermark = std::get_if<Watermark>(&pending.element)) {
    if (const auto forwarded = link.op->output_watermark(watermark->time)) send(link, Watermark{*forwarded});
  } else if (const auto* status = std::get_if<WatermarkStatus>(&pending.element)) {
    if (const auto forwarded = link.op->output_status(*status)) send(link, *forwarded);
  } else if (const auto* barrier = std::get_if<CheckpointBarrier>(&pending.element)) {
    send(link, *barrier);
  } else if (std::holds_alternative<EndOfInput>(pending.element)) {
    if (--link.open_inputs == 0) send(link, EndOfInput());
  }
}

std::optional<ProcessingTime> OperatorChain::next_timer() const {
  std::optional<ProcessingTime> earliest;
  for (const Link& link : links_) {
    const auto next = link.op->next_processing_time();
    if (next.has_value() && (!earliest.has_value() || *next < *earliest)) earliest = next;
  }
  return earliest;
}

void OperatorChain::fire_timer(ProcessingTime now) {
  CHECK(idle()) << "timers fire between complete elements";
  const auto earliest = next_timer();
  CHECK(earliest.has_value() && *earliest <= now) << "no timer is due";
  for (Link& link : links_) {
    if (link.op->next_processing_time() != earliest) continue;
    enter(link, Pending{0, TimerFiring{now}});
    return;
  }
}

Status OperatorChain::on_input_empty() {
  for (Link& link : links_) RETURN_IF_ERROR(link.op->on_input_empty());
  return {};
}

}  // namespace eddyline::taskexecutor
