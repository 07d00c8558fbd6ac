#include "jobmanager/process/control_endpoint.hpp"

#include "schemas/control_codec.hpp"

namespace eddyline::jobmanager {

void ControlHandler::on_message(PeerId peer, Frame message) {
  if (events_.push(MessageArrived{peer, std::move(message)}) || events_.closed()) return;
  // A message that is not kept would be missing unnoticed.
  network_->disconnect(peer);
  events_.push(PeerLost{peer, Status(ErrorCode::kUnavailable, "The job manager has too many messages waiting.")});
}

void NetworkOutbox::to_executor(PeerId executor, schemas::ToExecutor message) {
  network_.send(executor, schemas::encode(message));
}

void NetworkOutbox::to_client(PeerId client, schemas::ToClient message) {
  network_.send(client, schemas::encode(message));
}

}  // namespace eddyline::jobmanager
