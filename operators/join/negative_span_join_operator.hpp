#pragma once

#include "operators/operator.hpp"
#include "plan/join_type.hpp"

namespace eddyline::operators {

/// An interval join whose upper bound lies below its lower one: no rows ever meet, so outer rows are padded as they
/// come and the others are dropped. Keeps nothing and passes watermarks on.
class NegativeSpanJoinOperator final : public Operator {
 public:
  NegativeSpanJoinOperator(plan::JoinType type, RowType left, RowType right);

  Status open(OperatorContext& context) override;
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) override;

 private:
  plan::JoinType type_;
  RowType left_;
  RowType right_;
  size_t output_rows_ = 0;
  /// Selected rows of the batch in progress that went out.
  size_t position_ = 0;
};

}  // namespace eddyline::operators
