#include "sql/client/interruption.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "common/base/check.hpp"

namespace eddyline::sql {

Interruption::Interruption() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  CHECK(descriptor_ >= 0) << "no event descriptor: " << std::strerror(errno);
}

Interruption::~Interruption() { close(descriptor_); }

void Interruption::raise() {
  const uint64_t one = 1;
  // It cannot be full before 2^64 signals have come.
  static_cast<void>(write(descriptor_, &one, sizeof(one)));
}

void Interruption::raise_for_good() {
  for_good_.store(true);
  raise();
}

bool Interruption::raised() const {
  pollfd looked_at{.fd = descriptor_, .events = POLLIN, .revents = 0};
  return poll(&looked_at, 1, 0) > 0;
}

void Interruption::clear() {
  uint64_t count = 0;
  static_cast<void>(read(descriptor_, &count, sizeof(count)));
  // One that comes for good just now must stay.
  if (for_good_.load()) raise();
}

}  // namespace eddyline::sql
