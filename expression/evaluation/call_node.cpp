#include <algorithm>
#include <optional>

#include "common/base/check.hpp"
#include "expression/evaluation/block_blend.hpp"
#include "expression/evaluation/call_blocks.hpp"
#include "expression/evaluation/node.hpp"
#include "expression/evaluation/row_lists.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {
namespace {

/// A kernel with its operands: NULLs, constants and dictionaries are dealt with here, so that kernels see plain rows.
class CallNode final : public Node {
 public:
  CallNode(const Expression& call, std::unique_ptr<Kernel> kernel, std::vector<NodePtr> operands, bool all_literals)
      : kernel_(std::move(kernel)),
        operands_(std::move(operands)),
        arguments_(operands_.size()),
        type_(call.type().physical_type()),
        propagates_null_(call.function().null_handling == NullHandling::kPropagate),
        deterministic_(call.function().determinism == Determinism::kDeterministic),
        all_literals_(all_literals && deterministic_),
        any_row_(kernel_->runs_on_any_row() &&
                 std::ranges::all_of(operands_, [](const NodePtr& operand) { return operand->runs_on_any_row(); })) {
    if (any_row_ && propagates_null_ && !all_literals_ && kernel_->block_function() != nullptr) {
      blocks_.emplace(*kernel_, type_, operands_);
    }
  }

  bool runs_on_any_row() const override { return any_row_; }

  BlockSource* blocks() override { return blocks_ ? &*blocks_ : nullptr; }

  Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) override {
    const size_t size = batch.physical_rows();
    if (folded_ != nullptr) return Column::constant(folded_, size);
    if (rows.count == 0) return Column::null_constant(type_, size);
    for (size_t i = 0; i < operands_.size(); ++i) {
      ASSIGN_OR_RETURN(arguments_[i], operands_[i]->evaluate(context, batch, rows));
    }
    auto result = evaluate_call(context, rows, size);
    for (ColumnPtr& argument : arguments_) argument.reset();
    return result;
  }

 private:
  Result<ColumnPtr> evaluate_call(EvaluationContext& context, SelectedRows rows, size_t size) {
    if (propagates_null_ && std::ranges::any_of(arguments_, is_null_constant))
      return Column::null_constant(type_, size);
    const bool constant = std::ranges::all_of(arguments_, [](const ColumnPtr& a) { return a->is_constant(); });
    if (constant && !kernel_->varies_by_row()) {
      ASSIGN_OR_RETURN(ColumnPtr once, evaluate_once(context, size));
      if (once != nullptr) return once;
    }
    if (const std::optional<size_t> coded = dictionary_argument(rows)) {
      ASSIGN_OR_RETURN(ColumnPtr result, evaluate_base(context, *coded));
      if (result != nullptr) return result;
    }
    return evaluate_rows(context, arguments_, rows, size);
  }

  static bool is_null_constant(const ColumnPtr& column) { return column->is_constant() && column->is_null(0); }

  /// All rows are the same; null if that one has an error, which then belongs to the rows.
  Result<ColumnPtr> evaluate_once(EvaluationContext& context, size_t size) {
    const size_t errors = context.error_count();
    MutableColumn one(type_, 1);
    RETURN_IF_ERROR(kernel_->evaluate(context, arguments_, SelectedRows::all(1), one));
    if (context.error_count() > errors) {
      context.clear_errors_since(errors);
      return ColumnPtr();
    }
    ColumnPtr flat = one.seal(1);
    if (all_literals_) folded_ = flat;
    return Column::constant(std::move(flat), size);
  }

  /// The one argument that is a dictionary while all others are constant, if its base is no longer than the rows
  /// wanted.
  std::optional<size_t> dictionary_argument(SelectedRows rows) const {
    if (!deterministic_ || kernel_->varies_by_row()) return std::nullopt;
    std::optional<size_t> found;
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (arguments_[i]->is_constant()) continue;
      if (found || arguments_[i]->encoding() != Encoding::kDictionary) return std::nullopt;
      found = i;
    }
    if (!found) return std::nullopt;
    const Column& coded = *arguments_[*found];
    if (coded.base()->size() > rows.count || (!propagates_null_ && coded.validity() != nullptr)) return std::nullopt;
    return found;
  }

  /// Computes the dictionary's entries; null if one of them fails, for it may not occur in the rows.
  Result<ColumnPtr> evaluate_base(EvaluationContext& context, size_t coded) {
    const size_t errors = context.error_count();
    const ColumnPtr column = arguments_[coded];
    std::vector<ColumnPtr> arguments = arguments_;
    arguments[coded] = column->base();
    const size_t entries = column->base()->size();
    ASSIGN_OR_RETURN(ColumnPtr base, evaluate_rows(context, arguments, SelectedRows::all(entries), entries));
    if (context.error_count() > errors) {
      context.clear_errors_since(errors);
      return ColumnPtr();
    }
    return Column::dictionary(std::move(base), column->indices_buffer(), column->size(), column->validity_buffer());
  }

  Result<ColumnPtr> evaluate_rows(EvaluationContext& context, std::span<const ColumnPtr> arguments, SelectedRows rows,
                                  size_t size) {
    MutableColumn out(type_, size);
    const bool kernel_any_row = kernel_->runs_on_any_row();
    SelectedRows wanted = rows;
    if (any_row_ && !rows.is_dense() && rows.count * kDenseFactor >= size) wanted = SelectedRows::all(size);
    if (propagates_null_) {
      for (const ColumnPtr& argument : arguments) take_nulls(DecodedColumn(*argument), wanted, size, out);
      if (out.has_validity() && !kernel_any_row) {
        present_.assign_if(wanted, [&](size_t row) { return !out.is_null(row); });
        wanted = present_.rows();
      }
    }
    RETURN_IF_ERROR(kernel_->evaluate(context, arguments, wanted, out));
    return out.seal(size);
  }

  /// Makes the rows NULL that are NULL in the argument.
  static void take_nulls(const DecodedColumn& argument, SelectedRows rows, size_t size, MutableColumn& out) {
    if (!argument.may_have_nulls()) return;
    uint64_t* validity = out.validity();
    if (const uint64_t* bits = argument.row_validity()) {
      for (size_t word = 0; word < bitmap_words(size); ++word) validity[word] &= bits[word];
      return;
    }
    rows.for_each([&](size_t row) {
      if (argument.is_null(row)) clear_bit(validity, row);
    });
  }

  std::unique_ptr<Kernel> kernel_;
  std::vector<NodePtr> operands_;
  std::vector<ColumnPtr> arguments_;
  PhysicalType type_;
  bool propagates_null_;
  bool deterministic_;
  bool all_literals_;
  bool any_row_;
  std::optional<CallBlocks> blocks_;
  RowList present_;
  /// The result where every operand is a literal, once known.
  ColumnPtr folded_;
};

}  // namespace

Result<NodePtr> make_call_node(const Expression& call, std::vector<NodePtr> operands) {
  std::vector<DataType> types;
  std::vector<const Value*> literals;
  bool all_literals = true;
  for (const ExpressionPtr& operand : call.operands()) {
    types.push_back(operand->type());
    literals.push_back(operand->is_literal() ? &operand->value() : nullptr);
    all_literals = all_literals && operand->is_literal();
  }
  CHECK(call.function().make_kernel != nullptr) << call.function().name << " has no kernel";
  ASSIGN_OR_RETURN(std::unique_ptr<Kernel> kernel, call.function().make_kernel(CallSite{types, literals, call.type()}));
  return NodePtr(std::make_unique<CallNode>(call, std::move(kernel), std::move(operands), all_literals));
}

}  // namespace eddyline::expression
