#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "tests/cluster/sql_files/script_messages.hpp"

namespace eddyline::sql_tests {

/// The test's end of the feeds to all its task executors.
///
/// Thread   one; the network's for what comes.
class ExecutorFeeds final : private NetworkHandler {
 public:
  ExecutorFeeds();
  ~ExecutorFeeds() override;

  uint16_t port() const { return port_; }
  /// CHECKs that they connect.
  void wait_for_executors(size_t count);

  /// To every task executor: only one whose reader has the table's split reads.
  void send(const FeedMessage& message);
  /// Until all task executors no longer have anything to do nor wake within `within_ms`: whatever was sent before has had all its
  /// effects. Gives how many subtasks have failed so far.
  /// Errors   kIoError, with the last answers: it does not come to that, or a task executor is gone.
  Result<uint64_t> wait_until_quiet(int64_t within_ms);

 private:
  /// Of every task executor.
  using Answers = std::vector<ActivityAnswer>;

  void on_connect(PeerId peer) override;
  void on_message(PeerId peer, Frame message) override;
  void on_disconnect(PeerId peer, const Status& why) override;
  Result<Answers> ask();

  std::unique_ptr<Network> network_;
  uint16_t port_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  /// The latest of each.
  std::map<PeerId, ActivityAnswer> executors_;
  Status lost_;
  int64_t round_ = 0;
};

}  // namespace eddyline::sql_tests
