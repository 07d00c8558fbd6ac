#include "taskexecutor/process/job_manager_link.hpp"

#include <algorithm>
#include <utility>

#include "common/base/check.hpp"

namespace eddyline::taskexecutor {

using std::chrono::milliseconds;

JobManagerLink::JobManagerLink(Settings settings, ExecutorSurroundings& surroundings, const Logger& log)
    : settings_(std::move(settings)), surroundings_(surroundings), log_(log), patience_(settings_.patience_first) {}

void JobManagerLink::send(schemas::ToJobManager message) {
  if (registered()) surroundings_.send(std::move(message));
}

void JobManagerLink::start(Moment now) {
  CHECK(state_ == State::kClosed) << "started twice";
  unregistered_since_ = now.steady;
  log_.info("Connecting to ResourceManager " + settings_.address + ".");
  try_to_connect(now);
}

void JobManagerLink::close() {
  const bool connected = state_ != State::kClosed && state_ != State::kWaiting;
  state_ = State::kClosed;
  if (connected) surroundings_.disconnect();
}

void JobManagerLink::try_to_connect(Moment now) {
  state_ = State::kConnecting;
  try_began_ = now.steady;
  surroundings_.connect();
}

void JobManagerLink::on_connected(Moment now) {
  if (state_ != State::kConnecting) return;
  state_ = State::kRegistering;
  last_heard_ = now.steady;
  surroundings_.send(settings_.registration);
}

bool JobManagerLink::lose(Moment now) {
  const bool was_registered = registered();
  state_ = State::kWaiting;
  if (was_registered) {
    unregistered_since_ = now.steady;
    try_began_ = now.steady;
  }
  next_try_ = std::max(now.steady, try_began_ + patience_);
  patience_ = std::min(2 * patience_, settings_.patience_max);
  return was_registered;
}

bool JobManagerLink::on_disconnected(const Status& why, Moment now) {
  if (state_ == State::kClosed || state_ == State::kWaiting) return false;
  const bool was_registered = lose(now);
  const auto wait = std::to_string((next_try_ - now.steady).count());
  if (was_registered) {
    log_.warn("Lost the connection to ResourceManager " + settings_.address + ", retrying in " + wait + " ms: " + why.message());
  } else {
    log_.info("Could not resolve ResourceManager address " + settings_.address + ", retrying in " + wait + " ms: " + why.message());
  }
  return was_registered;
}

bool JobManagerLink::break_off(const Status& why, Moment now) {
  if (state_ == State::kClosed || state_ == State::kWaiting) return false;
  surroundings_.disconnect();
  return on_disconnected(why, now);
}

void JobManagerLink::on_registered(const schemas::ExecutorRegistered& message, Moment now) {
  if (state_ != State::kRegistering) return;
  state_ = State::kRegistered;
  patience_ = settings_.patience_first;
  next_heartbeat_ = now.steady + settings_.heartbeat_interval;
  log_.info("Successful registration at resource manager " + settings_.address + " under registration id " +
            std::to_string(message.job_manager_session) + ".");
}

bool JobManagerLink::on_refused(const Status& reason, Moment now) {
  if (state_ != State::kRegistering && state_ != State::kRegistered) return false;
  surroundings_.disconnect();
  const bool was_registered = lose(now);
  log_.warn("Registration at ResourceManager " + settings_.address + " was declined, retrying in " +
            std::to_string((next_try_ - now.steady).count()) + " ms: " + reason.message());
  return was_registered;
}

void JobManagerLink::heard(Moment now) { last_heard_ = now.steady; }

bool JobManagerLink::is_silent(Moment now) const {
  return (state_ == State::kRegistering || registered()) && now.steady - last_heard_ >= settings_.heartbeat_timeout;
}

void JobManagerLink::give_up() {
  close();
  failure_ = Status(ErrorCode::kUnavailable,
                    "Could not register at the ResourceManager " + settings_.address +
                        " within the specified maximum registration duration " +
                        std::to_string(settings_.registration_timeout.count()) +
                        " ms. This indicates a problem with this instance. Terminating now.");
}

bool JobManagerLink::tick(Moment now) {
  if (state_ == State::kClosed) return false;
  if (!registered() && now.steady - unregistered_since_ >= settings_.registration_timeout) {
    give_up();
    return false;
  }
  bool lost = false;
  if (is_silent(now)) {
    surroundings_.disconnect();
    log_.warn("The heartbeat of ResourceManager " + settings_.address + " timed out.");
    lost = lose(now);
  }
  if (state_ == State::kWaiting && now.steady >= next_try_) try_to_connect(now);
  if (registered() && now.steady >= next_heartbeat_) {
    surroundings_.send(schemas::Heartbeat());
    next_heartbeat_ = now.steady + settings_.heartbeat_interval;
  }
  return lost;
}

std::optional<milliseconds> JobManagerLink::next_tick() const {
  const milliseconds silence_ends = last_heard_ + settings_.heartbeat_timeout;
  const milliseconds gives_up = unregistered_since_ + settings_.registration_timeout;
  switch (state_) {
    case State::kClosed:
      return std::nullopt;
    case State::kWaiting:
      return std::min(next_try_, gives_up);
    case State::kConnecting:
      return gives_up;
    case State::kRegistering:
      return std::min(silence_ends, gives_up);
    case State::kRegistered:
      return std::min(silence_ends, next_heartbeat_);
  }
  return std::nullopt;
}

}  // namespace eddyline::taskexecutor
