#pragma once

#include <array>
#include <span>
#include <vector>

#include "expression/evaluation/block_source.hpp"
#include "expression/evaluation/node.hpp"
#include "expression/evaluation/node_blocks.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {

/// A call whose kernel works on blocks; its operands are read in blocks too, so that a tree of such calls makes no
/// column.
class CallBlocks final : public BlockSource {
 public:
  /// Kernel and operands live on; NULL operands make NULL rows.
  CallBlocks(const Kernel& kernel, PhysicalType type, std::span<const NodePtr> operands);

  Status start(EvaluationContext& context, const Batch& batch, SelectedRows rows) override;
  bool may_have_nulls() const override;
  void read(size_t first, size_t count, BlockValues& block) override;
  bool choose(size_t first, Choice& choice) override;
  void finish() override;

 private:
  void read_operands(size_t first, size_t count);
  /// Bits of the rows in which no operand is NULL; null if all rows are such.
  const uint64_t* common_validity(size_t count);

  BlockFunction function_;
  ChoiceFunction choice_;
  std::vector<NodeBlocks> operands_;
  std::vector<BlockValues> read_;
  BufferPtr values_;
  std::array<uint64_t, kBlockRows / 64> validity_{};
};

}  // namespace eddyline::expression
