#include "common/fault/fault_point.hpp"

#include <charconv>
#include <csignal>

namespace eddyline {
namespace {

/// What is armed; written before other threads run.
std::string armed_name;
std::atomic<uint64_t> passes_left{0};

}  // namespace

Status FaultPoint::arm(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(':'));
  uint64_t times = 1;
  if (name.size() < text.size()) {
    const std::string_view count = text.substr(name.size() + 1);
    const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), times);
    if (error != std::errc() || end != count.data() + count.size() || times == 0) {
      return configuration_error("a fault point is armed by 'name' or 'name:times' with times from 1 on, not by '" + std::string(text) + "'");
    }
  }
  armed_name = name;
  passes_left.store(times);
  is_armed_.store(!name.empty());
  return Status();
}

void FaultPoint::passed_armed() const {
  if (name_ == armed_name && passes_left.fetch_sub(1) == 1) ::raise(SIGKILL);
}

}  // namespace eddyline
