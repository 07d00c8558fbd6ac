#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace eddyline {

/// Bytes on their way from one socket to another; both do not block.
/// Thread   one.
class Pump {
 public:
  Pump(int from, int to) : from_(from), to_(to), bytes_(kBytesAtOnce) {}

  bool wants_read() const { return begin_ == end_ && !is_at_end_; }
  bool wants_write() const { return begin_ != end_; }
  bool is_done() const { return is_at_end_ && begin_ == end_; }
  /// Moves what can be moved; false once one of the sockets has failed.
  bool move();
  uint64_t moved_bytes() const { return moved_bytes_; }

 private:
  static constexpr size_t kBytesAtOnce = size_t{64} << 10;

  bool read();
  bool write();

  int from_;
  int to_;
  std::vector<uint8_t> bytes_;
  size_t begin_ = 0;
  size_t end_ = 0;
  bool is_at_end_ = false;
  uint64_t moved_bytes_ = 0;
};

}  // namespace eddyline
