#pragma once

#include <cstddef>

namespace eddyline::state {

/// Gives room to texts that do not fit their slot.
class TextRoom {
 public:
  virtual ~TextRoom() = default;
  /// Room for `bytes` bytes; null when memory is used up.
  virtual char* allocate(size_t bytes) = 0;
};

}  // namespace eddyline::state
