#include "common/net/poller.hpp"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace eddyline {
namespace {

constexpr size_t kEventsAtOnce = 64;
constexpr std::chrono::milliseconds kWaitMax{60'000};

Status system_error() {
  return io_error(std::strerror(errno));
}

}  // namespace

PollEntry::PollEntry(int poll_set, int descriptor, PollSource source)
    : poll_set_(poll_set), descriptor_(descriptor), source_(std::make_unique<PollSource>(source)) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = source_.get();
  if (epoll_ctl(poll_set, EPOLL_CTL_ADD, descriptor, &event) != 0) {
    status_ = system_error();
    descriptor_ = -1;
  }
}

PollEntry::PollEntry(PollEntry&& other) noexcept
    : poll_set_(other.poll_set_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      source_(std::move(other.source_)),
      status_(other.status_) {}

PollEntry::~PollEntry() {
  if (descriptor_ >= 0) epoll_ctl(poll_set_, EPOLL_CTL_DEL, descriptor_, nullptr);
}

Result<std::unique_ptr<Poller>> Poller::open() {
  const int poll_set = epoll_create1(EPOLL_CLOEXEC);
  if (poll_set < 0) return system_error().with_context("the network cannot be started");
  return std::unique_ptr<Poller>(new Poller(poll_set));
}

Poller::~Poller() {
  ::close(poll_set_);
}

Result<PollEntry> Poller::add(int descriptor, PollSource source) {
  PollEntry entry(poll_set_, descriptor, source);
  RETURN_IF_ERROR(entry.status());
  return entry;
}

void Poller::wait(std::chrono::nanoseconds timeout, std::vector<PollSource>& readable) {
  readable.clear();
  std::array<epoll_event, kEventsAtOnce> events;
  const auto milliseconds = std::min(std::chrono::ceil<std::chrono::milliseconds>(timeout), kWaitMax);
  const int count = epoll_wait(poll_set_, events.data(), static_cast<int>(events.size()),
                               static_cast<int>(std::max<int64_t>(milliseconds.count(), 0)));
  for (int i = 0; i < count; ++i)
    readable.push_back(*static_cast<PollSource*>(events[static_cast<size_t>(i)].data.ptr));
}

}  // namespace eddyline
