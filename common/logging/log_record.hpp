#pragma once

#include <string>
#include <string_view>

#include "common/base/ids.hpp"

namespace eddyline {

/// kError: someone must act. A job's own bad data is at most kWarn.
enum class LogLevel { kTrace, kDebug, kInfo, kWarn, kError, kOff };

/// One line of a log, before it is text.
struct LogRecord {
  ProcessingTime time;
  LogLevel level = LogLevel::kInfo;
  /// Who speaks: the class or part, without its fields.
  std::string_view logger;
  std::string_view message;
  /// "job=..., vertex=..., subtask=..."; empty outside of jobs.
  std::string_view fields;
};

std::string_view log_level_name(LogLevel level);

/// One entry of the log: the lines of a message after its first are indented, and other control characters of it shown as \u001B.
///
/// "2026-11-12 01:01:43,221 INFO  TaskExecutor<to 60 wide> - message (job=..., subtask=...)", without line break; the time
/// is in the zone of the process. The shape is that of Flink's log files, which people's tools read.
std::string format_log_line(const LogRecord& record);

}  // namespace eddyline
