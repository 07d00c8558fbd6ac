#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace eddyline {

/// A child process of the test's own program, talked to by lines. Forked before the test has threads; killed at its end.
class ForkedProcess {
 public:
  /// What a child uses to talk to its test.
  struct Lines {
    int in;
    int out;
    void write(const std::string& line) const;
    /// Waits for a line; empty after half a minute or at the end.
    std::string read() const;
  };

  /// Runs `body` in the child, which ends with the status that it returns.
  explicit ForkedProcess(const std::function<int(const Lines&)>& body);
  ~ForkedProcess();
  ForkedProcess(const ForkedProcess&) = delete;
  ForkedProcess& operator=(const ForkedProcess&) = delete;

  const Lines& lines() const { return lines_; }
  void signal(int number) const;
  /// Waits for the child's end; its status, or -1 if a signal ended it.
  int wait();

 private:
  pid_t pid_ = -1;
  Lines lines_{-1, -1};
};

}  // namespace eddyline
