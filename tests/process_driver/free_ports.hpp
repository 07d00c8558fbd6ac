#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace eddyline::tests {

/// Loopback ports that nobody listens on, and that nobody else who asks for such ports gets before this program has ended: no other
/// test, in whatever program.
class FreePorts {
 public:
  explicit FreePorts(size_t count);
  ~FreePorts();
  FreePorts(const FreePorts&) = delete;
  FreePorts& operator=(const FreePorts&) = delete;

  uint16_t port(size_t index) const { return ports_[index]; }
  /// From now on they can be listened on.
  void release();

 private:
  std::vector<int> sockets_;
  std::vector<uint16_t> ports_;
};

}  // namespace eddyline::tests
