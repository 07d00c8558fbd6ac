#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/memory/buffer.hpp"

namespace eddyline {

/// One connection as this process sees it; never used again for another one.
using PeerId = NamedType<struct PeerIdTag, uint64_t>;

/// A host name or numeric address, and a port.
struct NetworkAddress {
  std::string host;
  uint16_t port = 0;

  /// "host:port", an IPv6 address in brackets.
  std::string to_string() const;
  friend auto operator<=>(const NetworkAddress&, const NetworkAddress&) = default;
};

/// Bytes of one message. Read-only, cheap to copy; the memory goes back where it came from with the last copy.
///
/// The bytes of a received one may lie at any address, aligned for nothing.
/// `bytes` lies inside `owner`'s memory, which the sender does not change any more.
struct Frame {
  std::shared_ptr<const void> owner;
  std::span<const uint8_t> bytes;

  /// A frame with a copy of the bytes.
  static Frame copy_of(std::span<const uint8_t> bytes);
  /// The first `size` bytes of a buffer, without a copy.
  static Frame of(const BufferPtr& buffer, size_t size);
};

/// What happens on the connections of one endpoint.
///
/// Thread   the network's, one call at a time: must not block, may send. A handler outlives its endpoint.
class NetworkHandler {
 public:
  virtual ~NetworkHandler() = default;
  /// Both sides have found that they speak the same version; messages may follow.
  virtual void on_connect(PeerId peer) = 0;
  virtual void on_message(PeerId peer, Frame message) = 0;
  /// The connection is gone, or could never be made; nothing of it follows. Not for peers that this side disconnected.
  /// Who listens is told so too of a connection that was refused because of its version, by a peer never seen before.
  /// `why`: kUnavailable for a peer that is gone, unreachable or silent; kNotSupported for another version;
  /// kConfigurationError for an unknown host.
  virtual void on_disconnect(PeerId peer, const Status& why) = 0;
};

/// How connections are watched and bounded.
struct NetworkSettings {
  /// A peer that has said nothing for `silence_max` is gone; one that has nothing to say sends a sign of life each
  /// `sign_of_life_interval`.
  std::chrono::milliseconds sign_of_life_interval{10'000};
  std::chrono::milliseconds silence_max{50'000};
  /// For a connection that is being made.
  std::chrono::milliseconds connect_timeout{10'000};
  /// A longer message ends its connection.
  Bytes message_bytes_max{uint64_t{256} << 20};
  /// Of what waits for a peer that has connected here and does not read, each message with a fixed cost; more ends the connection.
  /// Nothing where whoever sends does so on credit.
  std::optional<Bytes> unsent_bytes_max;
  /// What this process calls itself to whoever connects: another kind of endpoint is refused as a stranger. "control", "data".
  std::string protocol;
  /// Both sides must have the same.
  uint32_t version = 1;
};

/// What the network has seen, since it was made.
struct NetworkCounters {
  uint64_t frames_in = 0;
  uint64_t bytes_in = 0;
  uint64_t frames_out = 0;
  uint64_t bytes_out = 0;
  /// Connections and messages that were none of ours: no preamble, another protocol or version, too long.
  uint64_t strangers = 0;
};

/// All sockets of a process on one thread: connections that carry whole messages in order, and end at the first thing that is
/// lost.
///
/// A connection is made once and never again: what is sent on it arrives completely and in order until on_disconnect, which is
/// told once and on both sides. Whoever wants another one connects anew and gets another PeerId.
///
/// How much may be under way is not bounded here, unless the settings say so: whoever sends much does so on credit that the receiver
/// granted.
///
/// Thread   any, but from handlers only connect(), send() and disconnect(). Destroying it ends everything without telling
///          handlers; what was sent before may take a tenth of a second to go out.
class Network {
 public:
  static Result<std::unique_ptr<Network>> start();
  virtual ~Network() = default;

  /// Listens at `address`; port 0 takes a free one. `handler` is borrowed. Gives the address with its port.
  /// Errors   kConfigurationError: unknown host; kIoError: port in use; both name the address.
  virtual Result<NetworkAddress> listen(const NetworkAddress& address, const NetworkSettings& settings,
                                        NetworkHandler& handler) = 0;
  /// Begins a connection; `handler` is told what becomes of it. Messages may be sent at once and go when it stands.
  virtual PeerId connect(const NetworkAddress& address, const NetworkSettings& settings, NetworkHandler& handler) = 0;
  /// Does not wait. Messages of one thread to one peer keep their order; those to a peer that is gone are dropped.
  virtual void send(PeerId peer, Frame message) = 0;
  /// Ends a connection after what was sent before has gone out, without telling its handler here; a peer that does not take all of it
  /// within `silence_max` loses the rest. A handler that calls it
  /// hears nothing more of the peer; for other threads' calls, what is under way may still come.
  virtual void disconnect(PeerId peer) = 0;
  virtual NetworkCounters counters() const = 0;
};

}  // namespace eddyline
