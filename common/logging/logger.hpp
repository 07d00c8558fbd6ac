#pragma once

#include <string>
#include <string_view>

#include "common/clock/clock.hpp"
#include "common/logging/log_sink.hpp"

namespace eddyline {

/// Speaks for one part of the process: a name, the fields of what it works on, and where the lines go.
///
/// A value: cheap to derive and to copy; sink and clock outlive it. Without a sink it drops everything, so that a part can
/// be built without logs. Messages and fields beyond 32 KiB are cut.
/// Thread   any.
class Logger {
 public:
  Logger() = default;
  Logger(LogSink& sink, const Clock& clock, std::string name, LogLevel lowest = LogLevel::kInfo)
      : sink_(&sink), clock_(&clock), lowest_(lowest), name_(std::move(name)) {}

  /// The same place and fields under another name.
  Logger named(std::string name) const;
  /// With one more field: logger.with("job", id).with("subtask", "3/8").
  Logger with(std::string_view field, std::string_view value) const;

  /// Ask before building an expensive message.
  bool enabled(LogLevel level) const { return sink_ != nullptr && level >= lowest_; }

  void trace(std::string_view message) const { log(LogLevel::kTrace, message); }
  void debug(std::string_view message) const { log(LogLevel::kDebug, message); }
  void info(std::string_view message) const { log(LogLevel::kInfo, message); }
  void warn(std::string_view message) const { log(LogLevel::kWarn, message); }
  void error(std::string_view message) const { log(LogLevel::kError, message); }

 private:
  void log(LogLevel level, std::string_view message) const;

  LogSink* sink_ = nullptr;
  const Clock* clock_ = nullptr;
  LogLevel lowest_ = LogLevel::kInfo;
  std::string name_;
  std::string fields_;
};

}  // namespace eddyline
