#include "common/net/command_queue.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace eddyline {

Result<std::shared_ptr<CommandQueue>> CommandQueue::open() {
  const int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (descriptor < 0) return io_error(std::string("the network cannot be started: ") + std::strerror(errno));
  return std::shared_ptr<CommandQueue>(std::unique_ptr<CommandQueue>(new CommandQueue(descriptor)));
}

CommandQueue::~CommandQueue() {
  ::close(descriptor_);
}

void CommandQueue::push(NetworkCommand command) {
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    commands_.push_back(std::move(command));
    wake = std::exchange(sleeping_, false);
  }
  // Fails only if the descriptor is readable already.
  if (wake) eventfd_write(descriptor_, 1);
}

void CommandQueue::take(std::vector<NetworkCommand>& commands) {
  CHECK(commands.empty()) << "commands left to do";
  const std::lock_guard lock(mutex_);
  commands_.swap(commands);
}

bool CommandQueue::prepare_sleep() {
  const std::lock_guard lock(mutex_);
  sleeping_ = commands_.empty();
  return sleeping_;
}

void CommandQueue::end_sleep(bool woken) {
  {
    const std::lock_guard lock(mutex_);
    sleeping_ = false;
  }
  eventfd_t count = 0;
  if (woken) eventfd_read(descriptor_, &count);
}

}  // namespace eddyline
