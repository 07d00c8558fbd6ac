#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "common/logging/log_sink.hpp"

namespace eddyline {

/// Keeps lines in memory as "LEVEL logger - message (fields)", so that a test can ask what was said.
class CapturedLog final : public LogSink {
 public:
  void write(const LogRecord& record) override;
  std::vector<std::string> lines() const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

}  // namespace eddyline
