#include <algorithm>

#include "expression/evaluation/bit_bytes.hpp"
#include "expression/evaluation/branch_result.hpp"
#include "expression/evaluation/node.hpp"
#include "expression/evaluation/row_lists.hpp"

namespace eddyline::expression {
namespace {

constexpr size_t kBlockRows = 512;

/// CASE and IF.
///
/// Two ways: with few, cheap branches of fixed width everything is computed for all rows and the results are blended; else each
/// branch sees only the rows that reach it.
class CaseNode final : public Node {
 public:
  CaseNode(const DataType& type, std::vector<NodePtr> operands)
      : type_(type.physical_type()),
        operands_(std::move(operands)),
        any_row_(std::ranges::all_of(operands_, [](const NodePtr& operand) { return operand->runs_on_any_row(); })),
        blends_(any_row_ && type_ != PhysicalType::kString && branches() <= kMaxBlendedBranches) {}

  bool runs_on_any_row() const override { return blends_; }

  Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) override {
    if (rows.count == 0) return Column::null_constant(type_, batch.physical_rows());
    const bool dense = rows.count * kDenseFactor >= batch.physical_rows();
    return blends_ && dense ? evaluate_blended(context, batch, rows) : evaluate_branches(context, batch, rows);
  }

 private:
  size_t branches() const { return operands_.size() / 2; }

  Result<ColumnPtr> evaluate_blended(EvaluationContext& context, const Batch& batch, SelectedRows rows) {
    const size_t size = batch.physical_rows();
    // From the last branch to the first: each pass writes a new column, so that no loop reads what it writes.
    ASSIGN_OR_RETURN(ColumnPtr below, operands_.back()->evaluate(context, batch, rows));
    for (size_t branch = branches(); branch-- > 0;) {
      ASSIGN_OR_RETURN(const ColumnPtr result, operands_[2 * branch + 1]->evaluate(context, batch, rows));
      const bool null_where_true = is_null_constant(*result);
      if (null_where_true != is_null_constant(*below)) {
        const Column& kept = null_where_true ? *below : *result;
        if (kept.is_flat()) {
          RETURN_IF_ERROR(find_truth(context, batch, rows, *operands_[2 * branch]));
          below = hide_rows(kept, size, null_where_true);
          continue;
        }
      }
      MutableColumn out(type_, size);
      if (TruthBlocks* blocks = operands_[2 * branch]->truth_blocks()) {
        RETURN_IF_ERROR(blocks->start(context, batch, rows));
        if (!blocks->choose(*result, *below, size, out)) blend_blocks(*blocks, *result, below.get(), size, out);
        blocks->finish();
      } else {
        ASSIGN_OR_RETURN(const ColumnPtr condition, operands_[2 * branch]->evaluate(context, batch, rows));
        blend_rows(mask_of(*condition, size), *result, below.get(), Block{0, size, size}, out);
      }
      below = out.seal(size);
    }
    return below;
  }

  /// Condition and choice in turns, while the truth values are in the nearest cache.
  static void blend_blocks(TruthBlocks& blocks, const Column& result, const Column* below, size_t size,
                           MutableColumn& out) {
    alignas(64) uint8_t truth[kBlockRows];
    for (size_t first = 0; first < size; first += kBlockRows) {
      const size_t count = std::min(kBlockRows, size - first);
      blocks.fill(first, std::span(truth, count));
      blend_rows(truth, result, below, Block{first, count, size}, out);
    }
  }

  static bool is_null_constant(const Column& column) { return column.is_constant() && column.is_null(0); }

  /// Sets truth_ to a bit a row whose condition is TRUE.
  Status find_truth(EvaluationContext& context, const Batch& batch, SelectedRows rows, Node& condition) {
    const size_t size = batch.physical_rows();
    truth_.resize(bitmap_words(size));
    if (TruthBlocks* blocks = condition.truth_blocks()) {
      RETURN_IF_ERROR(blocks->start(context, batch, rows));
      alignas(64) uint8_t truth[64] = {};
      for (size_t word = 0; word < truth_.size(); ++word) {
        blocks->fill(word * 64, std::span(truth, std::min<size_t>(64, size - word * 64)));
        truth_[word] = truth_word(truth, 0);
      }
      blocks->finish();
      return {};
    }
    ASSIGN_OR_RETURN(const ColumnPtr column, condition.evaluate(context, batch, rows));
    const uint8_t* mask = mask_of(*column, size);
    for (size_t word = 0; word < truth_.size(); ++word) truth_[word] = truth_word(mask, word);
    return {};
  }

  /// Where one of two results is NULL, the other's values serve as they are: its column with fewer rows present.
  ColumnPtr hide_rows(const Column& kept, size_t size, bool where_true) const {
    BufferPtr validity = allocate_buffer(truth_.size() * sizeof(uint64_t));
    uint64_t* present = validity->as<uint64_t>();
    for (size_t word = 0; word < truth_.size(); ++word) {
      const uint64_t own = kept.validity() == nullptr ? ~uint64_t{0} : kept.validity()[word];
      present[word] = own & (where_true ? ~truth_[word] : truth_[word]);
    }
    return Column::flat(type_, size, kept.values_buffer(), std::move(validity), kept.heap(), kept.children());
  }

  /// 1 where the condition is TRUE.
  const uint8_t* mask_of(const Column& condition, size_t size) {
    if (condition.is_flat() && condition.validity() == nullptr) return condition.values<uint8_t>();
    const size_t words = bitmap_words(size);
    mask_.resize(words * 64);
    if (condition.is_flat()) {
      const uint8_t* values = condition.values<uint8_t>();
      for (size_t word = 0; word < words; ++word) {
        const uint64_t present = condition.validity()[word];
        for (size_t i = 0; i < 8; ++i) {
          uint64_t bytes;
          std::memcpy(&bytes, values + word * 64 + i * 8, 8);
          bytes &= bytes_of_bits((present >> (8 * i)) & 0xff);
          std::memcpy(mask_.data() + word * 64 + i * 8, &bytes, 8);
        }
      }
      return mask_.data();
    }
    const TruthReader reader(condition);
    for (size_t row = 0; row < size; ++row) mask_[row] = reader.is_true(row) ? 1 : 0;
    return mask_.data();
  }

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
  bool any_row_;
  bool blends_;
  std::vector<uint8_t> mask_;
  std::vector<uint64_t> truth_;
  RowList chosen_;
  RowList undecided_;
  RowList next_;
};

}  // namespace

NodePtr make_case_node(const DataType& type, std::vector<NodePtr> operands) {
  return std::make_unique<CaseNode>(type, std::move(operands));
}

}  // namespace eddyline::expression
