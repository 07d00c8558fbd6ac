#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "checkpoint/storage/state_file.hpp"
#include "common/columnar/batch.hpp"
#include "common/concurrency/wakeup.hpp"
#include "state/snapshot.hpp"

namespace eddyline::taskexecutor {

/// Runs work beside the tasks, each once, in any order.
using RunBeside = std::function<void(std::function<void()>)>;

/// The rows of one operator's keyed state on their way from the task into a file: encoded and written beside the task, in order,
/// by one thread at a time. Kept alive by what is under way.
///
/// Thread   the subtask's; queued_bytes(): any.
class StateWriting final : public state::SnapshotRows, public std::enable_shared_from_this<StateWriting> {
 public:
  using Done = std::function<void(Result<checkpoint::SavedBytes>)>;

  /// `done`: called once, beside the task, after finish() and when all is on disk, or has failed; never after abandon() has come first.
  /// `reader`: woken when the writers have taken all there was.
  StateWriting(checkpoint::StateFileWriter file, RunBeside run_beside, Done done, WakeupPtr reader);

  void add(size_t state, Batch rows) override;
  /// No rows come any more.
  void finish();
  /// Nobody needs the rows: those that wait are dropped.
  void abandon();
  /// That the writers have still to take: who hands rows on without need holds back while it is much.
  size_t queued_bytes() const { return queued_bytes_.load(std::memory_order_relaxed); }

 private:
  struct Rows {
    size_t state = 0;
    Batch batch;
    size_t bytes = 0;
  };
  void begin_work(std::unique_lock<std::mutex> lock);
  void work();
  bool work_once();

  const RunBeside run_beside_;
  const Done done_;
  const WakeupPtr reader_;
  std::atomic<size_t> queued_bytes_{0};
  std::mutex mutex_;
  std::deque<Rows> queue_;
  bool working_ = false;
  bool finished_ = false;
  bool abandoned_ = false;
  // Of whoever works.
  checkpoint::StateFileWriter file_;
  Status failure_;
};

}  // namespace eddyline::taskexecutor
