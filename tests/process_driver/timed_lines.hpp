#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/process_driver/child_process.hpp"

namespace eddyline::tests {

/// A line of a file and when it was there to be read.
struct TimedLine {
  std::chrono::system_clock::time_point seen;
  std::string file;
  std::string text;
};

/// Follows the files of a folder whose names match, as `tail -f` does: woken by the kernel at each write.
///
/// Thread   any.
class TimedLines {
 public:
  /// Files whose names contain `part` and end in `ending`; also those that come later.
  TimedLines(std::string folder, std::string part, std::string ending);
  ~TimedLines();
  TimedLines(const TimedLines&) = delete;
  TimedLines& operator=(const TimedLines&) = delete;

  std::vector<TimedLine> lines() const;
  /// Until a line for which `wanted` holds is there; the first such.
  std::optional<TimedLine> wait_for(const std::function<bool(const TimedLine&)>& wanted,
                                    std::chrono::milliseconds limit = kPatience) const;
  /// Until a line contains the text.
  std::optional<TimedLine> wait_for(const std::string& text, std::chrono::milliseconds limit = kPatience) const;

 private:
  struct Followed {
    std::streamoff offset = 0;
    std::string unfinished;
  };
  void follow();
  void read_all();
  void read_new(const std::string& name, Followed& file);

  const std::string folder_;
  const std::string part_;
  const std::string ending_;
  int changes_ = -1;
  int stop_ = -1;
  std::map<std::string, Followed> files_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::vector<TimedLine> lines_;
  std::thread thread_;
};

}  // namespace eddyline::tests
