#include <algorithm>
#include <optional>

#include "expression/evaluation/blended_case.hpp"
#include "expression/evaluation/block_blend.hpp"
#include "expression/evaluation/copied_rows.hpp"
#include "expression/evaluation/node.hpp"
#include "expression/evaluation/nulling_case.hpp"
#include "expression/evaluation/row_lists.hpp"

namespace eddyline::expression {
namespace {

/// CASE and IF.
///
/// With few, cheap branches of fixed width everything is computed for all rows; else each branch sees only the rows
/// that reach it.
class CaseNode final : public Node {
 public:
  CaseNode(const DataType& type, std::vector<NodePtr> operands)
      : type_(type.physical_type()), operands_(std::move(operands)) {
    const bool any_row =
        std::ranges::all_of(operands_, [](const NodePtr& operand) { return operand->runs_on_any_row(); });
    if (!any_row || branches() > kMaxBlendedBranches || !is_blendable(type_)) return;
    blended_.emplace(type_, operands_);
    if (NullingCase::suits(operands_)) nulling_.emplace(operands_);
  }

  bool runs_on_any_row() const override { return blended_.has_value(); }

  Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) override {
    if (rows.count == 0) return Column::null_constant(type_, batch.physical_rows());
    if (!blended_ || rows.count * kDenseFactor < batch.physical_rows()) return evaluate_branches(context, batch, rows);
    if (nulling_) {
      ASSIGN_OR_RETURN(ColumnPtr result, nulling_->evaluate(context, batch, rows));
      if (result != nullptr) return result;
    }
    return blended_->evaluate(context, batch, rows);
  }

 private:
  size_t branches() const { return operands_.size() / 2; }

  Result<ColumnPtr> evaluate_branches(EvaluationContext& context, const Batch& batch, SelectedRows rows) {
    const size_t size = batch.physical_rows();
    MutableColumn out(type_, size);
    SelectedRows undecided = rows;
    for (size_t branch = 0; branch < branches() && undecided.count > 0; ++branch) {
      ASSIGN_OR_RETURN(const ColumnPtr condition, operands_[2 * branch]->evaluate(context, batch, undecided));
      const TruthReader reader(*condition);
      chosen_.assign_if(undecided, [&](size_t row) { return reader.is_true(row); });
      if (chosen_.empty()) continue;
      // Everything goes one way: no copy.
      if (chosen_.size() == rows.count) return operands_[2 * branch + 1]->evaluate(context, batch, rows);
      ASSIGN_OR_RETURN(const ColumnPtr result, operands_[2 * branch + 1]->evaluate(context, batch, chosen_.rows()));
      copy_rows(*result, chosen_.rows(), out);
      next_.assign_if(undecided, [&](size_t row) { return !reader.is_true(row); });
      undecided_.swap(next_);
      undecided = undecided_.rows();
    }
    if (undecided.count == rows.count) return operands_.back()->evaluate(context, batch, rows);
    if (undecided.count > 0) {
      ASSIGN_OR_RETURN(const ColumnPtr result, operands_.back()->evaluate(context, batch, undecided));
      copy_rows(*result, undecided, out);
    }
    return out.seal(size);
  }

  PhysicalType type_;
  std::vector<NodePtr> operands_;
  std::optional<BlendedCase> blended_;
  std::optional<NullingCase> nulling_;
  RowList chosen_;
  RowList undecided_;
  RowList next_;
};

}  // namespace

NodePtr make_case_node(const DataType& type, std::vector<NodePtr> operands) {
  return std::make_unique<CaseNode>(type, std::move(operands));
}

}  // namespace eddyline::expression
