#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/file/owned_descriptor.hpp"

namespace eddyline::tests {

/// A connection to a port of 127.0.0.1 that says exactly what a test wants it to, and no more.
class TcpClient {
 public:
  /// CHECKs that somebody listens.
  explicit TcpClient(uint16_t port);

  void send(std::string_view text);
  /// All that comes until the other side ends the connection, which a test waits for with its patience. CHECKs that it does.
  std::string read_to_end();
  /// Whether the other side has neither ended the connection nor said a word.
  bool hears_nothing() const;

 private:
  OwnedDescriptor descriptor_;
};

}  // namespace eddyline::tests
