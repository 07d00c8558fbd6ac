#pragma once

#include <string>
#include <vector>

#include "common/clock/clock.hpp"
#include "common/file/text_output.hpp"

namespace eddyline::sql_tests {

/// Printed lines with the virtual time at which they came.
class TimedOutput final : public TextOutput {
 public:
  TimedOutput(const Clock& clock, ProcessingTime start) : clock_(clock), start_(start) {}
  Status write(std::string_view text) override;

  /// "4000 early> +I[1, ...]": milliseconds since the start, then the line.
  std::vector<std::string> lines;

  /// Forgets the lines; the start is now.
  void restart() {
    lines.clear();
    start_ = clock_.now();
  }

 private:
  const Clock& clock_;
  ProcessingTime start_;
};

}  // namespace eddyline::sql_tests
