#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "common/clock/moment.hpp"
#include "operators/sink/result_buffer.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::taskexecutor {

/// The rows of SELECTs that run here, by attempt, and who waits for some. A request that finds no rows is answered as soon as
/// there are, or when its wait is over.
///
/// The version of rows is their attempt: a sink that starts anew belongs to another one.
///
/// Thread   the core's.
class CollectedRows {
 public:
  /// CHECKs that the attempt is new.
  void add(schemas::AttemptId attempt, std::shared_ptr<operators::ResultBuffer> rows);
  bool contains(schemas::AttemptId attempt) const { return entries_.contains(attempt); }
  /// The rows are wanted no more; answers who waits for them.
  std::vector<schemas::FetchedRows> forget(schemas::AttemptId attempt);
  void forget_all();

  // The answers that are due.

  std::vector<schemas::FetchedRows> fetch(const schemas::FetchRows& request, Moment now);
  /// The attempt's buffer has told its reader.
  std::vector<schemas::FetchedRows> on_rows(schemas::AttemptId attempt);
  std::vector<schemas::FetchedRows> tick(Moment now);
  std::optional<std::chrono::milliseconds> next_tick() const;

 private:
  struct Waiting {
    schemas::FetchRows request;
    std::chrono::milliseconds until;
  };
  struct Entry {
    std::shared_ptr<operators::ResultBuffer> rows;
    std::optional<Waiting> waiting;
  };

  std::map<schemas::AttemptId, Entry> entries_;
};

}  // namespace eddyline::taskexecutor
