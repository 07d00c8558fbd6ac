#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "common/base/status.hpp"
#include "jobmanager/core/job_manager_core.hpp"

namespace eddyline::jobmanager {

/// How other threads get at the core: they put a question into its queue and wait for the answer.
///
/// Thread   any but the core's.
class CoreAccess {
 public:
  using Task = std::function<void(JobManagerCore&, Moment)>;
  virtual ~CoreAccess() = default;
  /// Runs the task on the core's thread, some time; false when it does not take tasks any more.
  virtual bool post(Task task) = 0;

  /// What the question gives. It may run after this has given up, and must own what it needs.
  /// Errors   kUnavailable when there is no answer within `limit`.
  template <class T>
  Result<T> ask(std::function<T(JobManagerCore&, Moment)> question, std::chrono::milliseconds limit) {
    struct Answer {
      std::mutex mutex;
      std::condition_variable given;
      std::optional<T> value;
    };
    const auto answer = std::make_shared<Answer>();
    const bool taken = post([answer, question = std::move(question)](JobManagerCore& core, Moment now) {
      T value = question(core, now);
      {
        const std::lock_guard lock(answer->mutex);
        answer->value = std::move(value);
      }
      answer->given.notify_one();
    });
    if (!taken) return Status(ErrorCode::kUnavailable, "The job manager is shutting down.");
    std::unique_lock lock(answer->mutex);
    if (!answer->given.wait_for(lock, limit, [&] { return answer->value.has_value(); })) {
      return Status(ErrorCode::kUnavailable, "The job manager has not answered in time.");
    }
    return *std::move(answer->value);
  }
};

}  // namespace eddyline::jobmanager
