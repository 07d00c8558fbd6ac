#pragma once

#include <cstdint>
#include <string>

#include "common/net/network.hpp"
#include "common/net/socket.hpp"

namespace eddyline {

/// A message between two networks.
///
/// A handler's message is one part. The network's own are two, so that no handler's message can be mistaken for one: an
/// empty part, then the kind in a byte with what belongs to it.
struct Message {
  enum class Kind : uint8_t {
    kHandlers = 0,
    kPreamble = 'P',
    kSignOfLife = 'L',
    /// Nothing follows, and the connection may be closed.
    kGoodbye = 'G',
    /// None of ours.
    kForeign = 'F',
  };
  Kind kind = Kind::kForeign;
  /// A handler's message, or what follows the byte of the kind.
  Frame body;
  /// The connection it came on, for the network's own and foreign ones. See ConnectionEvent.
  int descriptor = -1;
};

/// Reads the name of the connection that the next message of a router came on; false if there is none.
bool receive_routing_id(Socket& socket, std::string& routing_id);
/// Reads a message, of a router after its routing id; false if there is none. The bytes are not copied.
bool receive_message(Socket& socket, Message& message);
/// The connection that a handler's message came on; costs a search.
int descriptor_of(const Frame& received);

/// How ZeroMQ gets a frame's bytes: it keeps the frame until it has sent them, or, where that costs less, copies them.
enum class Handover : uint8_t { kCopiedIfShort, kKept };

/// Hands a handler's message to ZeroMQ. The frame's owner is let go of on any thread.
/// `routing_id` is empty for all but routers. False if the connection is gone.
bool send_frame(Socket& socket, const std::string& routing_id, const Frame& frame,
                Handover handover = Handover::kCopiedIfShort);
/// Hands a message of the network's own to ZeroMQ.
bool send_own(Socket& socket, const std::string& routing_id, Message::Kind kind, std::span<const uint8_t> body = {});

}  // namespace eddyline
