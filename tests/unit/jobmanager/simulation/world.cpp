#include "tests/unit/jobmanager/simulation/world.hpp"

#include <gtest/gtest.h>

namespace eddyline::jobmanager::tests {

using std::chrono::milliseconds;

World::World(uint64_t seed, bool liars) : random_(seed), liars_(liars), driver_(seed) {
  driver_.hold_plans();
}

World::Peer& World::add_peer() {
  const PeerId id = driver_.connect();
  Peer& peer = peers_[id];
  peer.id = id;
  return peer;
}

void World::add_executor() {
  Peer& peer = add_peer();
  // Names come again after a loss, and sometimes before it is known.
  const uint64_t name = random_.below(4) == 0 ? random_.below(executors_made_ + 1) : executors_made_++;
  peer.executor = std::make_unique<ModelExecutor>(schemas::ExecutorId("executor-" + std::to_string(name)),
                                                  static_cast<uint16_t>(1 + name), 1 + random_.below(4), random_);
}

void World::add_client() {
  Peer& peer = add_peer();
  peer.client = std::make_unique<ModelClient>(random_);
}

void World::add_liar() {
  Peer& peer = add_peer();
  const std::string name = "liar-" + std::to_string(executors_made_);
  peer.lies.push_back(schemas::RegisterExecutor{
      {schemas::ExecutorId(name), "localhost", static_cast<uint16_t>(60000 - executors_made_++)}, 2, std::nullopt, 1, ""});
}

void World::lie(Peer& liar) {
  if (attempts_.empty()) return;
  const schemas::AttemptId attempt = attempts_[random_.below(attempts_.size())];
  const schemas::SubtaskId subtask{VertexId(random_.below(4)), SubtaskIndex(random_.below(4))};
  switch (random_.below(6)) {
    case 0:
      liar.lies.push_back(schemas::JobDeployed{attempt, random_.below(2) == 0 ? Status() : io_error("a lie")});
      break;
    case 1:
      liar.lies.push_back(
          schemas::FetchedRows{.request = schemas::RequestId(random_.below(50)), .result = {}, .batches = {}});
      break;
    case 2:
      liar.lies.push_back(schemas::ListJobs{});
      break;
    case 3:
      liar.lies.push_back(schemas::SubmitJob{{}, "lie", "v:1", {}, false});
      break;
    default:
      liar.lies.push_back(
          schemas::SubtaskChanged{attempt, subtask, static_cast<schemas::SubtaskState>(random_.below(9)), {}, {}});
  }
}

void World::cut(PeerId id) {
  driver_.cut(id, "cut by the simulation");
  peers_.erase(id);
  collect_what_was_said();
}

World::Peer* World::any_peer() {
  if (peers_.empty()) return nullptr;
  auto peer = peers_.begin();
  std::advance(peer, random_.below(peers_.size()));
  return &peer->second;
}

void World::collect_what_was_said() {
  for (Said& said : driver_.take()) {
    const auto peer = peers_.find(said.peer);
    if (peer == peers_.end()) continue;
    if (std::holds_alternative<Disconnected>(said.what)) {
      peers_.erase(peer);
      continue;
    }
    if (auto* message = std::get_if<schemas::ToClient>(&said.what)) {
      ASSERT_NE(peer->second.client, nullptr) << "an executor is answered as a client";
      peer->second.incoming.emplace_back(std::move(*message));
      continue;
    }
    auto& message = std::get<schemas::ToExecutor>(said.what);
    if (const auto* order = std::get_if<schemas::DeployJob>(&message)) attempts_.push_back(order->attempt);
    peer->second.incoming.emplace_back(std::move(message));
  }
}

bool World::deliver(Peer& peer) {
  if (peer.frozen) return false;
  if (!peer.incoming.empty() && (peer.outgoing().empty() || random_.below(2) == 0)) {
    const auto message = std::move(peer.incoming.front());
    peer.incoming.pop_front();
    if (peer.executor) peer.executor->receive(std::get<schemas::ToExecutor>(message));
    if (peer.client) peer.client->receive(std::get<schemas::ToClient>(message));
    return true;
  }
  if (peer.outgoing().empty()) return false;
  schemas::ToJobManager message = std::move(peer.outgoing().front());
  peer.outgoing().pop_front();
  driver_.say(peer.id, std::move(message));
  collect_what_was_said();
  return true;
}

void World::step() {
  const uint64_t dice = random_.below(1000);
  if (dice < 10) return add_executor();
  if (dice < 15) return add_client();
  if (dice < 18 && liars_) return add_liar();
  if (dice >= 960) {
    read_plan();
    return;
  }
  Peer* const peer = any_peer();
  if (peer == nullptr) return;
  if (dice < 24) return cut(peer->id);
  if (dice < 26) {
    peer->frozen = true;
  } else if (dice < 200) {
    if (peer->executor) peer->executor->live();
    if (peer->client) peer->client->live();
    if (!peer->executor && !peer->client) lie(*peer);
  } else if (dice < 260) {
    driver_.advance(milliseconds(random_.below(3000)));
    collect_what_was_said();
  } else {
    deliver(*peer);
  }
}

bool World::read_plan() {
  const bool read = driver_.read_plan();
  collect_what_was_said();
  return read;
}

void World::deliver_all() {
  for (bool any = true; any;) {
    any = read_plan();
    std::vector<PeerId> ids;
    for (const auto& [id, peer] : peers_) ids.push_back(id);
    for (const PeerId id : ids) {
      const auto peer = peers_.find(id);
      if (peer != peers_.end() && deliver(peer->second)) any = true;
    }
  }
}

void World::expect_orderly_end() {
  std::vector<PeerId> ids;
  for (const auto& [id, peer] : peers_) {
    if (!peer.executor && !peer.client) ids.push_back(id);
  }
  for (const PeerId id : ids) cut(id);
  for (auto& [id, peer] : peers_) peer.frozen = false;
  deliver_all();
  for (auto& [id, peer] : peers_) {
    if (peer.client) peer.client->cancel_all();
  }
  deliver_all();
  // Of clients that are gone.
  for (const JobView& job : driver_.core().dispatcher().jobs()) {
    static_cast<void>(driver_.core().cancel_job(job.summary.job, driver_.now()));
    collect_what_was_said();
  }
  // Longer than any wait: of slots, clients, rows.
  for (int round = 0; round < 120; ++round) {
    deliver_all();
    driver_.advance(milliseconds(5000));
    collect_what_was_said();
  }
  deliver_all();
  for (const JobView& job : driver_.core().dispatcher().jobs()) {
    EXPECT_TRUE(schemas::is_terminal(job.summary.state)) << schemas::job_state_name(job.summary.state);
  }
  const ClusterView cluster = driver_.core().cluster();
  EXPECT_EQ(cluster.free_slots, cluster.slots);
  for (const auto& [id, peer] : peers_) {
    if (peer.executor) peer.executor->expect_idle();
    if (peer.client) peer.client->expect_answered();
  }
}

}  // namespace eddyline::jobmanager::tests
