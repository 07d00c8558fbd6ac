#pragma once

#include <span>

#include "common/net/network.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::jobmanager {

/// Where the job manager's state machines put what they say.
class Outbox {
 public:
  virtual ~Outbox() = default;
  virtual void to_executor(PeerId executor, schemas::ToExecutor message) = 0;
  /// The same to each.
  virtual void to_executors(std::span<const PeerId> executors, schemas::ToExecutor message) = 0;
  virtual void to_client(PeerId client, schemas::ToClient message) = 0;
  /// Ends a connection once what was said before has gone out.
  virtual void disconnect(PeerId peer) = 0;
};

}  // namespace eddyline::jobmanager
