#pragma once

#include "expression/evaluation/block_source.hpp"
#include "expression/evaluation/column_blocks.hpp"
#include "expression/evaluation/node.hpp"

namespace eddyline::expression {

/// The blocks of any node of fixed width that runs on any row: by its own way, or cut from its column.
class NodeBlocks final : public BlockSource {
 public:
  /// The node lives on.
  explicit NodeBlocks(Node& node) : node_(&node), own_(node.blocks()), is_literal_(node.literal() != nullptr) {
    if (is_literal_) column_blocks_.open(*node.literal());
  }

  Status start(EvaluationContext& context, const Batch& batch, SelectedRows rows) override {
    if (own_ != nullptr) return own_->start(context, batch, rows);
    if (is_literal_) return {};
    if (const Column* input = node_->input(batch)) {
      column_blocks_.open(*input);
      return {};
    }
    ASSIGN_OR_RETURN(column_, node_->evaluate(context, batch, rows));
    column_blocks_.open(*column_);
    return {};
  }
  bool may_have_nulls() const override {
    return own_ != nullptr ? own_->may_have_nulls() : column_blocks_.may_have_nulls();
  }
  void read(size_t first, size_t count, BlockValues& block) override {
    own_ != nullptr ? own_->read(first, count, block) : column_blocks_.read(first, count, block);
  }
  bool choose(size_t first, Choice& choice) override { return own_ != nullptr && own_->choose(first, choice); }
  void finish() override {
    if (own_ != nullptr) own_->finish();
    column_.reset();
  }

 private:
  Node* node_;
  BlockSource* own_;
  bool is_literal_;
  ColumnPtr column_;
  ColumnBlocks column_blocks_;
};

}  // namespace eddyline::expression
