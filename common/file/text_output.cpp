#include "common/file/text_output.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace eddyline {
namespace {

/// Waits until a descriptor that was set to non-blocking (a terminal shared with another program) takes bytes again.
void wait_writable(int descriptor) {
  pollfd waiting{descriptor, POLLOUT, 0};
  static_cast<void>(poll(&waiting, 1, -1));
}

}  // namespace

Status FileDescriptorOutput::write(std::string_view text) {
  const std::lock_guard lock(mutex_);
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_writable(descriptor_);
    } else if (errno != EINTR) {
      return io_error("Cannot write to " + std::string(name_) + ": " + std::strerror(errno));
    }
  }
  return {};
}

}  // namespace eddyline
