#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "connectors/source.hpp"

namespace eddyline::connectors {

/// Every step-th row of the table: rows n with n modulo step = residue, of which those below `next` were given.
///
/// A fresh start has one split a subtask, so that subtask i of P gives rows i, i + P, ...; a split falls into two
/// halves of twice the step where a job restarts with more subtasks than there are splits.
struct DatagenSplit {
  int64_t residue = 0;
  int64_t step = 1;
  /// The next row to give; congruent to residue.
  int64_t next = 0;
  /// What random fields are drawn from; a fresh split gets the one of its first reader, and keeps it over every restore.
  std::optional<uint64_t> seed = {};

  /// Rows that are left of a table of `rows` rows; without `rows` there is no end.
  int64_t remaining(std::optional<int64_t> rows) const;
  /// What the generator of a field begins with where this split goes on: no other split that is left draws the same values, nor has
  /// this one before. CHECKs that there is a seed.
  uint64_t field_seed(size_t field) const;
  /// This split without every second row, which are the result.
  DatagenSplit split_off_half();

  SourceSplit to_source_split() const;
  /// Errors   kDataError for what no datagen source wrote.
  static Result<DatagenSplit> from(const SourceSplit& split);
  friend bool operator==(const DatagenSplit&, const DatagenSplit&) = default;
};

class DatagenEnumerator final : public SplitEnumerator {
 public:
  Result<SplitAssignment> assign(Parallelism parallelism, const std::vector<SourceSplit>* restored) override;
};

}  // namespace eddyline::connectors
