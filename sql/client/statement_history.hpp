#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"
#include "common/clock/clock.hpp"

namespace eddyline::sql {

/// The statements typed at earlier prompts, in the file that Flink's client keeps as well: a line each, "milliseconds:statement" with
/// backslashes, line feeds and carriage returns escaped.
///
/// A statement is in the file once add() has returned, whatever becomes of the process. Only its owner may read the file.
/// Thread   one; several processes may add to one file.
class StatementHistory {
 public:
  /// Statements that are read again; of a longer file the newest.
  static constexpr size_t kStatementsMax = 10'000;

  /// Reads the file if there is one. The clock is borrowed.
  /// Errors   kIoError when it is there and cannot be read.
  static Result<StatementHistory> load(std::string path, const Clock& clock);

  /// Oldest first. Lines that are none of a history are left out.
  const std::vector<std::string>& statements() const { return statements_; }
  /// Nothing is added when it is the newest one already.
  /// Errors   kIoError.
  Status add(std::string_view statement);
  const std::string& path() const { return path_; }

 private:
  StatementHistory(std::string path, const Clock& clock) : path_(std::move(path)), clock_(&clock) {}

  std::string path_;
  const Clock* clock_;
  std::vector<std::string> statements_;
};

}  // namespace eddyline::sql
