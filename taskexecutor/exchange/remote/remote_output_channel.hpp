#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "common/base/ids.hpp"
#include "common/net/data_frame.hpp"
#include "common/net/network.hpp"
#include "taskexecutor/exchange/failure_listener.hpp"
#include "taskexecutor/exchange/output_channel.hpp"
#include "taskexecutor/exchange/remote/channel_name.hpp"
#include "taskexecutor/exchange/remote/frame_sender.hpp"

namespace eddyline::taskexecutor {

/// The producer's end of a channel to a subtask of another process: every element becomes a numbered frame.
///
/// Sends only within what the reader has granted, in bytes of batches and in elements, and only so much that the network
/// has not yet taken away; past both by what one call of a producer gives. Nothing is granted before the reader's process
/// has answered that it knows the attempt. A batch that no reader would take fails the writer instead.
///
/// Thread   the producer's; on_credit(), fail(): any.
class RemoteOutputChannel final : public OutputChannel {
 public:
  /// Elements that one call of a producer may push after it found the channel writable.
  static constexpr uint64_t kReservedElements = 4;

  struct Parts {
    uint64_t attempt = 0;
    /// A longer frame would end the connection, which all attempts between the two processes share.
    Bytes frame_bytes_max{0};
    ChannelName name;
    /// What may be handed to the network and not yet sent: own and remote bytes.
    ChannelLimits limits;
    WakeupPtr writer_wakeup;
    // Borrowed.
    FrameSender* sender = nullptr;
    FailureListener* writer = nullptr;
  };
  explicit RemoteOutputChannel(Parts parts);

  const ChannelName& name() const { return name_; }

  bool writable() override;
  void push(StreamElement element) override;
  bool keeps_buffers() const override { return false; }

  void on_credit(const CreditGrant& grant);
  /// Nothing more gets there, which does not matter to this side once it has written all. `cause` without the channel, which
  /// is named here.
  void fail(const Status& cause);

 private:
  bool has_credit() const;
  DataFrameHeader next_header(DataFrameKind kind, int64_t value);
  void send(DataFrameKind kind, int64_t value);
  void send_batch(const Batch& batch);

  const uint64_t attempt_;
  const ChannelName name_;
  const uint64_t frame_bytes_max_;
  FrameSender& sender_;
  FailureListener& writer_;
  StarvedWriter starved_;
  /// Frames and bytes of batches sent.
  uint64_t sequence_ = 0;
  uint64_t sent_bytes_ = 0;
  std::atomic<uint64_t> granted_elements_{0};
  std::atomic<uint64_t> granted_bytes_{0};
  std::atomic<bool> failed_{false};
  std::atomic<bool> ended_{false};
};

}  // namespace eddyline::taskexecutor
