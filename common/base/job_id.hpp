#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/status.hpp"

namespace eddyline {

class Random;

/// What a job is called by, everywhere and for ever: 128 bits, shown as 32 hex digits. A value.
class JobId {
 public:
  constexpr JobId() = default;
  constexpr JobId(uint64_t high, uint64_t low) : high_(high), low_(low) {}
  static JobId draw(Random& random);
  /// Errors   kValidationError for anything but 32 hex digits.
  static Result<JobId> parse(std::string_view text);

  constexpr uint64_t high() const { return high_; }
  constexpr uint64_t low() const { return low_; }
  std::string to_string() const;
  friend constexpr auto operator<=>(const JobId&, const JobId&) = default;

 private:
  uint64_t high_ = 0;
  uint64_t low_ = 0;
};

}  // namespace eddyline
