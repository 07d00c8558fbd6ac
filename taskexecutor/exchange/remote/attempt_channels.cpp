#include "taskexecutor/exchange/remote/attempt_channels.hpp"

#include <utility>

#include "common/base/check.hpp"
#include "taskexecutor/exchange/remote/frame_making.hpp"

namespace eddyline::taskexecutor {
namespace {

/// Grants in one frame.
constexpr size_t kGrantsPerFrame = 4096;

Status impossible(const std::string& what) {
  return io_error("got " + what + " on a connection that it cannot be on");
}

}  // namespace

AttemptChannels::AttemptChannels(Parts parts, DataPlane& data_plane)
    : attempt_(parts.attempt), self_(parts.self), network_(data_plane.network()), data_plane_(data_plane) {
  executors_.reserve(parts.executors.size());
  for (NetworkAddress& address : parts.executors) {
    Executor& executor = executors_.emplace_back();
    executor.address = std::move(address);
    executor.link = {.network = &network_, .attempt = attempt_, .peer = {}};
  }
}

AttemptChannels::~AttemptChannels() {
  detach();
}

FrameSender& AttemptChannels::add_sender(uint32_t executor, WakeupPtr writer, MemoryPool& memory) {
  return *executors_[executor].senders.emplace_back(std::make_unique<FrameSender>(std::move(writer), memory));
}

RemoteOutputChannel& AttemptChannels::add_output(uint32_t executor, RemoteOutputChannel::Parts parts) {
  const uint32_t number = parts.name.number;
  parts.attempt = attempt_;
  parts.frame_bytes_max = data_plane_.frame_bytes_max();
  Output output{.channel = std::make_unique<RemoteOutputChannel>(std::move(parts)), .executor = executor};
  executors_[executor].outputs.push_back(output.channel.get());
  return *outputs_.emplace(number, std::move(output)).first->second.channel;
}

RemoteInputChannel& AttemptChannels::add_input(uint32_t executor, RemoteInputChannel::Parts parts) {
  const uint32_t number = parts.name.number;
  parts.writer = &executors_[executor].link;
  Input input{.channel = std::make_unique<RemoteInputChannel>(std::move(parts)), .executor = executor};
  executors_[executor].inputs.push_back(input.channel.get());
  return *inputs_.emplace(number, std::move(input)).first->second.channel;
}

Status AttemptChannels::attach() {
  RETURN_IF_ERROR(data_plane_.attach(*this));
  attached_ = true;
  return {};
}

void AttemptChannels::detach() {
  if (std::exchange(attached_, false)) data_plane_.detach(*this);
}

void AttemptChannels::on_connected(uint32_t executor, PeerId peer) {
  Executor& other = executors_[executor];
  other.writes_on = peer;
  for (const auto& sender : other.senders) sender->connect(network_, peer);
  network_.send(peer, control_frame({.kind = DataFrameKind::kOpen, .attempt = attempt_, .value = self_}));
}

Status AttemptChannels::on_open(PeerId peer, const DataFrameHeader& header) {
  if (header.value < 0 || static_cast<uint64_t>(header.value) >= executors_.size()) {
    return impossible("the attempt of an unknown executor");
  }
  Executor& executor = executors_[static_cast<size_t>(header.value)];
  if (executor.reads_from.has_value()) {
    // Whoever reads cannot know what was lost in between.
    const Status cause = io_error(executor.address.to_string() + " writes on a second connection");
    for (RemoteInputChannel* channel : executor.inputs) channel->on_lost(cause);
    return cause;
  }
  executor.reads_from = executor.link.peer = peer;
  grant_first(executor);
  return {};
}

void AttemptChannels::grant_first(Executor& executor) {
  std::vector<CreditGrant> grants;
  for (const RemoteInputChannel* channel : executor.inputs) {
    grants.push_back(channel->first_grant());
    if (grants.size() < kGrantsPerFrame) continue;
    network_.send(executor.link.peer, grants_frame(attempt_, grants));
    grants.clear();
  }
  if (!grants.empty()) network_.send(executor.link.peer, grants_frame(attempt_, grants));
}

Status AttemptChannels::on_frame(PeerId peer, const DataFrameHeader& header, Frame&& frame) {
  if (header.kind == DataFrameKind::kCredit) return on_credit(peer, header, frame);
  if (header.kind == DataFrameKind::kRefused) {
    on_refused(peer);
    return {};
  }
  const auto found = inputs_.find(header.channel);
  if (found == inputs_.end() || executors_[found->second.executor].reads_from != peer) {
    return impossible("a frame of channel " + std::to_string(header.channel));
  }
  found->second.channel->on_frame(header, std::move(frame));
  return {};
}

Status AttemptChannels::on_credit(PeerId peer, const DataFrameHeader& header, const Frame& frame) {
  const std::span<const uint8_t> payload = frame.bytes.subspan(kDataFrameHeaderBytes);
  RETURN_IF_ERROR(check_payload(header, payload));
  ASSIGN_OR_RETURN(const std::vector<CreditGrant> grants, read_grants(payload));
  for (const CreditGrant& grant : grants) {
    const auto found = outputs_.find(grant.channel);
    if (found == outputs_.end() || executors_[found->second.executor].writes_on != peer) {
      return impossible("credit for channel " + std::to_string(grant.channel));
    }
    found->second.channel->on_credit(grant);
  }
  return {};
}

void AttemptChannels::on_refused(PeerId peer) {
  for (const Executor& executor : executors_) {
    if (executor.writes_on != peer) continue;
    const Status cause = Status(ErrorCode::kUnavailable, executor.address.to_string() + " does not know the attempt");
    for (RemoteOutputChannel* channel : executor.outputs) channel->fail(cause);
  }
}

void AttemptChannels::on_lost(PeerId peer, const Status& cause) {
  for (const Executor& executor : executors_) {
    const Status named = cause.with_context("lost the connection to " + executor.address.to_string());
    if (executor.writes_on == peer) {
      for (RemoteOutputChannel* channel : executor.outputs) channel->fail(named);
    }
    if (executor.reads_from == peer) {
      for (RemoteInputChannel* channel : executor.inputs) channel->on_lost(named);
    }
  }
}

}  // namespace eddyline::taskexecutor
