// The one place where bytes pass between ZeroMQ's threads and ours. Its hand-offs are invisible to the thread sanitizer.
#include "common/net/message.hpp"

#include <zmq.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace eddyline {
namespace {

// Below it a copy costs less than letting go of the memory on another thread.
constexpr size_t kCopiedBytesMax = 512;

/// A part as ZeroMQ keeps it.
class Part {
 public:
  Part() { zmq_msg_init(&message_); }
  explicit Part(std::span<const uint8_t> copied) {
    CHECK(zmq_msg_init_size(&message_, copied.size()) == 0) << zmq_strerror(zmq_errno());
    if (!copied.empty()) std::memcpy(zmq_msg_data(&message_), copied.data(), copied.size());
  }
  ~Part() { zmq_msg_close(&message_); }
  Part(Part&& other) noexcept : Part() { zmq_msg_move(&message_, &other.message_); }
  Part& operator=(Part&&) = delete;

  zmq_msg_t* get() { return &message_; }
  std::span<const uint8_t> bytes() {
    return {static_cast<const uint8_t*>(zmq_msg_data(&message_)), zmq_msg_size(&message_)};
  }
  bool more() { return zmq_msg_more(&message_) != 0; }
  int descriptor() { return zmq_msg_get(&message_, ZMQ_SRCFD); }

 private:
  zmq_msg_t message_;
};

using Owner = std::shared_ptr<const void>;

void release_owner(void* /*data*/, void* owner) {
  std::unique_ptr<Owner>(static_cast<Owner*>(owner)).reset();
}

/// A part that holds the frame's owner until ZeroMQ has sent it.
Part borrowed_part(const Frame& frame) {
  Part part;
  auto owner = std::make_unique<Owner>(frame.owner);
  // ZeroMQ takes memory to change, and does not change it.
  CHECK(zmq_msg_init_data(part.get(), const_cast<uint8_t*>(frame.bytes.data()), frame.bytes.size(), release_owner,
                          owner.get()) == 0)
      << zmq_strerror(zmq_errno());
  std::ignore = owner.release();
  return part;
}

bool receive_part(Socket& socket, Part& part) {
  while (zmq_msg_recv(part.get(), socket.get(), ZMQ_DONTWAIT) < 0) {
    if (zmq_errno() == EINTR) continue;
    CHECK(zmq_errno() == EAGAIN) << zmq_strerror(zmq_errno());
    return false;
  }
  return true;
}

bool send_part(Socket& socket, Part part, bool more) {
  while (zmq_msg_send(part.get(), socket.get(), ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) < 0) {
    if (zmq_errno() == EINTR) continue;
    // Without marks that could be reached both say that the connection is gone.
    CHECK(zmq_errno() == EAGAIN || zmq_errno() == EHOSTUNREACH) << zmq_strerror(zmq_errno());
    return false;
  }
  return true;
}

bool send_routing_id(Socket& socket, const std::string& routing_id) {
  if (routing_id.empty()) return true;
  return send_part(socket, Part({reinterpret_cast<const uint8_t*>(routing_id.data()), routing_id.size()}), true);
}

bool is_own_kind(uint8_t kind) {
  return kind == static_cast<uint8_t>(Message::Kind::kPreamble) ||
         kind == static_cast<uint8_t>(Message::Kind::kSignOfLife) ||
         kind == static_cast<uint8_t>(Message::Kind::kGoodbye);
}

Frame frame_of(Part part) {
  auto owner = std::make_shared<Part>(std::move(part));
  const std::span<const uint8_t> bytes = owner->bytes();
  return {std::move(owner), bytes};
}

/// What the parts after a first one with more to follow make of the message.
Message own_message(Socket& socket, Part first) {
  Message message;
  message.descriptor = first.descriptor();
  Part second;
  // ZeroMQ hands over all parts of a message or none.
  CHECK(receive_part(socket, second)) << "a part is missing";
  if (!second.more()) {
    if (!first.bytes().empty() || second.bytes().empty() || !is_own_kind(second.bytes()[0])) return message;
    message.kind = static_cast<Message::Kind>(second.bytes()[0]);
    message.body = frame_of(std::move(second));
    message.body.bytes = message.body.bytes.subspan(1);
    return message;
  }
  Part rest;
  do {
    CHECK(receive_part(socket, rest)) << "a part is missing";
  } while (rest.more());
  return message;
}

}  // namespace

bool receive_routing_id(Socket& socket, std::string& routing_id) {
  Part part;
  if (!receive_part(socket, part)) return false;
  const std::span<const uint8_t> bytes = part.bytes();
  routing_id.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return true;
}

bool receive_message(Socket& socket, Message& message) {
  Part part;
  if (!receive_part(socket, part)) return false;
  if (part.more()) {
    message = own_message(socket, std::move(part));
    return true;
  }
  message = {Message::Kind::kHandlers, frame_of(std::move(part)), -1};
  return true;
}

int descriptor_of(const Frame& received) {
  return std::const_pointer_cast<Part>(std::static_pointer_cast<const Part>(received.owner))->descriptor();
}

bool send_frame(Socket& socket, const std::string& routing_id, const Frame& frame, Handover handover) {
  if (!send_routing_id(socket, routing_id)) return false;
  const bool copied =
      frame.bytes.empty() || (handover == Handover::kCopiedIfShort && frame.bytes.size() <= kCopiedBytesMax);
  return send_part(socket, copied ? Part(frame.bytes) : borrowed_part(frame), false);
}

bool send_own(Socket& socket, const std::string& routing_id, Message::Kind kind, std::span<const uint8_t> body) {
  if (!send_routing_id(socket, routing_id)) return false;
  std::string bytes(1, static_cast<char>(kind));
  bytes.append(reinterpret_cast<const char*>(body.data()), body.size());
  return send_part(socket, Part(), true) &&
         send_part(socket, Part({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}), false);
}

}  // namespace eddyline
