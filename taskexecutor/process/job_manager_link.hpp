#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "common/clock/moment.hpp"
#include "common/logging/logger.hpp"
#include "schemas/control_messages.hpp"
#include "taskexecutor/process/executor_surroundings.hpp"

namespace eddyline::taskexecutor {

/// Finds the job manager, registers there, and watches it: connects until it answers, again after each loss, and gives up when
/// that has taken too long.
///
/// A try that fails is followed by another one, `patience_first` after it began, and twice as long after each further one.
/// Functions that answer true have found that the process was registered and is no more: its jobs are to end.
///
/// Thread   the core's.
class JobManagerLink {
 public:
  struct Settings {
    /// What the process says of itself.
    schemas::RegisterExecutor registration;
    /// "host:port", for messages.
    std::string address;
    std::chrono::milliseconds heartbeat_interval{10'000};
    std::chrono::milliseconds heartbeat_timeout{50'000};
    /// cluster.registration.initial-timeout and .max-timeout.
    std::chrono::milliseconds patience_first{100};
    std::chrono::milliseconds patience_max{30'000};
    /// taskmanager.registration.timeout.
    std::chrono::milliseconds registration_timeout{300'000};
  };

  JobManagerLink(Settings settings, ExecutorSurroundings& surroundings, const Logger& log);

  bool registered() const { return state_ == State::kRegistered; }
  /// Why it has given up; ok while it has not.
  const Status& failure() const { return failure_; }
  /// Sends it if the job manager is there to take it.
  void send(schemas::ToJobManager message);

  void start(Moment now);
  /// Ends the connection and makes no other.
  void close();

  void on_connected(Moment now);
  bool on_disconnected(const Status& why, Moment now);
  void on_registered(const schemas::ExecutorRegistered& message, Moment now);
  /// Something is wrong with the connection: it is ended here, and made again.
  bool break_off(const Status& why, Moment now);
  bool on_refused(const Status& reason, Moment now);
  /// Anything that came from it.
  void heard(Moment now);

  bool tick(Moment now);
  std::optional<std::chrono::milliseconds> next_tick() const;

 private:
  enum class State : uint8_t {
    kClosed,
    kWaiting,      ///< for the time of the next try
    kConnecting,   ///< nothing has been said yet
    kRegistering,  ///< the answer has not come
    kRegistered,
  };

  void try_to_connect(Moment now);
  /// The try, or what came of it, has failed. Whether the process was registered.
  bool lose(Moment now);
  bool is_silent(Moment now) const;
  void give_up();

  const Settings settings_;
  ExecutorSurroundings& surroundings_;
  const Logger log_;
  State state_ = State::kClosed;
  Status failure_;
  std::chrono::milliseconds patience_;
  std::chrono::milliseconds try_began_{0};
  /// Since when the process is not registered.
  std::chrono::milliseconds unregistered_since_{0};
  std::chrono::milliseconds next_try_{0};
  std::chrono::milliseconds last_heard_{0};
  std::chrono::milliseconds next_heartbeat_{0};
};

}  // namespace eddyline::taskexecutor
