#include "common/logging/log_record.hpp"

#include <array>
#include <ctime>

namespace eddyline {

namespace {

constexpr size_t kLevelWidth = 5;
constexpr size_t kLoggerWidth = 60;

void append_padded(std::string& line, std::string_view text, size_t width) {
  line += text;
  if (text.size() < width) line.append(width - text.size(), ' ');
}

void append_time(std::string& line, ProcessingTime time) {
  const int64_t millis = ((time.value() % 1000) + 1000) % 1000;
  const std::time_t seconds = (time.value() - millis) / 1000;
  std::tm fields{};
  localtime_r(&seconds, &fields);
  std::array<char, 32> text{};
  line.append(text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S,", &fields));
  const std::string digits = std::to_string(1000 + millis);
  line += std::string_view(digits).substr(1);
}

}  // namespace

std::string_view log_level_name(LogLevel level) {
  switch (level) {
    case LogLevel::kTrace:
      return "TRACE";
    case LogLevel::kDebug:
      return "DEBUG";
    case LogLevel::kInfo:
      return "INFO";
    case LogLevel::kWarn:
      return "WARN";
    case LogLevel::kError:
      return "ERROR";
    case LogLevel::kOff:
      return "OFF";
  }
  return "";
}

std::string format_log_line(const LogRecord& record) {
  std::string line;
  append_time(line, record.time);
  line += ' ';
  append_padded(line, log_level_name(record.level), kLevelWidth);
  line += ' ';
  append_padded(line, record.logger, kLoggerWidth);
  line += " - ";
  line += record.message;
  if (!record.fields.empty()) line.append(" (").append(record.fields).append(")");
  return line;
}

}  // namespace eddyline
