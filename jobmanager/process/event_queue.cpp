#include "jobmanager/process/event_queue.hpp"

namespace eddyline::jobmanager {
namespace {

uint64_t message_bytes(const CoreEvent& event) {
  const auto* message = std::get_if<MessageArrived>(&event);
  return message == nullptr ? 0 : message->message.bytes.size();
}

}  // namespace

bool EventQueue::push(CoreEvent event) {
  const uint64_t bytes = message_bytes(event);
  {
    const std::lock_guard lock(mutex_);
    if (closed_ || (bytes > 0 && message_bytes_ + bytes > message_bytes_max_.value())) return false;
    message_bytes_ += bytes;
    events_.push_back(std::move(event));
  }
  changed_.notify_one();
  return true;
}

std::optional<CoreEvent> EventQueue::pop(std::optional<std::chrono::steady_clock::time_point> deadline) {
  std::unique_lock lock(mutex_);
  const auto has_news = [&] { return closed_ || !events_.empty(); };
  if (deadline) {
    changed_.wait_until(lock, *deadline, has_news);
  } else {
    changed_.wait(lock, has_news);
  }
  if (events_.empty()) return std::nullopt;
  CoreEvent event = std::move(events_.front());
  events_.pop_front();
  message_bytes_ -= message_bytes(event);
  return event;
}

void EventQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

bool EventQueue::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

}  // namespace eddyline::jobmanager
