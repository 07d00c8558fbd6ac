#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include "common/file/text_output.hpp"

namespace eddyline::programs {

/// Writes what became of failed jobs on a thread of its own: a standard error that takes nothing holds up nobody else.
///
/// No more texts wait than jobs fail; the script, which writes to the same output, starts none while that is blocked.
///
/// Thread   start(): one, before the first text; the rest: any.
class FailureReports {
 public:
  /// Borrowed.
  explicit FailureReports(TextOutput& messages) : messages_(messages) {}
  /// Writes what is left.
  ~FailureReports();
  FailureReports(const FailureReports&) = delete;
  FailureReports& operator=(const FailureReports&) = delete;

  /// Nothing to do for one that has been started.
  /// Errors   kIoError: the system has no thread left.
  Status start();
  /// Does not wait.
  void post(std::string text);
  /// Until all that was posted is written.
  void flush();

 private:
  void write_all();

  TextOutput& messages_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  bool writing_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace eddyline::programs
