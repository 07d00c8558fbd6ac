#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "operators/operator.hpp"
#include "tests/operator_driver/operator_surroundings.hpp"
#include "tests/operator_driver/run_until_done.hpp"

namespace eddyline::tests {

/// How rows are cut into batches and laid out on their way in and out. What comes out must not depend on it.
struct DriverMode {
  std::string name;
  /// Rows of an input batch at most.
  size_t input_rows = SIZE_MAX;
  BatchLimits output{};
  /// All keys get one hash.
  bool collide_hashes = false;
  /// Inputs come as dictionary columns, every second physical row deselected.
  bool encode_inputs = false;
};

/// All modes that every script runs in.
const std::vector<DriverMode>& driver_modes();

/// Runs one operator without threads, as a chain does: calls until done, takes each output batch at once, wall clock by
/// hand.
///
/// Outputs are lines: rows as "+I a 1", a forwarded watermark as "watermark 13", calls by the wall clock that made rows
/// after "at <ms>". Checks on the way: batches within limits, every -U directly followed by its +U and, where two rows
/// fit, in the same batch.
class OperatorDriver {
 public:
  /// `start` is where the wall clock stands.
  OperatorDriver(std::unique_ptr<operators::Operator> driven, RowType output, DriverMode mode, ProcessingTime start);

  Status open();
  Result<OutputLines> feed(size_t input, const Batch& rows);
  Result<OutputLines> watermark(EventTime watermark);
  Result<OutputLines> time(ProcessingTime time);
  Result<OutputLines> end(size_t input);

  /// What came out of a call that failed in the end.
  OutputLines take_lines() { return std::exchange(lines_, {}); }

  operators::Operator& driven() { return *operator_; }

 private:
  Status run(const OperatorCall& call);
  Status take_rows(const Batch& batch, OutputLines& lines);

  DriverMode mode_;
  RowType output_row_;
  OperatorSurroundings surroundings_;
  std::unique_ptr<operators::Operator> operator_;
  OutputLines lines_;
  /// Of the input batch that the operator works on.
  size_t rows_at_hand_ = 0;
  bool awaits_update_after_ = false;
};

}  // namespace eddyline::tests
