#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/columnar/batch_codec.hpp"
#include "taskexecutor/exchange/remote/attempt_channels.hpp"
#include "tests/fuzz/batch_property.hpp"

namespace eddyline::taskexecutor {

/// A network on which only what the test says comes in, and what is sent is counted.
class ScriptedNetwork final : public Network {
 public:
  static constexpr PeerId kIncoming{1};
  static constexpr PeerId kOutgoing{2};

  Result<NetworkAddress> listen(const NetworkAddress& address, const NetworkSettings&, NetworkHandler& handler) override {
    handler_ = &handler;
    return address;
  }
  PeerId connect(const NetworkAddress&, const NetworkSettings&, NetworkHandler&) override { return kOutgoing; }
  void send(PeerId, Frame) override {}
  void disconnect(PeerId peer) override { ended_.push_back(peer); }
  NetworkCounters counters() const override { return {}; }

  void receive(PeerId peer, Frame message) {
    if (std::ranges::find(ended_, peer) == ended_.end()) handler_->on_message(peer, std::move(message));
  }

 private:
  NetworkHandler* handler_ = nullptr;
  std::vector<PeerId> ended_;
};

/// What a peer sends and a reader reads, from the bytes of an input:
///
///   read     an even byte
///   frame    an odd byte, whose other bits are below; then kind, channel, distance from the next number, value, length of the
///            payload: a byte each; the payload; with kFollowed, another frame of the same message
class ScriptedPeer {
 public:
  static constexpr uint8_t kFrame = 1;
  static constexpr uint8_t kFromReader = 2;
  static constexpr uint8_t kAlteredPayload = 4;
  static constexpr uint8_t kAlteredHeader = 8;
  static constexpr uint8_t kOtherAttempt = 16;
  static constexpr uint8_t kFollowed = 32;

  static constexpr uint64_t kAttempt = 5;
  static constexpr uint32_t kReads = 2;
  static constexpr uint32_t kWrites = 3;

  explicit ScriptedPeer(std::span<const uint8_t> script) : script_(script) {}

  bool over() const { return script_.empty(); }
  /// Nothing: read what there is.
  std::optional<std::pair<PeerId, Frame>> next() {
    uint8_t how = byte();
    if ((how & kFrame) == 0) return std::nullopt;
    const PeerId from = (how & kFromReader) != 0 ? ScriptedNetwork::kOutgoing : ScriptedNetwork::kIncoming;
    std::vector<uint8_t> message = next_frame(how);
    while ((how & kFollowed) != 0) {
      how = byte();
      message.resize(next_data_frame(message.size()));
      const std::vector<uint8_t> frame = next_frame(how);
      message.insert(message.end(), frame.begin(), frame.end());
    }
    return std::pair{from, Frame::copy_of(message)};
  }

 private:
  std::vector<uint8_t> next_frame(uint8_t how) {
    DataFrameHeader header{.kind = static_cast<DataFrameKind>(byte() % 12)};
    header.channel = byte() % 5;
    header.attempt = (how & kOtherAttempt) == 0 ? kAttempt : kAttempt + 1;
    header.sequence = next_[header.channel] + byte();
    header.value = static_cast<int8_t>(byte());
    const size_t wanted = byte();
    const size_t length = std::min(wanted, script_.size());
    std::vector<uint8_t> frame(kDataFrameHeaderBytes);
    frame.insert(frame.end(), script_.begin(), script_.begin() + static_cast<std::ptrdiff_t>(length));
    script_ = script_.subspan(length);
    write_header(header, frame);
    if (is_of_channel(header.kind)) ++next_[header.channel];
    if ((how & kAlteredPayload) != 0 && length > 0) frame.back() ^= 1;
    if ((how & kAlteredHeader) != 0) frame[how % kDataFrameHeaderBytes] ^= 1;
    return frame;
  }

  uint8_t byte() {
    if (script_.empty()) return 0;
    const uint8_t value = script_.front();
    script_ = script_.subspan(1);
    return value;
  }

  std::span<const uint8_t> script_;
  std::map<uint32_t, uint64_t> next_;
};

class CountedFailures final : public FailureListener {
 public:
  void fail(const Status& cause) override { last = cause; }
  Status last;
};

/// Reads all that can be read; what is broken, empty if nothing.
inline std::string read_all(RemoteInputChannel& channel, const CountedFailures& failures, bool& ended) {
  while (channel.readable()) {
    const auto element = channel.take();
    if (!element.has_value()) return failures.last.ok() ? "a channel gave nothing and did not fail" : "";
    if (ended) return "something came behind the end";
    if (const auto* batch = std::get_if<Batch>(&*element)) {
      if (!batch->insert_only()) return "other row kinds than the edge carries were let in";
      sum_of_all(*batch);
    }
    ended = std::holds_alternative<EndOfInput>(*element);
  }
  return "";
}

/// What must hold of the data plane for whatever comes in: nothing crashes, what is read of a channel can be read in full, is what the
/// edge carries, and ends with its end.
inline std::string broken_data_plane_property(std::span<const uint8_t> script) {
  ScriptedNetwork network;
  DataPlane data_plane(network, {});
  const NetworkAddress here{"127.0.0.1", 1};
  if (!data_plane.listen(here).ok()) return "cannot listen";
  CreditPool shared{Bytes(2'000)};
  Wakeup reader_wakeup;
  CountedFailures failures;
  const auto memory = MemoryPool::root("exchange", Bytes(4'000));
  AttemptChannels attempt({.attempt = ScriptedPeer::kAttempt, .executors = {here, {"127.0.0.1", 2}}, .self = 0}, data_plane);
  CreditGrants& grants = attempt.add_grants();
  const VirtualClock clock{ProcessingTime(0)};
  std::vector<RemoteInputChannel*> inputs;
  for (uint32_t number = 1; number <= ScriptedPeer::kReads; ++number) {
    inputs.push_back(&attempt.add_input(1, {.name = {.number = number, .from = {}, .to = {}, .edge = nullptr},
                                            .limits = {.slots = 16, .own_bytes = Bytes(3'000), .remote_bytes = Bytes(9'000), .shared_bytes = Bytes(2'000)},
                                            .types = {PhysicalType::kInt64, PhysicalType::kString},
                                            .changelog_mode = ChangelogMode::insert_only(),
                                            .shared = &shared,
                                            .grants = &grants,
                                            .clock = &clock,
                                            .memory = memory.get(),
                                            .reader_wakeup = &reader_wakeup,
                                            .reader = &failures}));
  }
  const auto writer_wakeup = std::make_shared<Wakeup>();
  FrameSender& sender = attempt.add_sender(1, writer_wakeup, *memory);
  RemoteOutputChannel& output =
      attempt.add_output(1, {.name = {.number = ScriptedPeer::kWrites, .from = {}, .to = {}, .edge = nullptr},
                             .limits = {.slots = 16, .own_bytes = Bytes(3'000), .remote_bytes = Bytes(6'000), .shared_bytes = Bytes(0)},
                             .writer_wakeup = writer_wakeup,
                             .sender = &sender,
                             .writer = &failures});
  if (!attempt.attach().ok()) return "cannot attach";
  attempt.open();
  std::vector<char> ended(inputs.size(), 0);
  ScriptedPeer peer(script);
  while (true) {
    auto frame = peer.over() ? std::nullopt : peer.next();
    if (frame.has_value()) {
      network.receive(frame->first, std::move(frame->second));
      continue;
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
      bool has_ended = ended[i] != 0;
      if (std::string broken = read_all(*inputs[i], failures, has_ended); !broken.empty()) return broken;
      ended[i] = has_ended;
    }
    if (output.writable()) output.push(Watermark{EventTime(1)});
    sender.flush();
    if (peer.over()) return "";
  }
}

}  // namespace eddyline::taskexecutor
