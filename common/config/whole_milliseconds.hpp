#pragma once

#include <chrono>

#include "common/config/option_value.hpp"

namespace eddyline {

/// Of what is waited for: never less than was set, so that only 0 is 0, which switches some waits off.
constexpr std::chrono::milliseconds rounded_up_to_milliseconds(Duration duration) {
  return std::chrono::ceil<std::chrono::milliseconds>(duration);
}

/// Of what decides rows: Flink drops parts of a millisecond.
/// Source   Java's Duration.toMillis, by which Flink reads such options.
constexpr std::chrono::milliseconds cut_to_milliseconds(Duration duration) {
  return std::chrono::floor<std::chrono::milliseconds>(duration);
}

}  // namespace eddyline
