#pragma once

#include <span>

#include "expression/evaluation/node.hpp"
#include "expression/evaluation/node_blocks.hpp"

namespace eddyline::expression {

/// CASE of one condition whose one result is NULL, as NULLIF is: the other result's values serve as they are, with
/// fewer rows present.
class NullingCase {
 public:
  /// True if condition, result and else are such a CASE.
  static bool suits(std::span<const NodePtr> operands) {
    return operands.size() == 3 && is_null(*operands[1]) != is_null(*operands[2]);
  }
  /// The nodes live on; suits() holds for them.
  explicit NullingCase(std::span<const NodePtr> operands)
      : condition_(*operands[0]),
        null_where_true_(is_null(*operands[1])),
        kept_(operands[null_where_true_ ? 2 : 1].get()) {}

  /// Every row of the batch, though only those in `rows` count; null if the values do not lie in a column of their own.
  Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows);

 private:
  static bool is_null(const Node& node) { return node.literal() != nullptr && node.literal()->is_null(0); }

  NodeBlocks condition_;
  bool null_where_true_;
  Node* kept_;
};

}  // namespace eddyline::expression
