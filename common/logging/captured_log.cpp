#include "common/logging/captured_log.hpp"

namespace eddyline {

void CapturedLog::write(const LogRecord& record) {
  std::string line(log_level_name(record.level));
  line.append(" ").append(record.logger).append(" - ").append(record.message);
  if (!record.fields.empty()) line.append(" (").append(record.fields).append(")");
  const std::lock_guard lock(mutex_);
  lines_.push_back(std::move(line));
}

std::vector<std::string> CapturedLog::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

}  // namespace eddyline
