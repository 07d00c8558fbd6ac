#include <algorithm>
#include <array>

#include "expression/evaluation/block_blend.hpp"
#include "expression/evaluation/column_blocks.hpp"
#include "expression/evaluation/copied_rows.hpp"
#include "expression/evaluation/node.hpp"
#include "expression/evaluation/row_lists.hpp"

namespace eddyline::expression {
namespace {

/// COALESCE and IFNULL. As with CASE, cheap operands of fixed width are computed for all rows and blended; else each
/// operand sees the rows that were NULL so far.
class CoalesceNode final : public Node {
 public:
  CoalesceNode(const DataType& type, std::vector<NodePtr> operands)
      : type_(type.physical_type()),
        operands_(std::move(operands)),
        blends_(is_blendable(type_) && operands_.size() <= kMaxBlendedBranches &&
                std::ranges::all_of(operands_, [](const NodePtr& operand) { return operand->runs_on_any_row(); })) {}

  bool runs_on_any_row() const override { return blends_; }

  Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) override {
    if (rows.count == 0) return Column::null_constant(type_, batch.physical_rows());
    const bool dense = rows.count * kDenseFactor >= batch.physical_rows();
    return blends_ && dense ? evaluate_blended(context, batch, rows) : evaluate_missing(context, batch, rows);
  }

 private:
  /// From left to right: what is present already stays.
  Result<ColumnPtr> evaluate_blended(EvaluationContext& context, const Batch& batch, SelectedRows rows) {
    const size_t size = batch.physical_rows();
    ASSIGN_OR_RETURN(ColumnPtr found, operands_.front()->evaluate(context, batch, rows));
    for (size_t i = 1; i < operands_.size() && !found->has_no_nulls(); ++i) {
      ASSIGN_OR_RETURN(const ColumnPtr next, operands_[i]->evaluate(context, batch, rows));
      found = blend(*found, *next, size);
    }
    return found;
  }

  /// Rows of `found`, and of `next` where those are NULL.
  ColumnPtr blend(const Column& found, const Column& next, size_t size) {
    MutableColumn out(type_, size);
    uint64_t* validity = out.validity();
    found_.open(found);
    next_column_.open(next);
    alignas(64) std::array<uint8_t, kBlockRows> present;
    for (size_t first = 0; first < size; first += kBlockRows) {
      const size_t count = std::min(kBlockRows, size - first);
      BlockValues one;
      BlockValues other;
      found_.read(first, count, one);
      next_column_.read(first, count, other);
      truth_bytes(one.validity, count, present.data());
      blend_values(type_, present.data(), one, other, count, out.values<std::byte>() + first * physical_width(type_));
      blend_validity(one.validity, one, other, count, validity + first / 64);
    }
    return out.seal(size);
  }

  Result<ColumnPtr> evaluate_missing(EvaluationContext& context, const Batch& batch, SelectedRows rows) {
    const size_t size = batch.physical_rows();
    MutableColumn out(type_, size);
    SelectedRows missing = rows;
    for (const NodePtr& operand : operands_) {
      if (missing.count == 0) break;
      ASSIGN_OR_RETURN(const ColumnPtr column, operand->evaluate(context, batch, missing));
      if (missing.count == rows.count && column->has_no_nulls()) return column;
      const DecodedColumn decoded(*column);
      present_.assign_if(missing, [&](size_t row) { return !decoded.is_null(row); });
      copy_rows(*column, present_.rows(), out);
      next_.assign_if(missing, [&](size_t row) { return decoded.is_null(row); });
      missing_.swap(next_);
      missing = missing_.rows();
    }
    missing.for_each([&](size_t row) { out.set_null(row); });
    return out.seal(size);
  }

  PhysicalType type_;
  std::vector<NodePtr> operands_;
  bool blends_;
  ColumnBlocks found_;
  ColumnBlocks next_column_;
  RowList present_;
  RowList missing_;
  RowList next_;
};

}  // namespace

NodePtr make_coalesce_node(const DataType& type, std::vector<NodePtr> operands) {
  return std::make_unique<CoalesceNode>(type, std::move(operands));
}

}  // namespace eddyline::expression
