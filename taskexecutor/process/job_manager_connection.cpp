#include "taskexecutor/process/job_manager_connection.hpp"

#include <utility>

#include "schemas/control_codec.hpp"

namespace eddyline::taskexecutor {

JobManagerConnection::JobManagerConnection(Network& network, const TaskExecutorSettings& settings, ExecutorThread& core)
    : network_(network), core_(core), address_(settings.job_manager), settings_(settings.control) {}

void JobManagerConnection::connect() { peer_ = network_.connect(address_, settings_, *this); }

void JobManagerConnection::disconnect() { network_.disconnect(std::exchange(peer_, PeerId())); }

void JobManagerConnection::send(const schemas::ToJobManager& message) { network_.send(peer_, schemas::encode(message)); }

void JobManagerConnection::on_connect(PeerId peer) {
  core_.post([this, peer](TaskExecutorCore& core, Moment now) {
    if (peer == peer_) core.on_connected(now);
  });
}

void JobManagerConnection::on_message(PeerId peer, Frame message) {
  core_.post([this, peer, message = std::move(message)](TaskExecutorCore& core, Moment now) {
    if (peer != peer_) return;
    Result<schemas::ToExecutor> decoded = schemas::decode_to_executor(message.bytes);
    if (decoded.ok()) {
      core.on_message(*std::move(decoded), now);
    } else {
      core.on_malformed_message(decoded.status(), now);
    }
  });
}

void JobManagerConnection::on_disconnect(PeerId peer, const Status& why) {
  core_.post([this, peer, why](TaskExecutorCore& core, Moment now) {
    if (peer == peer_) core.on_disconnected(why, now);
  });
}

}  // namespace eddyline::taskexecutor
