#include "common/file/text_output.hpp"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "common/base/check.hpp"

namespace eddyline {
namespace {

bool is_pipe_or_terminal(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || isatty(descriptor) == 1);
}

int reopen_unblocked(int descriptor) {
  if (!is_pipe_or_terminal(descriptor)) return -1;
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  return ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

/// Files and null devices take everything; a pipe or socket that says it has room takes PIPE_BUF bytes.
size_t largest_unwaiting_write(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return SSIZE_MAX;
  const bool waits = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || isatty(descriptor) == 1;
  return waits ? PIPE_BUF : SSIZE_MAX;
}

}  // namespace

FileDescriptorOutput::FileDescriptorOutput(int descriptor, std::string_view name)
    : descriptor_(descriptor),
      name_(name),
      unblocked_(reopen_unblocked(descriptor)),
      bytes_at_once_(unblocked_ >= 0 ? SSIZE_MAX : largest_unwaiting_write(descriptor)),
      given_up_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  CHECK(given_up_ >= 0) << "no descriptor for giving up " << name_ << ": " << std::strerror(errno);
}

FileDescriptorOutput::~FileDescriptorOutput() {
  ::close(given_up_);
  if (unblocked_ >= 0) ::close(unblocked_);
}

Status FileDescriptorOutput::write(std::string_view text) {
  const std::lock_guard lock(mutex_);
  // What follows a text that was cut would read as its end.
  if (dropped()) return drop();
  const bool may_wait = bytes_at_once_ == PIPE_BUF;
  const int descriptor = unblocked_ >= 0 ? unblocked_ : descriptor_;
  while (!text.empty()) {
    if (may_wait && !wait_writable()) return drop();
    const ssize_t written = ::write(descriptor, text.data(), std::min(text.size(), bytes_at_once_));
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!wait_writable()) return drop();
    } else if (errno != EINTR) {
      return io_error("Cannot write to " + std::string(name_) + ": " + std::strerror(errno));
    }
  }
  return {};
}

void FileDescriptorOutput::give_up_after(std::chrono::milliseconds grace) {
  const MonotonicClock::duration end = MonotonicClock::now().time_since_epoch() + grace;
  MonotonicClock::duration for_ever = MonotonicClock::duration::max();
  if (!patience_ends_.compare_exchange_strong(for_ever, end)) return;
  const uint64_t one = 1;
  CHECK(::write(given_up_, &one, sizeof(one)) == sizeof(one)) << "giving up " << name_;
}

/// -1: for ever.
int FileDescriptorOutput::milliseconds_left() const {
  const MonotonicClock::duration end = patience_ends_.load();
  if (end == MonotonicClock::duration::max()) return -1;
  const auto left = end - MonotonicClock::now().time_since_epoch();
  return static_cast<int>(std::max<int64_t>(0, std::chrono::ceil<std::chrono::milliseconds>(left).count()));
}

int FileDescriptorOutput::poll_timeout() const {
  const int patience = milliseconds_left();
  if (call_ == nullptr) return patience;
  const int interval = static_cast<int>(interval_.count());
  return patience < 0 ? interval : std::min(patience, interval);
}

/// False once patience has ended.
bool FileDescriptorOutput::wait_writable() {
  while (true) {
    const bool patient = milliseconds_left() < 0;
    pollfd waiting[] = {{unblocked_ >= 0 ? unblocked_ : descriptor_, POLLOUT, 0}, {given_up_, POLLIN, 0}};
    // Once given up only the time counts.
    const int ready = poll(waiting, patient ? 2 : 1, poll_timeout());
    if (waiting[0].revents != 0) return true;
    if (ready == 0 && milliseconds_left() == 0) return false;
    if (ready == 0 && patient && call_ != nullptr) call_();
  }
}

void FileDescriptorOutput::while_waiting(std::chrono::milliseconds interval, std::function<void()> call) {
  interval_ = interval;
  call_ = std::move(call);
}

Status FileDescriptorOutput::drop() {
  dropped_.store(true);
  return cancelled("What was left for " + std::string(name_) + " was dropped.");
}

}  // namespace eddyline
