#include "taskexecutor/exchange/remote/credit_grants.hpp"

#include <algorithm>

#include "taskexecutor/exchange/remote/frame_making.hpp"

namespace eddyline::taskexecutor {

void CreditGrants::add(const WriterLink& link, const CreditGrant& grant) {
  waiting_.push_back({&link, grant});
  if (waiting_.size() >= kWaitingMax) flush();
}

void CreditGrants::flush() {
  while (!waiting_.empty()) {
    const WriterLink* const link = waiting_.front().link;
    const auto others = std::stable_partition(waiting_.begin(), waiting_.end(),
                                              [link](const Waiting& waiting) { return waiting.link != link; });
    together_.clear();
    for (auto each = others; each != waiting_.end(); ++each) together_.push_back(each->grant);
    waiting_.erase(others, waiting_.end());
    link->network->send(link->peer, grants_frame(link->attempt, together_));
  }
}

}  // namespace eddyline::taskexecutor
