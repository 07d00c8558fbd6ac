#include "jobmanager/dispatcher/submitted_jobs.hpp"

#include <algorithm>

namespace eddyline::jobmanager {

void SubmittedJobs::note_end(const schemas::JobSummary& job) {
  const auto node = clients_.extract(job.job);
  if (node.empty()) return;
  std::deque<schemas::JobSummary>& ends = ends_[node.mapped()];
  ends.push_back(job);
  if (ends.size() > kEndsOfClientMax) ends.pop_front();
}

const schemas::JobSummary* SubmittedJobs::find(PeerId client, JobId job) const {
  const auto ends = ends_.find(client);
  if (ends == ends_.end()) return nullptr;
  const auto found = std::ranges::find(ends->second, job, &schemas::JobSummary::job);
  return found == ends->second.end() ? nullptr : &*found;
}

void SubmittedJobs::remove_client(PeerId client) {
  ends_.erase(client);
  std::erase_if(clients_, [&](const auto& entry) { return entry.second == client; });
}

}  // namespace eddyline::jobmanager
