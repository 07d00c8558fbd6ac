#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "common/logging/logger.hpp"
#include "jobmanager/resource_manager/executor_directory.hpp"
#include "jobmanager/resource_manager/placement.hpp"
#include "jobmanager/resource_manager/slot_pool.hpp"
#include "jobmanager/surroundings/outbox.hpp"

namespace eddyline::jobmanager {

/// Task executors come, are watched and go; their slots with them.
///
/// Thread   the core's.
class ResourceManager {
 public:
  struct Heartbeats {
    std::chrono::milliseconds interval{10'000};
    std::chrono::milliseconds timeout{50'000};
  };

  /// This run of the job manager.
  struct Self {
    std::string build;
    uint64_t session = 0;
  };

  ResourceManager(Outbox& outbox, const Heartbeats& heartbeats, Self self, const Logger& log)
      : outbox_(outbox), heartbeats_(heartbeats), self_(std::move(self)), log_(log.named("ResourceManager")) {}

  /// Answers the peer. Errors   why it was refused.
  Status register_executor(PeerId peer, const schemas::RegisterExecutor& registration, Moment now);
  /// The executor is gone, and its slots with it; `why` is for the log. Nothing to do for others.
  void remove(PeerId peer, std::string_view why);
  void heard(PeerId peer, Moment now) { executors_.heard(peer, now); }

  /// Sends heartbeats that are due, and names the executors that have been silent for too long.
  std::vector<PeerId> tick(Moment now);
  /// When tick() has something to do.
  std::optional<std::chrono::milliseconds> next_deadline() const;

  const ExecutorDirectory& executors() const { return executors_; }
  SlotPool& slots() { return slots_; }
  const SlotPool& slots() const { return slots_; }
  /// The same with addresses. CHECKs that the executors are registered.
  Placement place(const std::vector<PeerId>& executor_of_slot) const;

 private:
  Status add(PeerId peer, const schemas::RegisterExecutor& registration, Moment now);

  Outbox& outbox_;
  Heartbeats heartbeats_;
  Self self_;
  Logger log_;
  ExecutorDirectory executors_;
  SlotPool slots_;
  std::optional<std::chrono::milliseconds> next_heartbeat_;
};

}  // namespace eddyline::jobmanager
