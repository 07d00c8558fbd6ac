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

/// Names and causes repeat what users and peers wrote: a line break in them must not begin what looks like another entry, and a
/// terminal that shows the log must not act on them.
void append_harmless(std::string& line, std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      line += "\n    ";
    } else if (c == '\t' || (byte >= ' ' && byte != 0x7F)) {
      line += c;
    } else {
      line.append("\\u00") += {kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
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
  append_harmless(line, record.message);
  if (record.fields.empty()) return line;
  line += " (";
  append_harmless(line, record.fields);
  line += ')';
  return line;
}

}  // namespace eddyline
