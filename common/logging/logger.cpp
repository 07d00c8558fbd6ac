#include "common/logging/logger.hpp"

#include "common/text/shortened_text.hpp"

namespace eddyline {
namespace {

/// Of a message, and of the fields: both repeat what clients and peers say, which may have many megabytes.
constexpr size_t kTextBytesMax = 32 << 10;

}  // namespace

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
  const std::string text = shortened_text(message, kTextBytesMax);
  const std::string fields = shortened_text(fields_, kTextBytesMax);
  sink_->write({clock_->now(), level, name_, text, fields});
}

}  // namespace eddyline
