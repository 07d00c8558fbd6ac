#include "taskexecutor/exchange/credit_pool.hpp"

#include "taskexecutor/exchange/input_channel.hpp"

namespace eddyline::taskexecutor {

void CreditPool::give_back(int64_t bytes) {
  balance_.fetch_add(bytes, std::memory_order_seq_cst);
  if (!has_ample_credit()) return;
  starved_.take_all([this](ReportedChannel& entry) { waiting_.push_back(entry); });
  ChannelQueue still_waiting;
  while (!waiting_.empty()) {
    ReportedChannel& entry = waiting_.pop_front();
    // What is taken off may wait for slots; the channel itself relieves it then.
    if (!entry.channel->relieve_of_shared()) still_waiting.push_back(entry);
  }
  waiting_ = still_waiting;
}

}  // namespace eddyline::taskexecutor
