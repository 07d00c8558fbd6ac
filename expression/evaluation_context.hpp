#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/random.hpp"
#include "common/base/status.hpp"
#include "expression/time_zone.hpp"

namespace eddyline::expression {

/// Session facts and per-batch values that expressions read, and the errors of single rows.
///
/// Thread   one subtask's.
class EvaluationContext {
 public:
  /// `time_zone` lives as long as the context.
  EvaluationContext(const TimeZone& time_zone, bool streaming, uint64_t seed)
      : time_zone_(&time_zone), streaming_(streaming), random_(seed) {}

  /// Called before each batch: CURRENT_TIMESTAMP and its kin are taken once a batch (in batch mode: once a query).
  void start_batch(ProcessingTime now, EventTime watermark) {
    now_ = now;
    watermark_ = watermark;
  }

  const TimeZone& time_zone() const { return *time_zone_; }
  bool streaming() const { return streaming_; }
  ProcessingTime now() const { return now_; }
  /// The operator's current watermark for CURRENT_WATERMARK; kMinWatermark before the first.
  EventTime watermark() const { return watermark_; }
  Random& random() { return random_; }

  /// Notes that a row's value cannot be computed. The first error is kept with its row; a row that is not needed in the end
  /// (an undecided CASE branch, TRY_CAST) has its error taken back by clear_errors_since.
  void fail(size_t row, Status error) { errors_.push_back({row, std::move(error)}); }
  size_t error_count() const { return errors_.size(); }
  struct RowError {
    size_t row;
    Status error;
  };
  const std::vector<RowError>& errors() const { return errors_; }
  void clear_errors_since(size_t count) { errors_.erase(errors_.begin() + static_cast<std::ptrdiff_t>(count), errors_.end()); }
  /// The first error in row order, or ok.
  Status first_error() const;

 private:
  const TimeZone* time_zone_;
  bool streaming_;
  ProcessingTime now_{0};
  EventTime watermark_ = kMinWatermark;
  Random random_;
  std::vector<RowError> errors_;
};

}  // namespace eddyline::expression
