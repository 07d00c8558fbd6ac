#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "common/clock/clock.hpp"
#include "taskexecutor/process/task_executor_core.hpp"

namespace eddyline::taskexecutor {

/// The one thread that drives the core: what is posted in its order, and ticks when nothing waits, so that what has arrived in
/// time is never judged late.
///
/// Thread   post(): any, also before start(). The rest: one.
class CoreThread {
 public:
  using Event = std::function<void(TaskExecutorCore& core, Moment now)>;

  /// Both are borrowed.
  CoreThread(TaskExecutorCore& core, const Clock& clock) : core_(core), clock_(clock) {}
  ~CoreThread();
  CoreThread(const CoreThread&) = delete;
  CoreThread& operator=(const CoreThread&) = delete;

  void start();
  /// Dropped once the thread has ended.
  void post(Event event);
  /// What waits is dropped. Returns when the core is left alone.
  void stop();

 private:
  void run();
  Moment now() const;

  TaskExecutorCore& core_;
  const Clock& clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Event> events_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace eddyline::taskexecutor
