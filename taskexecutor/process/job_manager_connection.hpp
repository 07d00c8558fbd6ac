#pragma once

#include "common/net/network.hpp"
#include "schemas/control_messages.hpp"
#include "taskexecutor/process/executor_thread.hpp"
#include "taskexecutor/process/task_executor_settings.hpp"

namespace eddyline::taskexecutor {

/// The control connection to the job manager, one after the other; what comes on it is posted to the core's thread.
///
/// Thread   the core's. Everything is borrowed; the network ends before this does.
class JobManagerConnection final : private NetworkHandler {
 public:
  JobManagerConnection(Network& network, const TaskExecutorSettings& settings, ExecutorThread& core);

  // As ExecutorSurroundings.

  void connect();
  void disconnect();
  void send(const schemas::ToJobManager& message);

 private:
  // On the network's thread.
  void on_connect(PeerId peer) override;
  void on_message(PeerId peer, Frame message) override;
  void on_disconnect(PeerId peer, const Status& why) override;

  Network& network_;
  ExecutorThread& core_;
  const NetworkAddress address_;
  const NetworkSettings settings_;
  /// What comes from another one is late.
  PeerId peer_;
};

}  // namespace eddyline::taskexecutor
