#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace eddyline::tests {

/// How long a test waits for what must happen before it says that it did not: far more than it takes, since the machine may be
/// doing other work.
inline constexpr std::chrono::seconds kPatience{60};

/// A real process started by a test, with everything it prints. Killed when it goes, together with nothing else.
///
/// Thread   one.
class ChildProcess {
 public:
  enum class Terminal : uint8_t {
    kNone,    ///< standard input and output are pipes
    kPseudo,  ///< both are a pseudo-terminal of 120 by 40, where Ctrl+C is a character
  };
  struct Parts {
    /// The program, found by PATH if it has no slash, and its arguments.
    std::vector<std::string> command;
    /// Put over the test's own environment.
    std::map<std::string, std::string> environment{};
    std::string folder = ".";
    Terminal terminal = Terminal::kNone;
  };

  /// CHECKs that it could be started.
  explicit ChildProcess(Parts parts);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }
  /// CHECKs that it is taken.
  void write(std::string_view text);
  /// Until the process reads no more; false if it has not taken all.
  bool write_what_is_read(std::string_view text);
  /// The end of standard input; of a pipe only.
  void close_input();
  void signal(int number) const;
  /// Gives its pseudo-terminal another size.
  void resize(uint16_t rows, uint16_t columns) const;

  /// Standard output and standard error so far, in the order they came.
  std::string output() const;
  /// Until the output holds `text` behind its first `from` bytes: the place behind it there. None if it does not come, or the
  /// output ends without it.
  std::optional<size_t> wait_for(std::string_view text, size_t from = 0,
                                 std::chrono::milliseconds limit = kPatience) const;
  /// Until it has ended: its exit code, 128 and more for a signal. None if it runs on.
  std::optional<int> wait_for_end(std::chrono::milliseconds limit = kPatience);

 private:
  void read_output();

  pid_t pid_ = -1;
  int input_ = -1;
  int output_ = -1;
  int stop_reading_ = -1;
  std::optional<int> exit_code_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::string text_;
  bool output_ended_ = false;
  std::thread reader_;
};

/// Runs a command to its end.
struct CommandResult {
  int exit_code = -1;
  std::string output;
};
/// `input`: which it need not read. An exit code of -1: it did not end in time and was killed.
CommandResult run_command(ChildProcess::Parts parts, std::string_view input = {},
                          std::chrono::milliseconds limit = kPatience);

}  // namespace eddyline::tests
