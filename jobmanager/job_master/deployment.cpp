#include "jobmanager/job_master/deployment.hpp"

namespace eddyline::jobmanager {

Deployment::Deployment(Placement placement)
    : placement_(std::move(placement)),
      slots_(placement_.executors.size()),
      answered_(placement_.executors.size(), false),
      there_(placement_.executors.size(), true),
      unanswered_(placement_.executors.size()) {
  for (uint32_t slot = 0; slot < placement_.executor_of_slot.size(); ++slot) {
    slots_[placement_.executor_of_slot[slot]].push_back(slot);
  }
}

std::vector<PeerId> Deployment::peers() const {
  std::vector<PeerId> peers;
  for (uint32_t index = 0; index < placement_.executors.size(); ++index) {
    if (there_[index]) peers.push_back(placement_.executors[index].peer);
  }
  return peers;
}

std::optional<uint32_t> Deployment::index_of(PeerId peer) const {
  for (uint32_t index = 0; index < placement_.executors.size(); ++index) {
    if (placement_.executors[index].peer == peer && there_[index]) return index;
  }
  return std::nullopt;
}

bool Deployment::note_answer(uint32_t index) {
  if (answered_[index]) return false;
  answered_[index] = true;
  --unanswered_;
  return true;
}

void Deployment::note_loss(uint32_t index) {
  note_answer(index);
  there_[index] = false;
}

}  // namespace eddyline::jobmanager
