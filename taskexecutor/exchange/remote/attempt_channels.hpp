#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "taskexecutor/exchange/remote/data_plane.hpp"
#include "taskexecutor/exchange/remote/remote_input_channel.hpp"
#include "taskexecutor/exchange/remote/remote_output_channel.hpp"

namespace eddyline::taskexecutor {

/// The ends that one attempt has in this process of channels to and from other executors, by executor.
///
/// Filled while the attempt is made, then attached; from then on it is the data plane's to look at.
///
/// Thread   the functions that fill it, attach(), open() and detach(): whoever makes the attempt. The rest: the data plane,
///          under its lock.
class AttemptChannels {
 public:
  struct Parts {
    uint64_t attempt = 0;
    std::vector<NetworkAddress> executors;
    /// This process, as an index into `executors`.
    uint32_t self = 0;
  };
  /// The data plane is borrowed.
  AttemptChannels(Parts parts, DataPlane& data_plane);
  /// Detaches.
  ~AttemptChannels();
  AttemptChannels(const AttemptChannels&) = delete;
  AttemptChannels& operator=(const AttemptChannels&) = delete;

  /// What one subtask sends to an executor. Lives as long as this, as the channels do.
  FrameSender& add_sender(uint32_t executor, WakeupPtr writer, MemoryPool& memory);
  /// `parts` without the attempt and what a frame may have, or the link to the writer.
  RemoteOutputChannel& add_output(uint32_t executor, RemoteOutputChannel::Parts parts);
  RemoteInputChannel& add_input(uint32_t executor, RemoteInputChannel::Parts parts);
  /// For the channels of one gate.
  CreditGrants& add_grants() { return grants_.emplace_back(); }

  /// From now on frames come in. Errors   as DataPlane::attach.
  Status attach();
  void open() { data_plane_.open(*this); }
  /// Returns when the channels are nobody's but their subtasks' any more.
  void detach();

  uint64_t attempt() const { return attempt_; }
  size_t executor_count() const { return executors_.size(); }
  bool writes_to(uint32_t executor) const { return !executors_[executor].outputs.empty(); }
  const NetworkAddress& address(uint32_t executor) const { return executors_[executor].address; }

  /// This side has connected to an executor: tells it so, and lets the channels write there.
  void on_connected(uint32_t executor, PeerId peer);
  /// An executor writes on this connection. Gives it its first credit. Errors   kIoError: it cannot be.
  Status on_open(PeerId peer, const DataFrameHeader& header);
  /// Any other frame. Errors   kIoError: it cannot be.
  Status on_frame(PeerId peer, const DataFrameHeader& header, Frame&& frame);
  /// The connection is gone, if it was one of the attempt's.
  void on_lost(PeerId peer, const Status& cause);

 private:
  struct Executor {
    NetworkAddress address;
    std::vector<std::unique_ptr<FrameSender>> senders;
    std::vector<RemoteOutputChannel*> outputs;
    std::vector<RemoteInputChannel*> inputs;
    std::optional<PeerId> writes_on;
    std::optional<PeerId> reads_from;
    WriterLink link;
  };
  struct Output {
    std::unique_ptr<RemoteOutputChannel> channel;
    uint32_t executor = 0;
  };
  struct Input {
    std::unique_ptr<RemoteInputChannel> channel;
    uint32_t executor = 0;
  };

  Status on_credit(PeerId peer, const DataFrameHeader& header, const Frame& frame);
  void on_refused(PeerId peer);
  void grant_first(Executor& executor);

  const uint64_t attempt_;
  const uint32_t self_;
  Network& network_;
  DataPlane& data_plane_;
  /// Does not grow: channels have its links' addresses.
  std::vector<Executor> executors_;
  std::deque<CreditGrants> grants_;
  std::unordered_map<uint32_t, Output> outputs_;
  std::unordered_map<uint32_t, Input> inputs_;
  bool attached_ = false;
};

}  // namespace eddyline::taskexecutor
