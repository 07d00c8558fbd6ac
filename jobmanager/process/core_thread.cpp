#include "jobmanager/process/core_thread.hpp"

#include <algorithm>

#include "schemas/control_codec.hpp"

namespace eddyline::jobmanager {

using std::chrono::steady_clock;

namespace {

/// A deadline may be centuries away, which a time point of nanoseconds cannot hold.
constexpr std::chrono::hours kLongestSleep{1};

}  // namespace

CoreThread::CoreThread(JobManagerCore& core, EventQueue& events, const Clock& clock)
    : core_(core), events_(events), clock_(clock), thread_([this] { run(); }) {}

CoreThread::~CoreThread() {
  events_.close();
  thread_.join();
}

Moment CoreThread::now() const {
  return {clock_.now(), std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now().time_since_epoch())};
}

void CoreThread::run() {
  while (true) {
    std::optional<steady_clock::time_point> wake;
    if (const auto deadline = core_.next_deadline()) {
      wake = steady_clock::time_point(std::min(*deadline, now().steady + kLongestSleep));
    }
    std::optional<CoreEvent> event = events_.pop(wake);
    if (event) {
      serve(*std::move(event));
    } else if (events_.closed()) {
      break;
    } else {
      core_.tick(now());
    }
  }
  core_.shut_down(now());
}

void CoreThread::serve(CoreEvent event) {
  if (const auto* connected = std::get_if<PeerConnected>(&event)) return core_.on_connect(connected->peer);
  if (const auto* lost = std::get_if<PeerLost>(&event)) return core_.on_disconnect(lost->peer, lost->why, now());
  if (const auto* task = std::get_if<CoreAccess::Task>(&event)) return (*task)(core_, now());
  const auto& arrived = std::get<MessageArrived>(event);
  Result<schemas::ToJobManager> message = schemas::decode_to_job_manager(arrived.message.bytes);
  if (!message.ok()) return core_.on_malformed_message(arrived.peer, message.status(), now());
  core_.on_message(arrived.peer, *std::move(message), now());
}

}  // namespace eddyline::jobmanager
