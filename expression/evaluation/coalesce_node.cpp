#include <algorithm>

#include "expression/evaluation/bit_bytes.hpp"
#include "expression/evaluation/branch_result.hpp"
#include "expression/evaluation/node.hpp"
#include "expression/evaluation/row_lists.hpp"

namespace eddyline::expression {
namespace {

/// COALESCE and IFNULL. As with CASE, cheap operands of fixed width are computed for all rows and blended; else each operand sees the
/// rows that were NULL so far.
class CoalesceNode final : public Node {
 public:
  CoalesceNode(const DataType& type, std::vector<NodePtr> operands)
      : type_(type.physical_type()),
        operands_(std::move(operands)),
        blends_(type_ != PhysicalType::kString && operands_.size() <= kMaxBlendedBranches &&
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
      MutableColumn out(type_, size);
      blend_rows(present_bytes(*found, size), *found, next.get(), Block{0, size, size}, out);
      found = out.seal(size);
    }
    return found;
  }

  /// 1 where the column is not NULL.
  const uint8_t* present_bytes(const Column& column, size_t size) {
    const DecodedColumn decoded(column);
    bytes_.resize(bitmap_words(size) * 64);
    if (const uint64_t* bits = decoded.row_validity()) {
      for (size_t word = 0; word < bitmap_words(size); ++word) store_truth_word(bytes_.data(), word, bits[word]);
    } else {
      for (size_t row = 0; row < size; ++row) bytes_[row] = decoded.is_null(row) ? 0 : 1;
    }
    return bytes_.data();
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
  std::vector<uint8_t> bytes_;
  RowList present_;
  RowList missing_;
  RowList next_;
};

}  // namespace

NodePtr make_coalesce_node(const DataType& type, std::vector<NodePtr> operands) {
  return std::make_unique<CoalesceNode>(type, std::move(operands));
}

}  // namespace eddyline::expression
