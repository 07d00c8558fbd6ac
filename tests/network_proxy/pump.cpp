#include "tests/network_proxy/pump.hpp"

#include <sys/socket.h>

#include <cerrno>

namespace eddyline {

bool Pump::move() {
  if (wants_read() && !read()) return false;
  return !wants_write() || write();
}

bool Pump::read() {
  const ssize_t count = ::recv(from_, bytes_.data(), bytes_.size(), 0);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  begin_ = 0;
  end_ = static_cast<size_t>(count);
  is_at_end_ = count == 0;
  if (is_at_end_) ::shutdown(to_, SHUT_WR);
  return true;
}

bool Pump::write() {
  const ssize_t count = ::send(to_, bytes_.data() + begin_, end_ - begin_, MSG_NOSIGNAL);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  begin_ += static_cast<size_t>(count);
  moved_bytes_ += static_cast<uint64_t>(count);
  return true;
}

}  // namespace eddyline
