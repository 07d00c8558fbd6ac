#include "jobmanager/process/control_endpoint.hpp"

#include <utility>

#include "schemas/control_codec.hpp"

namespace eddyline::jobmanager {

void ControlHandler::on_connect(PeerId peer) {
  const std::optional<PeerId> leaving = inboxes_.open(peer);
  core_.post([peer](JobManagerCore& core, Moment) { core.on_connect(peer); });
  if (leaving) end(*leaving);
}

void ControlHandler::on_message(PeerId peer, Frame message) {
  const std::optional<PeerId> leaving = inboxes_.put(peer, std::move(message));
  core_.post([this, peer](JobManagerCore& core, Moment now) { serve_oldest(peer, core, now); });
  if (leaving) end(*leaving);
}

void ControlHandler::on_disconnect(PeerId peer, const Status& why) {
  core_.post([this, peer, why](JobManagerCore& core, Moment now) {
    inboxes_.close(peer);
    core.on_disconnect(peer, why, now);
  });
}

void ControlHandler::end(PeerId peer) {
  network_->disconnect(peer);
  on_disconnect(peer, Status(ErrorCode::kUnavailable, "It has sent more messages than the job manager keeps waiting."));
}

void ControlHandler::serve_oldest(PeerId peer, JobManagerCore& core, Moment now) {
  const std::optional<Frame> frame = inboxes_.take(peer);
  if (!frame) return;
  Result<schemas::ToJobManager> message = schemas::decode_to_job_manager(frame->bytes);
  if (!message.ok()) return core.on_malformed_message(peer, message.status(), now);
  core.on_message(peer, *std::move(message), now);
}

void NetworkOutbox::to_executor(PeerId executor, schemas::ToExecutor message) {
  network_.send(executor, schemas::encode(message));
}

void NetworkOutbox::to_executors(std::span<const PeerId> executors, schemas::ToExecutor message) {
  const Frame frame = schemas::encode(message);
  for (const PeerId executor : executors) network_.send(executor, frame);
}

void NetworkOutbox::to_client(PeerId client, schemas::ToClient message) {
  network_.send(client, schemas::encode(message));
}

void NetworkOutbox::disconnect(PeerId peer) {
  handler_.close(peer);
  network_.disconnect(peer);
}

}  // namespace eddyline::jobmanager
