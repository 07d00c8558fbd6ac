#include "common/net/departed_names.hpp"

namespace eddyline {
namespace {

// From the event of a connection's end until its last messages have passed between two threads.
constexpr std::chrono::seconds kKept{1};

}  // namespace

void DepartedNames::add(const std::string& routing_id, NetworkTime now) {
  if (names_.insert(routing_id).second) in_order_.emplace_back(now, routing_id);
}

void DepartedNames::forget_old(NetworkTime now) {
  while (!in_order_.empty() && in_order_.front().first + kKept < now) {
    names_.erase(in_order_.front().second);
    in_order_.pop_front();
  }
}

}  // namespace eddyline
