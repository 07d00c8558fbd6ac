#include "common/logging/logger.hpp"

namespace eddyline {

Logger Logger::named(std::string name) const {
  Logger other = *this;
  other.name_ = std::move(name);
  return other;
}

Logger Logger::with(std::string_view field, std::string_view value) const {
  Logger other = *this;
  if (!other.fields_.empty()) other.fields_ += ", ";
  other.fields_.append(field).append("=").append(value);
  return other;
}

void Logger::log(LogLevel level, std::string_view message) const {
  if (!enabled(level)) return;
  sink_->write({clock_->now(), level, name_, message, fields_});
}

}  // namespace eddyline
