#pragma once

#include <span>
#include <vector>

#include "expression/evaluation/node.hpp"
#include "expression/evaluation/node_blocks.hpp"

namespace eddyline::expression {

/// CASE of few branches that are cheap, cannot fail and are of fixed width: all are computed for all rows and blended,
/// a block of rows at a time.
class BlendedCase {
 public:
  /// The nodes live on: condition, result, condition, result, ..., else.
  BlendedCase(PhysicalType type, std::span<const NodePtr> operands);

  /// Every row of the batch, though only those in `rows` count.
  Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows);

 private:
  size_t branches() const { return operands_.size() / 2; }
  /// From the last branch to the first, each over what is below it. `validity` is null if no result can be NULL.
  void blend_block(size_t first, size_t count, void* out, uint64_t* validity);
  void blend_branch(size_t branch, size_t first, size_t count, const BlockValues& below, void* out, uint64_t* validity);

  PhysicalType type_;
  std::vector<NodeBlocks> operands_;
};

/// A bit a row whose condition is TRUE.
void find_truth(BlockSource& condition, size_t first, size_t count, uint64_t* bits);

}  // namespace eddyline::expression
