#include "tests/cluster/task_executor/stand_in_job_manager.hpp"

#include <thread>
#include <utility>

#include "schemas/control_codec.hpp"

namespace eddyline::tests {

namespace {

NetworkSettings control_settings() {
  NetworkSettings settings;
  settings.protocol = schemas::kControlProtocol;
  settings.version = schemas::kControlVersion;
  return settings;
}

}  // namespace

StandInJobManager::StandInJobManager(uint16_t port) : network_(Network::start().value()) {
  port_ = network_->listen({"localhost", port}, control_settings(), *this).value().port;
}

StandInJobManager::StandInJobManager(std::unique_ptr<Network> network, std::function<bool()> deliver)
    : deliver_(std::move(deliver)), network_(std::move(network)) {
  port_ = network_->listen({"localhost", 0}, control_settings(), *this).value().port;
}

StandInJobManager::~StandInJobManager() { network_.reset(); }

void StandInJobManager::on_connect(PeerId peer) {
  const std::lock_guard lock(mutex_);
  peer_ = peer;
}

void StandInJobManager::on_message(PeerId, Frame message) {
  Result<schemas::ToJobManager> decoded = schemas::decode_to_job_manager(message.bytes);
  CHECK(decoded.ok()) << decoded.status().to_string();
  {
    const std::lock_guard lock(mutex_);
    messages_.push_back(*std::move(decoded));
  }
  changed_.notify_all();
}

void StandInJobManager::send(const schemas::ToExecutor& message) {
  const std::lock_guard lock(mutex_);
  network_->send(peer_, schemas::encode(message));
}

void StandInJobManager::send_bytes(std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  network_->send(peer_, Frame::copy_of({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}));
}

void StandInJobManager::disconnect() {
  const std::lock_guard lock(mutex_);
  network_->disconnect(peer_);
}

std::optional<schemas::ToJobManager> StandInJobManager::take_message() {
  std::unique_lock lock(mutex_);
  if (deliver_ == nullptr) changed_.wait_for(lock, kPatience, [&] { return !messages_.empty(); });
  if (messages_.empty()) return std::nullopt;
  schemas::ToJobManager message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

schemas::ToJobManager StandInJobManager::next_message() {
  while (true) {
    std::optional<schemas::ToJobManager> message = take_message();
    if (message) return *std::move(message);
    CHECK(deliver_ != nullptr) << "the task executor says nothing";
    if (!deliver_()) std::this_thread::yield();
  }
}

schemas::RegisterExecutor StandInJobManager::accept() {
  auto registration = next<schemas::RegisterExecutor>();
  send(schemas::ExecutorRegistered{1});
  return registration;
}

Status StandInJobManager::ends_of(size_t subtasks) {
  Status result;
  while (subtasks > 0) {
    const auto change = next<schemas::SubtaskChanged>();
    if (!schemas::is_terminal(change.state)) continue;
    --subtasks;
    if (result.ok()) result = change.cause;
  }
  return result;
}

}  // namespace eddyline::tests
