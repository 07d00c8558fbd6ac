#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/clock/moment.hpp"
#include "common/net/network.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::jobmanager {

/// A task executor that has registered, for as long as its connection lasts.
struct RegisteredExecutor {
  PeerId peer;
  schemas::ExecutorAddress address;
  uint32_t slots = 0;
  std::optional<Bytes> memory;
  int64_t process_id = 0;
  /// When anything was last heard of it.
  Moment heard;
};

/// "EXECUTOR @ HOST (dataPort=N)", as Flink's logs name a task executor.
std::string described(const schemas::ExecutorAddress& address);

/// The task executors there are. One that registers again after its connection was lost is another one.
class ExecutorDirectory {
 public:
  static constexpr uint32_t kSlotsMax = 32768;

  /// Errors   kConfigurationError for an address or a number of slots that cannot be; kAlreadyExists when another executor has
  ///          its id or its address.
  Status add(PeerId peer, const schemas::RegisterExecutor& registration, Moment now);
  /// Nothing for a peer that is not registered.
  std::optional<RegisteredExecutor> remove(PeerId peer);
  /// Null for a peer that is not registered.
  const RegisteredExecutor* find(PeerId peer) const;
  /// In order of registration.
  const std::map<PeerId, RegisteredExecutor>& all() const { return executors_; }

  void heard(PeerId peer, Moment now);
  /// Those of whom nothing was heard since `moment`, or at it.
  std::vector<PeerId> silent_since(std::chrono::milliseconds moment) const;
  /// The longest that one has been silent; nothing without executors.
  std::optional<std::chrono::milliseconds> earliest_heard() const;

 private:
  std::map<PeerId, RegisteredExecutor> executors_;
};

}  // namespace eddyline::jobmanager
