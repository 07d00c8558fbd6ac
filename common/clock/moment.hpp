#pragma once

#include <chrono>

#include "common/base/ids.hpp"

namespace eddyline {

/// When something happens: the wall clock for what people read, and a clock that never jumps for everything that is waited
/// for. State machines are told it and have no clock.
struct Moment {
  ProcessingTime wall;
  std::chrono::milliseconds steady{0};
};

}  // namespace eddyline
