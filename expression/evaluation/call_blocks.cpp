#include "expression/evaluation/call_blocks.hpp"

#include <algorithm>

namespace eddyline::expression {

CallBlocks::CallBlocks(const Kernel& kernel, PhysicalType type, std::span<const NodePtr> operands)
    : function_(kernel.block_function()),
      choice_(kernel.choice_function()),
      read_(operands.size()),
      values_(allocate_buffer(kBlockRows * physical_width(type))) {
  for (const NodePtr& operand : operands) operands_.emplace_back(*operand);
}

Status CallBlocks::start(EvaluationContext& context, const Batch& batch, SelectedRows rows) {
  for (NodeBlocks& operand : operands_) RETURN_IF_ERROR(operand.start(context, batch, rows));
  return {};
}

bool CallBlocks::may_have_nulls() const {
  return std::ranges::any_of(operands_, [](const NodeBlocks& operand) { return operand.may_have_nulls(); });
}

void CallBlocks::read(size_t first, size_t count, BlockValues& block) {
  read_operands(first, count);
  function_(read_, count, values_->data());
  block.values = values_->data();
  block.is_constant = false;
  block.validity = common_validity(count);
}

bool CallBlocks::choose(size_t first, Choice& choice) {
  if (choice_ == nullptr) return false;
  read_operands(first, choice.count);
  choice.left = &read_[0];
  choice.right = &read_[1];
  choice.present = common_validity(choice.count);
  choice_(choice);
  return true;
}

void CallBlocks::finish() {
  for (NodeBlocks& operand : operands_) operand.finish();
}

void CallBlocks::read_operands(size_t first, size_t count) {
  for (size_t i = 0; i < operands_.size(); ++i) operands_[i].read(first, count, read_[i]);
}

const uint64_t* CallBlocks::common_validity(size_t count) {
  const uint64_t* common = nullptr;
  for (const BlockValues& operand : read_) {
    if (operand.validity == nullptr) continue;
    if (common == nullptr) {
      common = operand.validity;
      continue;
    }
    for (size_t word = 0; word < bitmap_words(count); ++word) validity_[word] = common[word] & operand.validity[word];
    common = validity_.data();
  }
  return common;
}

}  // namespace eddyline::expression
