#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline {

class Endpoint;

/// A descriptor that the network's thread sleeps on, and what it means when it is readable.
struct PollSource {
  enum class Kind { kCommands, kMessages, kEvents };
  Kind kind = Kind::kCommands;
  Endpoint* endpoint = nullptr;
};

/// Takes a descriptor out of the poll set at its end, which must come before that of the descriptor.
class PollEntry {
 public:
  PollEntry(int poll_set, int descriptor, PollSource source);
  PollEntry(PollEntry&& other) noexcept;
  PollEntry& operator=(PollEntry&&) = delete;
  ~PollEntry();

  Status status() const { return status_; }

 private:
  int poll_set_;
  int descriptor_;
  std::unique_ptr<PollSource> source_;
  Status status_;
};

/// The set of descriptors that the network's thread sleeps on.
/// Thread   one.
class Poller {
 public:
  static Result<std::unique_ptr<Poller>> open();
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  /// Errors   kIoError: the kernel takes no more.
  Result<PollEntry> add(int descriptor, PollSource source);
  /// Waits until something is readable or for `timeout`, rounded up to milliseconds; replaces `readable` with what is.
  void wait(std::chrono::nanoseconds timeout, std::vector<PollSource>& readable);

 private:
  explicit Poller(int poll_set) : poll_set_(poll_set) {}
  const int poll_set_;
};

}  // namespace eddyline
