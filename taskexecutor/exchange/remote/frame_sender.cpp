#include "taskexecutor/exchange/remote/frame_sender.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/base/check.hpp"
#include "common/net/data_frame.hpp"

namespace eddyline::taskexecutor {
namespace {

/// So that one is filled while others are under way.
constexpr size_t kMessagesInWindow = 4;

/// What keeps a sent message's memory, and tells the window when the network has done with it.
class SentMessage {
 public:
  SentMessage(BufferPtr buffer, std::shared_ptr<SendWindow> window)
      : buffer_(std::move(buffer)), window_(std::move(window)), bytes_(static_cast<int64_t>(buffer_->capacity())) {
    window_->take(bytes_);
  }
  ~SentMessage() { window_->release(bytes_); }
  SentMessage(const SentMessage&) = delete;
  SentMessage& operator=(const SentMessage&) = delete;

 private:
  BufferPtr buffer_;
  std::shared_ptr<SendWindow> window_;
  int64_t bytes_;
};

}  // namespace

FrameSender::~FrameSender() {
  memory_.release(Bytes(static_cast<uint64_t>(reserved_)));
}

void FrameSender::add_channel(const ChannelLimits& limits) {
  window_->widen(static_cast<int64_t>(limits.own_bytes.value()));
  window_bytes_max_ += static_cast<int64_t>(limits.remote_bytes.value());
  fit_messages();
}

bool FrameSender::widen() {
  const int64_t bytes = window_->bytes_max();
  const int64_t more = std::min(bytes, window_bytes_max_ - bytes);
  if (more <= 0) return false;
  if (!memory_.reserve(Bytes(static_cast<uint64_t>(more))).ok()) {
    // Asked no more: the window would be found full again and again.
    window_bytes_max_ = bytes;
    return false;
  }
  reserved_ += more;
  window_->widen(more);
  fit_messages();
  return true;
}

void FrameSender::fit_messages() {
  message_bytes_max_ = std::min(kMessageBytesMax, static_cast<size_t>(window_->bytes_max()) / kMessagesInWindow);
}

void FrameSender::connect(Network& network, PeerId peer) {
  network_ = &network;
  peer_ = peer;
}

std::span<uint8_t> FrameSender::add(size_t bytes) {
  const size_t begin = next_data_frame(used_);
  if (message_ != nullptr && begin + bytes > std::min(message_->capacity(), message_bytes_max_)) {
    send();
    next_bytes_ = std::min(2 * next_bytes_, message_bytes_max_);
  }
  if (message_ == nullptr) {
    next_bytes_ = std::max(bytes, next_bytes_);
    message_ = allocate_buffer(next_bytes_);
    used_ = bytes;
    return {message_->data(), bytes};
  }
  std::memset(message_->data() + used_, 0, begin - used_);
  used_ = begin + bytes;
  return {message_->data() + begin, bytes};
}

void FrameSender::flush() {
  if (message_ == nullptr) return;
  next_bytes_ = std::min(used_, message_bytes_max_);
  send();
}

void FrameSender::send() {
  CHECK(network_ != nullptr) << "a frame for an executor that is not connected";
  const std::span<const uint8_t> bytes(message_->data(), used_);
  network_->send(peer_, {.owner = std::make_shared<SentMessage>(std::move(message_), window_), .bytes = bytes});
  message_ = nullptr;
  used_ = 0;
}

}  // namespace eddyline::taskexecutor
