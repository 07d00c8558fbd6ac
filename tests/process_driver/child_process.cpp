#include "tests/process_driver/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "common/base/check.hpp"

namespace eddyline::tests {
namespace {

/// The test's environment with `changes` over it, as exec takes it.
std::vector<std::string> environment_with(const std::map<std::string, std::string>& changes) {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (!changes.contains(std::string(text.substr(0, text.find('='))))) entries.emplace_back(text);
  }
  for (const auto& [name, value] : changes) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Ends of the child's standard streams: the test's and the child's.
struct Streams {
  int input = -1;
  int output = -1;
  int child_input = -1;
  int child_output = -1;
};

Streams open_pipes() {
  int in[2];
  int out[2];
  CHECK(pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0) << std::strerror(errno);
  return {.input = in[1], .output = out[0], .child_input = in[0], .child_output = out[1]};
}

Streams open_pseudo_terminal() {
  winsize size{.ws_row = 40, .ws_col = 120, .ws_xpixel = 0, .ws_ypixel = 0};
  int master = -1;
  int slave = -1;
  CHECK(openpty(&master, &slave, nullptr, nullptr, &size) == 0) << std::strerror(errno);
  fcntl(master, F_SETFD, FD_CLOEXEC);
  fcntl(slave, F_SETFD, FD_CLOEXEC);
  return {.input = master, .output = fcntl(master, F_DUPFD_CLOEXEC, 0), .child_input = slave, .child_output = slave};
}

pid_t spawn(ChildProcess::Parts& parts, const Streams& streams) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (parts.terminal == ChildProcess::Terminal::kPseudo) {
    // Opened by the leader of the new session, it becomes that session's terminal: Ctrl+C reaches the child.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, ttyname(streams.child_input), O_RDWR, 0);
  } else {
    posix_spawn_file_actions_adddup2(&actions, streams.child_input, STDIN_FILENO);
  }
  posix_spawn_file_actions_adddup2(&actions, streams.child_output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.child_output, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, parts.folder.c_str());

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // What the test blocks or ignores is not for the child.
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<std::string> environment = environment_with(parts.environment);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, parts.command[0].c_str(), &actions, &attributes,
                                 pointers_to(parts.command).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  CHECK(error == 0) << "cannot start " << parts.command[0] << ": " << std::strerror(error);
  return pid;
}

}  // namespace

ChildProcess::ChildProcess(Parts parts) : stop_reading_(eventfd(0, EFD_CLOEXEC)) {
  // What is written to a process that has ended is an error here, not the end of the tests.
  ::signal(SIGPIPE, SIG_IGN);
  const Streams streams = parts.terminal == Terminal::kPseudo ? open_pseudo_terminal() : open_pipes();
  input_ = streams.input;
  output_ = streams.output;
  pid_ = spawn(parts, streams);
  close(streams.child_output);
  if (streams.child_input != streams.child_output) close(streams.child_input);
  reader_ = std::thread([this] { read_output(); });
}

ChildProcess::~ChildProcess() {
  if (!exit_code_.has_value()) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  // Daemons that it left behind may still hold the other end of the output.
  eventfd_write(stop_reading_, 1);
  reader_.join();
  close_input();
  close(output_);
  close(stop_reading_);
}

void ChildProcess::write(std::string_view text) {
  CHECK(write_what_is_read(text)) << "the process takes no input any more";
}

bool ChildProcess::write_what_is_read(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(input_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EPIPE) return false;
    CHECK(count > 0) << "the process takes no input: " << std::strerror(errno);
    text.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

void ChildProcess::close_input() {
  if (input_ >= 0) close(std::exchange(input_, -1));
}

void ChildProcess::resize(uint16_t rows, uint16_t columns) const {
  const winsize size{.ws_row = rows, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  CHECK(ioctl(input_, TIOCSWINSZ, &size) == 0) << std::strerror(errno);
}

void ChildProcess::signal(int number) const {
  CHECK(!exit_code_.has_value()) << "the process has ended, its id may be another one's";
  kill(pid_, number);
}

void ChildProcess::read_output() {
  char buffer[4096];
  pollfd watched[] = {{.fd = output_, .events = POLLIN, .revents = 0},
                      {.fd = stop_reading_, .events = POLLIN, .revents = 0}};
  while (true) {
    if (poll(watched, 2, -1) < 0 && errno == EINTR) continue;
    if (watched[1].revents != 0) return;
    const ssize_t count = read(output_, buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    const std::lock_guard lock(mutex_);
    // A pseudo-terminal ends with an error.
    if (count > 0) text_.append(buffer, static_cast<size_t>(count));
    output_ended_ = count <= 0;
    changed_.notify_all();
    if (output_ended_) return;
  }
}

std::string ChildProcess::output() const {
  const std::lock_guard lock(mutex_);
  return text_;
}

std::optional<size_t> ChildProcess::wait_for(std::string_view text, size_t from,
                                             std::chrono::milliseconds limit) const {
  std::unique_lock lock(mutex_);
  size_t found = std::string::npos;
  changed_.wait_for(lock, limit, [&] {
    found = text_.find(text, from);
    return found != std::string::npos || output_ended_;
  });
  if (found == std::string::npos) return std::nullopt;
  return found + text.size();
}

std::optional<int> ChildProcess::wait_for_end(std::chrono::milliseconds limit) {
  if (exit_code_.has_value()) return exit_code_;
  pollfd process{.fd = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)), .events = POLLIN, .revents = 0};
  CHECK(process.fd >= 0) << std::strerror(errno);
  const int ended = poll(&process, 1, static_cast<int>(limit.count()));
  close(process.fd);
  if (ended <= 0) return std::nullopt;
  int status = 0;
  waitpid(pid_, &status, 0);
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  // What it printed last; a daemon that it left behind may hold the output open.
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::milliseconds(200), [&] { return output_ended_; });
  return exit_code_;
}

CommandResult run_command(ChildProcess::Parts parts, std::string_view input, std::chrono::milliseconds limit) {
  ChildProcess process(std::move(parts));
  if (!input.empty()) process.write_what_is_read(input);
  process.close_input();
  const std::optional<int> exit_code = process.wait_for_end(limit);
  return {exit_code.value_or(-1), process.output()};
}

}  // namespace eddyline::tests
