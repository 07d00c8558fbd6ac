#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>

#include "common/net/data_frame.hpp"
#include "common/net/network.hpp"
#include "taskexecutor/exchange/remote/counting_network.hpp"

namespace eddyline::taskexecutor {

class AttemptChannels;

/// What a data plane has seen since it was made.
struct DataPlaneCounters {
  /// Handed to the network. While no connection is lost, whoever they are for receives them all.
  uint64_t messages_sent = 0;
  /// And their frames handed to the channels that they are for, if there are any.
  uint64_t messages_received = 0;
  /// Of attempts that have ended here, or never began.
  uint64_t late_frames = 0;
  /// After each the connection was ended.
  uint64_t malformed_frames = 0;
};

/// The process's end of all exchanges with other task executors: takes frames and hands them to the channel that they are
/// for, and has the connections on which this process writes, one to each other executor, made when first needed.
///
/// A lost connection fails every channel that used it. It is never made anew for them: attempts that begin later get
/// another one. So does one that carries a frame that cannot be.
///
/// Thread   any. Whoever made the network ends it before this, since it calls this; and jobs before either.
class DataPlane final : private NetworkHandler {
 public:
  /// The network is borrowed. `settings` of its connections, the same in all executors; the protocol and version are set here.
  DataPlane(Network& network, NetworkSettings settings);
  DataPlane(const DataPlane&) = delete;
  DataPlane& operator=(const DataPlane&) = delete;

  /// Where other executors connect to; port 0 takes a free one. Gives the address with its port. Errors   as Network::listen.
  Result<NetworkAddress> listen(const NetworkAddress& address);
  DataPlaneCounters counters() const;
  /// What executors take in one frame.
  Bytes frame_bytes_max() const { return settings_.message_bytes_max; }
  /// By which channels send.
  Network& network() { return network_; }

  /// Frames of the attempt go to its channels from now on. Errors   kAlreadyExists: it is here already.
  Status attach(AttemptChannels& attempt);
  /// Connects to the executors to which the attempt writes and tells them. All of them have attached it.
  void open(AttemptChannels& attempt);
  /// Returns when nothing reaches the attempt any more.
  void detach(AttemptChannels& attempt);

 private:
  void on_connect(PeerId peer) override;
  void on_message(PeerId peer, Frame message) override;
  void on_disconnect(PeerId peer, const Status& why) override;

  PeerId peer_at(const NetworkAddress& address);
  Status take_message(PeerId peer, const Frame& message);
  Status take_frame(PeerId peer, const DataFrameHeader& header, Frame&& frame);
  void forget(PeerId peer, const Status& why);

  CountingNetwork network_;
  const NetworkSettings settings_;
  mutable std::mutex mutex_;
  std::unordered_map<uint64_t, AttemptChannels*> attempts_;
  /// On which this process writes.
  std::map<NetworkAddress, PeerId> connections_;
  DataPlaneCounters counters_;
};

}  // namespace eddyline::taskexecutor
