#include "taskexecutor/exchange/remote/data_plane.hpp"

#include <algorithm>
#include <string>

#include "common/columnar/batch_codec_version.hpp"
#include "taskexecutor/exchange/remote/attempt_channels.hpp"
#include "taskexecutor/exchange/remote/frame_making.hpp"

namespace eddyline::taskexecutor {
namespace {

/// Of DataFrameHeader; batches have a version of their own.
constexpr uint32_t kFrameVersion = 3;
constexpr uint32_t kVersion = (kFrameVersion << 16) + kBatchCodecVersion;

NetworkSettings of_data(NetworkSettings settings) {
  settings.protocol = "data";
  settings.version = kVersion;
  return settings;
}

/// A frame that is a smaller part of its message is copied, so that no channel keeps many times what it was granted alive.
constexpr size_t kLeastPart = 8;
/// Messages within this are parts of a buffer of that size, in which ZeroMQ receives many.
constexpr size_t kReceiveBuffer = 8192;

Frame part_of(const Frame& message, std::span<const uint8_t> bytes) {
  if (bytes.size() == kDataFrameHeaderBytes) return {nullptr, bytes};
  if (bytes.size() * kLeastPart < message.bytes.size() || message.bytes.size() <= kReceiveBuffer) return Frame::copy_of(bytes);
  return {message.owner, bytes};
}

}  // namespace

DataPlane::DataPlane(Network& network, NetworkSettings settings)
    : network_(network), settings_(of_data(std::move(settings))) {}

Result<NetworkAddress> DataPlane::listen(const NetworkAddress& address) {
  return network_.listen(address, settings_, *this);
}

DataPlaneCounters DataPlane::counters() const {
  const std::lock_guard lock(mutex_);
  DataPlaneCounters counters = counters_;
  counters.messages_sent = network_.messages_sent();
  return counters;
}

Status DataPlane::attach(AttemptChannels& attempt) {
  const std::lock_guard lock(mutex_);
  if (attempts_.emplace(attempt.attempt(), &attempt).second) return {};
  return already_exists("Attempt " + std::to_string(attempt.attempt()) + " of a job is here already.");
}

void DataPlane::open(AttemptChannels& attempt) {
  const std::lock_guard lock(mutex_);
  for (uint32_t executor = 0; executor < attempt.executor_count(); ++executor) {
    if (attempt.writes_to(executor)) attempt.on_connected(executor, peer_at(attempt.address(executor)));
  }
}

PeerId DataPlane::peer_at(const NetworkAddress& address) {
  const auto found = connections_.find(address);
  if (found != connections_.end()) return found->second;
  return connections_.emplace(address, network_.connect(address, settings_, *this)).first->second;
}

void DataPlane::detach(AttemptChannels& attempt) {
  const std::lock_guard lock(mutex_);
  attempts_.erase(attempt.attempt());
}

void DataPlane::on_connect(PeerId) {}

void DataPlane::on_message(PeerId peer, Frame message) {
  const std::lock_guard lock(mutex_);
  const Status taken = take_message(peer, message);
  ++counters_.messages_received;
  if (taken.ok()) return;
  ++counters_.malformed_frames;
  // What follows on this connection cannot be trusted, and its other end is told.
  network_.disconnect(peer);
  forget(peer, taken);
}

Status DataPlane::take_message(PeerId peer, const Frame& message) {
  std::span<const uint8_t> rest = message.bytes;
  while (true) {
    ASSIGN_OR_RETURN(const DataFrameHeader header, read_header(rest));
    const size_t size = kDataFrameHeaderBytes + header.payload_bytes;
    // Each may be answered, or looked for among all channels.
    if (!is_of_channel(header.kind) && size != message.bytes.size()) {
      return io_error("a data frame of no channel is not alone in its message");
    }
    RETURN_IF_ERROR(take_frame(peer, header, part_of(message, rest.first(size))));
    if (size == rest.size()) return {};
    rest = rest.subspan(std::min(next_data_frame(size), rest.size()));
  }
}

Status DataPlane::take_frame(PeerId peer, const DataFrameHeader& header, Frame&& frame) {
  const auto found = attempts_.find(header.attempt);
  if (found != attempts_.end()) {
    if (header.kind == DataFrameKind::kOpen) return found->second->on_open(peer, header);
    return found->second->on_frame(peer, header, std::move(frame));
  }
  ++counters_.late_frames;
  // Without an answer it would wait for credit for ever.
  if (header.kind == DataFrameKind::kOpen) {
    network_.send(peer, control_frame({.kind = DataFrameKind::kRefused, .attempt = header.attempt}));
  }
  return {};
}

void DataPlane::on_disconnect(PeerId peer, const Status& why) {
  const std::lock_guard lock(mutex_);
  forget(peer, why);
}

void DataPlane::forget(PeerId peer, const Status& why) {
  std::erase_if(connections_, [peer](const auto& connection) { return connection.second == peer; });
  for (const auto& [id, attempt] : attempts_) attempt->on_lost(peer, why);
}

}  // namespace eddyline::taskexecutor
