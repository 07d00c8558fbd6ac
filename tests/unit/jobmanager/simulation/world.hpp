#pragma once

#include <deque>
#include <map>
#include <memory>

#include "tests/unit/jobmanager/core/core_driver.hpp"
#include "tests/unit/jobmanager/simulation/model_client.hpp"
#include "tests/unit/jobmanager/simulation/model_executor.hpp"

namespace eddyline::jobmanager::tests {

/// The real core among simulated executors and clients. Messages take their time on each connection but keep their order; a
/// connection is cut at any step, with what was under way. Everything is drawn from one seed.
class World {
 public:
  /// With `liars`, executors that say anything are among them.
  World(uint64_t seed, bool liars);

  void step();
  /// No more luck, good or bad: everything is delivered, every job cancelled, and nothing may be left.
  void expect_orderly_end();

 private:
  /// One connection; exactly one of executor and client is set, none for a liar.
  struct Peer {
    PeerId id;
    std::unique_ptr<ModelExecutor> executor;
    std::unique_ptr<ModelClient> client;
    /// To this peer.
    std::deque<std::variant<schemas::ToExecutor, schemas::ToClient>> incoming;
    Outgoing lies;
    /// Takes and says nothing.
    bool frozen = false;

    Outgoing& outgoing() { return executor ? executor->outgoing() : client ? client->outgoing() : lies; }
  };

  Peer& add_peer();
  void add_executor();
  void add_client();
  void add_liar();
  void lie(Peer& liar);
  void cut(PeerId id);
  /// One message arrives somewhere; false if none is under way.
  bool deliver(Peer& peer);
  /// False if none waits.
  bool read_plan();
  void collect_what_was_said();
  void deliver_all();
  Peer* any_peer();

  Random random_;
  bool liars_;
  CoreDriver driver_;
  std::map<PeerId, Peer> peers_;
  std::vector<schemas::AttemptId> attempts_;
  uint32_t executors_made_ = 0;
};

}  // namespace eddyline::jobmanager::tests
