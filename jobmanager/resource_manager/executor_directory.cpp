#include "jobmanager/resource_manager/executor_directory.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::jobmanager {
namespace {

constexpr size_t kNameSizeMax = 1024;

/// Names end up in logs, in messages and as addresses: one word each.
bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kNameSizeMax &&
         std::ranges::all_of(text, [](unsigned char c) { return c > ' ' && c != 0x7f; });
}

Status check_registration(const schemas::RegisterExecutor& registration) {
  const schemas::ExecutorAddress& address = registration.address;
  if (!is_name(address.executor.value())) {
    return configuration_error("The id of a task executor must be one word of at most " + std::to_string(kNameSizeMax) +
                               " bytes.");
  }
  if (!is_name(address.host) || address.data_port == 0) {
    return configuration_error("A task executor cannot be reached at '" + address.host + "', port " +
                               std::to_string(address.data_port) + ".");
  }
  if (registration.slots == 0 || registration.slots > ExecutorDirectory::kSlotsMax) {
    return configuration_error("A task executor must offer 1 to " + std::to_string(ExecutorDirectory::kSlotsMax) +
                               " slots, not " + std::to_string(registration.slots) + ".");
  }
  return {};
}

}  // namespace

std::string described(const schemas::ExecutorAddress& address) {
  return address.executor.value() + " @ " + address.host + " (dataPort=" + std::to_string(address.data_port) + ")";
}

Status ExecutorDirectory::add(PeerId peer, const schemas::RegisterExecutor& registration, Moment now) {
  RETURN_IF_ERROR(check_registration(registration));
  const schemas::ExecutorAddress& address = registration.address;
  for (const auto& [other, executor] : executors_) {
    if (executor.address.executor == address.executor) {
      return already_exists("A task executor with the id " + address.executor.value() + " is registered already.");
    }
    if (executor.address.host == address.host && executor.address.data_port == address.data_port) {
      return already_exists("The task executor " + described(executor.address) + " has this address already.");
    }
  }
  const bool is_new = executors_
                          .emplace(peer, RegisteredExecutor{.peer = peer,
                                                            .address = address,
                                                            .slots = registration.slots,
                                                            .memory = registration.memory,
                                                            .process_id = registration.process_id,
                                                            .heard = now})
                          .second;
  CHECK(is_new) << "the peer is registered";
  return {};
}

std::optional<RegisteredExecutor> ExecutorDirectory::remove(PeerId peer) {
  auto node = executors_.extract(peer);
  if (node.empty()) return std::nullopt;
  return std::move(node.mapped());
}

const RegisteredExecutor* ExecutorDirectory::find(PeerId peer) const {
  const auto found = executors_.find(peer);
  return found == executors_.end() ? nullptr : &found->second;
}

void ExecutorDirectory::heard(PeerId peer, Moment now) {
  const auto found = executors_.find(peer);
  if (found != executors_.end()) found->second.heard = now;
}

std::vector<PeerId> ExecutorDirectory::silent_since(std::chrono::milliseconds moment) const {
  std::vector<PeerId> silent;
  for (const auto& [peer, executor] : executors_) {
    if (executor.heard.steady <= moment) silent.push_back(peer);
  }
  return silent;
}

std::optional<std::chrono::milliseconds> ExecutorDirectory::earliest_heard() const {
  std::optional<std::chrono::milliseconds> earliest;
  for (const auto& [peer, executor] : executors_) {
    if (!earliest || executor.heard.steady < *earliest) earliest = executor.heard.steady;
  }
  return earliest;
}

}  // namespace eddyline::jobmanager
