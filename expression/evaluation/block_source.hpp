#pragma once

#include "common/columnar/batch.hpp"
#include "expression/block_values.hpp"
#include "expression/evaluation_context.hpp"

namespace eddyline::expression {

/// A node's result computed block by block, each when it is asked for.
/// Thread   one subtask's; for each batch start, any number of reads and choices, finish.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  virtual Status start(EvaluationContext& context, const Batch& batch, SelectedRows rows) = 0;
  virtual bool may_have_nulls() const = 0;
  /// Rows [first, first + count) of the batch; good until the next read. `first` is a multiple of 64, `count` is too,
  /// or the rest of the batch, and at most kBlockRows.
  virtual void read(size_t first, size_t count, BlockValues& block) = 0;

  /// For a condition: fills in what it compares and makes the choice for the rows from `first` on; false if there is no
  /// such way.
  virtual bool choose(size_t first, Choice& choice) {
    static_cast<void>(first);
    static_cast<void>(choice);
    return false;
  }
  virtual void finish() = 0;
};

}  // namespace eddyline::expression
