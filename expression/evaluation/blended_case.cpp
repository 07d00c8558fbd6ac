#include "expression/evaluation/blended_case.hpp"

#include <algorithm>
#include <array>

#include "common/columnar/mutable_column.hpp"
#include "expression/evaluation/block_blend.hpp"

namespace eddyline::expression {

BlendedCase::BlendedCase(PhysicalType type, std::span<const NodePtr> operands) : type_(type) {
  for (const NodePtr& operand : operands) operands_.emplace_back(*operand);
}

Result<ColumnPtr> BlendedCase::evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) {
  bool nulls = false;
  for (size_t i = 0; i < operands_.size(); ++i) {
    RETURN_IF_ERROR(operands_[i].start(context, batch, rows));
    const bool is_result = i % 2 == 1 || i + 1 == operands_.size();
    nulls = nulls || (is_result && operands_[i].may_have_nulls());
  }
  const size_t size = batch.physical_rows();
  MutableColumn out(type_, size);
  uint64_t* validity = nulls ? out.validity() : nullptr;
  for (size_t first = 0; first < size; first += kBlockRows) {
    const size_t count = std::min(kBlockRows, size - first);
    blend_block(first, count, out.values<std::byte>() + first * physical_width(type_),
                validity == nullptr ? nullptr : validity + first / 64);
  }
  for (NodeBlocks& operand : operands_) operand.finish();
  return out.seal(size);
}

void BlendedCase::blend_block(size_t first, size_t count, void* out, uint64_t* validity) {
  BlockValues below;
  operands_.back().read(first, count, below);
  for (size_t branch = branches(); branch-- > 0;) {
    blend_branch(branch, first, count, below, out, validity);
    below = BlockValues{out, false, validity};
  }
}

void BlendedCase::blend_branch(size_t branch, size_t first, size_t count, const BlockValues& below, void* out,
                               uint64_t* validity) {
  NodeBlocks& condition = operands_[2 * branch];
  BlockValues result;
  operands_[2 * branch + 1].read(first, count, result);
  std::array<uint64_t, kBlockRows / 64> truth;
  bool chosen = false;
  if (physical_width(type_) == sizeof(uint64_t)) {
    Choice choice;
    choice.then = &result;
    choice.otherwise = &below;
    choice.count = count;
    choice.out = static_cast<uint64_t*>(out);
    choice.truth = validity == nullptr ? nullptr : truth.data();
    chosen = condition.choose(first, choice);
  }
  if (!chosen) {
    BlockValues found;
    condition.read(first, count, found);
    const uint8_t* mask = found.as<uint8_t>();
    alignas(64) std::array<uint8_t, kBlockRows> present;
    if (found.validity != nullptr || validity != nullptr) truth_bits(mask, found.validity, count, truth.data());
    if (found.validity != nullptr) {
      truth_bytes(truth.data(), count, present.data());
      mask = present.data();
    }
    blend_values(type_, mask, result, below, count, out);
  }
  if (validity != nullptr) blend_validity(truth.data(), result, below, count, validity);
}

void find_truth(BlockSource& condition, size_t first, size_t count, uint64_t* bits) {
  Choice choice;
  choice.count = count;
  choice.truth = bits;
  if (condition.choose(first, choice)) return;
  BlockValues found;
  condition.read(first, count, found);
  truth_bits(found.as<uint8_t>(), found.validity, count, bits);
}

}  // namespace eddyline::expression
