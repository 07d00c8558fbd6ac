#pragma once

#include <memory>
#include <span>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"
#include "expression/evaluator.hpp"
#include "operators/join/interval_join_window.hpp"
#include "state/time_ordered_rows.hpp"

namespace eddyline::operators {

/// The part of a join's condition beyond keys and time, evaluated a column at a time over pairs of rows.
///
/// Only the columns that the condition reads are fetched.
class PairCondition {
 public:
  /// `condition` reads the left columns followed by the right ones.
  static Result<PairCondition> create(const expression::ExpressionPtr& condition, size_t left_columns);

  /// Where the two rows of a pair are: one in the batch that is probing with, one in the other input's store.
  struct Pairs {
    const Batch& batch;
    JoinSide batch_side;
    std::span<const int32_t> batch_rows;
    const state::TimeOrderedRows& store;
    std::span<const state::RowHandle> stored_rows;
  };

  /// Numbers of the pairs for which the condition is TRUE. A pair for which it cannot be computed, by a division by zero or the
  /// like, is left as an error of the context, by number; what comes of it and of the pairs after it says nothing.
  Result<Selection> matching(const Pairs& pairs, expression::EvaluationContext& context);

 private:
  /// A column that the condition reads.
  struct Input {
    JoinSide side;
    size_t column;
  };

  ColumnPtr fetch(const Pairs& pairs, const Input& input, const BufferPtr& batch_rows) const;

  std::vector<Input> inputs_;
  std::unique_ptr<expression::Evaluator> evaluator_;
};

}  // namespace eddyline::operators
