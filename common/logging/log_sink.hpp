#pragma once

#include <memory>
#include <string>

#include "common/base/status.hpp"
#include "common/logging/log_record.hpp"

namespace eddyline {

/// Where log lines go. Made in main and handed down through Logger.
/// Thread   any.
class LogSink {
 public:
  virtual ~LogSink() = default;
  /// A record whose texts are valid for the call. A sink never fails its caller: what cannot be written is lost.
  virtual void write(const LogRecord& record) = 0;
};

/// How a log file is kept small.
struct LogRotation {
  /// A file that has reached this size is put aside as <path>.1, older ones as .2, .3, ...
  Bytes file_bytes_max = Bytes(100ULL << 20);
  /// How many of them are kept besides the current one.
  uint32_t files_kept = 10;
};

/// A file that each line reaches at once. What is there from an earlier run is put aside first.
/// Errors   kIoError when the file cannot be created.
Result<std::unique_ptr<LogSink>> open_log_file(std::string path, LogRotation rotation = {});

/// The process's standard error.
std::unique_ptr<LogSink> standard_error_log();

}  // namespace eddyline
