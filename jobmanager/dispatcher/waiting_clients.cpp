#include "jobmanager/dispatcher/waiting_clients.hpp"

namespace eddyline::jobmanager {

Status WaitingClients::add(JobId job, PeerId client, schemas::RequestId request) {
  size_t& count = requests_of_client_[client];
  if (count >= kRequestsOfClientMax) {
    return validation_error("A client may wait for the end of " + std::to_string(kRequestsOfClientMax) +
                            " jobs at a time.");
  }
  ++count;
  by_job_.emplace(job, Request{client, request});
  return {};
}

void WaitingClients::remove_client(PeerId client) {
  if (requests_of_client_.erase(client) == 0) return;
  std::erase_if(by_job_, [&](const auto& entry) { return entry.second.client == client; });
}

void WaitingClients::tell(const schemas::JobSummary& ended, Outbox& outbox) {
  const auto [first, last] = by_job_.equal_range(ended.job);
  for (auto entry = first; entry != last; ++entry) {
    outbox.to_client(entry->second.client, schemas::JobList{entry->second.request, {ended}});
    --requests_of_client_[entry->second.client];
  }
  by_job_.erase(first, last);
}

}  // namespace eddyline::jobmanager
