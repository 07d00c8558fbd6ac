#include "tests/unit/jobmanager/core/core_driver.hpp"

#include <gtest/gtest.h>

namespace eddyline::jobmanager::tests {

template <class What>
void RecordingOutbox::keep(PeerId peer, What what) {
  EXPECT_TRUE(there_.contains(peer)) << "something is said to connection " << peer.value() << ", which is not there";
  said_.push_back({peer, std::move(what)});
}

CoreDriver::CoreDriver(uint64_t seed, const CoreSettings& settings)
    : core_(settings, plans_, outbox_, Random(seed), Logger(log_, clock_, "")) {}

PeerId CoreDriver::connect() {
  const PeerId peer(next_peer_++);
  outbox_.note_connect(peer);
  core_.on_connect(peer);
  return peer;
}

void CoreDriver::say(PeerId peer, schemas::ToJobManager message) {
  core_.on_message(peer, std::move(message), now());
  while (!hold_plans_ && read_plan()) continue;
}

bool CoreDriver::read_plan() {
  std::optional<TestPlanRequests::Read> read = plans_.take();
  if (!read) return false;
  core_.on_plan_read(read->submission, std::move(read->topology), now());
  return true;
}

void CoreDriver::cut(PeerId peer, const std::string& why) {
  outbox_.note_disconnect(peer);
  core_.on_disconnect(peer, Status(ErrorCode::kUnavailable, why), now());
}

void CoreDriver::advance(std::chrono::milliseconds by) {
  const std::chrono::milliseconds end = steady_ + by;
  while (true) {
    const auto deadline = core_.next_tick();
    const bool due = deadline && *deadline <= end;
    const std::chrono::milliseconds next = due ? std::max(*deadline, steady_) : end;
    clock_.advance_to(ProcessingTime(clock_.now().value() + (next - steady_).count()));
    steady_ = next;
    if (!due) return;
    core_.tick(now());
    const auto after = core_.next_tick();
    ASSERT_TRUE(!after || *after > steady_) << "a tick leaves something to do at once";
  }
}

std::vector<std::string> CoreDriver::take_log() {
  const std::vector<std::string> lines = log_.lines();
  std::vector<std::string> fresh(lines.begin() + static_cast<std::ptrdiff_t>(log_lines_taken_), lines.end());
  log_lines_taken_ = lines.size();
  return fresh;
}

}  // namespace eddyline::jobmanager::tests
