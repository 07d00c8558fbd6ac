#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <variant>
#include <vector>

#include "common/clock/clock.hpp"
#include "common/logging/captured_log.hpp"
#include "jobmanager/core/job_manager_core.hpp"
#include "tests/unit/jobmanager/core/test_plan_reader.hpp"

namespace eddyline::jobmanager::tests {

struct Disconnected {};
/// What the job manager has said to one peer.
struct Said {
  PeerId peer;
  std::variant<schemas::ToExecutor, schemas::ToClient, Disconnected> what;
};

/// Keeps what is said, and fails the test when it is said to a peer that is not there.
class RecordingOutbox final : public Outbox {
 public:
  void to_executor(PeerId executor, schemas::ToExecutor message) override { keep(executor, std::move(message)); }
  void to_executors(std::span<const PeerId> executors, schemas::ToExecutor message) override {
    for (const PeerId executor : executors) keep(executor, message);
  }
  void to_client(PeerId client, schemas::ToClient message) override { keep(client, std::move(message)); }
  void disconnect(PeerId peer) override {
    keep(peer, Disconnected());
    there_.erase(peer);
  }

  void note_connect(PeerId peer) { there_.insert(peer); }
  void note_disconnect(PeerId peer) { there_.erase(peer); }
  bool is_there(PeerId peer) const { return there_.contains(peer); }
  std::vector<Said> take() { return std::exchange(said_, {}); }

 private:
  template <class What>
  void keep(PeerId peer, What what);

  std::set<PeerId> there_;
  std::vector<Said> said_;
};

/// The real core on a virtual clock.
class CoreDriver {
 public:
  explicit CoreDriver(uint64_t seed, const CoreSettings& settings = {});

  PeerId connect();
  void say(PeerId peer, schemas::ToJobManager message);
  void say_nonsense(PeerId peer) { core_.on_malformed_message(peer, data_error("no message"), now()); }
  /// The connection is cut.
  void cut(PeerId peer, const std::string& why);
  bool is_there(PeerId peer) const { return outbox_.is_there(peer); }
  /// Plans are read at once, unless they are held.
  void hold_plans() { hold_plans_ = true; }
  /// The plan that was held first; false if there is none.
  bool read_plan();
  /// Time goes on, with a tick whenever the core wants one.
  void advance(std::chrono::milliseconds by);

  JobManagerCore& core() { return core_; }
  Moment now() const { return {ProcessingTime(clock_.now()), steady_}; }
  std::vector<Said> take() { return outbox_.take(); }
  /// Log lines since it was last asked.
  std::vector<std::string> take_log();

 private:
  VirtualClock clock_{ProcessingTime(1'000'000)};
  std::chrono::milliseconds steady_{5000};
  CapturedLog log_;
  size_t log_lines_taken_ = 0;
  TestPlanRequests plans_;
  bool hold_plans_ = false;
  RecordingOutbox outbox_;
  JobManagerCore core_;
  uint64_t next_peer_ = 1;
};

}  // namespace eddyline::jobmanager::tests
