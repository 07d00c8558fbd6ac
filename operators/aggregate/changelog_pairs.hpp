#pragma once

#include <span>
#include <vector>

#include "common/columnar/batch.hpp"

namespace eddyline::operators {

/// Makes the changelog of a chunk of rows from what each row shows: its group's keys with the results before and after it, in
/// rows 2i and 2i + 1 of one batch. What is not shown is left out by a selection, so that no row is copied.
struct ChangelogPairs {
  /// By position: expression::kWantsBefore, kWantsAfter.
  const std::vector<uint8_t>& wanted;
  /// By position: 1 where an update shows.
  const std::vector<uint8_t>& changed;
  /// False: an update shows only its +U.
  bool with_update_before;

  /// `keys` are columns of the input batch, `rows` its physical row of each position; `results` have two rows a position.
  Batch build(std::span<const ColumnPtr> keys, SelectedRows rows, std::vector<ColumnPtr> results) const;
};

}  // namespace eddyline::operators
