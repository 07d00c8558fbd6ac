#include "jobmanager/resource_manager/resource_manager.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::jobmanager {

Status ResourceManager::register_executor(PeerId peer, const schemas::RegisterExecutor& registration, Moment now) {
  Status result = add(peer, registration, now);
  if (!result.ok()) {
    log_.warn("Refused the registration of a TaskManager: " + result.message());
    outbox_.to_executor(peer, schemas::ExecutorRefused{result});
    return result;
  }
  slots_.add(peer, registration.slots);
  if (!next_heartbeat_) next_heartbeat_ = now.steady + heartbeats_.interval;
  log_.info("Registering TaskManager with ResourceID " + described(registration.address) + " with " +
            std::to_string(registration.slots) + " slots at ResourceManager");
  outbox_.to_executor(peer, schemas::ExecutorRegistered{self_.session});
  return {};
}

Status ResourceManager::add(PeerId peer, const schemas::RegisterExecutor& registration, Moment now) {
  if (registration.build != self_.build) {
    return Status(ErrorCode::kNotSupported, "The task executor " + registration.address.executor.value() + " is of build " +
                                                registration.build + ", the job manager of build " + self_.build +
                                                ": all processes of a cluster must be of one build.");
  }
  return executors_.add(peer, registration, now);
}

void ResourceManager::remove(PeerId peer, std::string_view why) {
  const std::optional<RegisteredExecutor> gone = executors_.remove(peer);
  if (!gone) return;
  slots_.remove(peer);
  if (executors_.all().empty()) next_heartbeat_.reset();
  log_.info("Closing TaskExecutor connection " + gone->address.executor.value() + " because: " + std::string(why));
}

std::vector<PeerId> ResourceManager::tick(Moment now) {
  if (next_heartbeat_ && *next_heartbeat_ <= now.steady) {
    for (const auto& [peer, executor] : executors_.all()) outbox_.to_executor(peer, schemas::Heartbeat{});
    next_heartbeat_ = now.steady + heartbeats_.interval;
  }
  return executors_.silent_since(now.steady - heartbeats_.timeout);
}

std::optional<std::chrono::milliseconds> ResourceManager::next_deadline() const {
  const auto earliest = executors_.earliest_heard();
  if (!earliest || !next_heartbeat_) return std::nullopt;
  return std::min(*next_heartbeat_, *earliest + heartbeats_.timeout);
}

Placement ResourceManager::place(const std::vector<PeerId>& executor_of_slot) const {
  Placement placement;
  std::map<PeerId, uint32_t> indexes;
  for (const PeerId peer : executor_of_slot) {
    const auto [index, is_new] = indexes.emplace(peer, static_cast<uint32_t>(placement.executors.size()));
    if (is_new) {
      const RegisteredExecutor* const executor = executors_.find(peer);
      CHECK(executor != nullptr) << "a slot of an executor that is gone";
      placement.executors.push_back({peer, executor->address});
    }
    placement.executor_of_slot.push_back(index->second);
  }
  return placement;
}

}  // namespace eddyline::jobmanager
