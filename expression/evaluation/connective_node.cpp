#include <algorithm>

#include "expression/evaluation/bit_bytes.hpp"
#include "expression/evaluation/node.hpp"
#include "expression/evaluation/row_lists.hpp"

namespace eddyline::expression {
namespace {

/// AND and OR. One operand's value decides a row alone (FALSE for AND, TRUE for OR); rows not yet decided go on to the next operand,
/// unless all operands are so cheap that lists of rows would cost more.
class ConnectiveNode final : public Node {
 public:
  ConnectiveNode(bool conjunction, std::vector<NodePtr> operands)
      : conjunction_(conjunction),
        operands_(std::move(operands)),
        any_row_(std::ranges::all_of(operands_, [](const NodePtr& operand) { return operand->runs_on_any_row(); })) {}

  bool runs_on_any_row() const override { return any_row_; }

  Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) override {
    return any_row_ ? evaluate_all(context, batch, rows) : evaluate_undecided(context, batch, rows);
  }

 private:
  Result<ColumnPtr> evaluate_all(EvaluationContext& context, const Batch& batch, SelectedRows rows) {
    const size_t size = batch.physical_rows();
    std::vector<ColumnPtr> columns(operands_.size());
    bool plain = true;
    bool nulls = false;
    for (size_t i = 0; i < operands_.size(); ++i) {
      ASSIGN_OR_RETURN(columns[i], operands_[i]->evaluate(context, batch, rows));
      plain = plain && columns[i]->is_flat();
      nulls = nulls || !columns[i]->has_no_nulls();
    }
    MutableColumn out(PhysicalType::kBool, size);
    if (!plain) {
      combine_rows(columns, rows, out);
    } else if (nulls) {
      combine_words(columns, size, out);
    } else {
      combine_bytes(columns, size, out);
    }
    return out.seal(size);
  }

  void combine_bytes(std::span<const ColumnPtr> columns, size_t size, MutableColumn& out) const {
    uint8_t* __restrict result = out.values<uint8_t>();
    std::memcpy(result, columns[0]->values<uint8_t>(), size);
    for (const ColumnPtr& column : columns.subspan(1)) {
      const uint8_t* values = column->values<uint8_t>();
      if (conjunction_) {
        for (size_t row = 0; row < size; ++row) result[row] &= values[row];
      } else {
        for (size_t row = 0; row < size; ++row) result[row] |= values[row];
      }
    }
  }

  /// Three-valued, 64 rows at a time. Buffers are multiples of 64 bytes, so whole words may be read and written.
  void combine_words(std::span<const ColumnPtr> columns, size_t size, MutableColumn& out) const {
    uint8_t* result = out.values<uint8_t>();
    uint64_t* validity = out.validity();
    for (size_t word = 0; word < bitmap_words(size); ++word) {
      uint64_t decided = 0;         // rows with a deciding operand
      uint64_t others = ~uint64_t{0};  // rows whose operands are all present and not deciding
      for (const ColumnPtr& column : columns) {
        const uint64_t present = column->validity() == nullptr ? ~uint64_t{0} : column->validity()[word];
        const uint64_t truth = truth_word(column->values<uint8_t>(), word);
        const uint64_t deciding = conjunction_ ? ~truth : truth;
        decided |= present & deciding;
        others &= present & ~deciding;
      }
      validity[word] = decided | others;
      store_truth_word(result, word, conjunction_ ? others : decided);
    }
  }

  void combine_rows(std::span<const ColumnPtr> columns, SelectedRows rows, MutableColumn& out) const {
    std::vector<TruthReader> readers;
    for (const ColumnPtr& column : columns) readers.emplace_back(*column);
    rows.for_each([&](size_t row) {
      bool decided = false;
      bool null = false;
      for (const TruthReader& reader : readers) {
        decided = decided || (conjunction_ ? reader.is_false(row) : reader.is_true(row));
        null = null || reader.is_null(row);
      }
      out.values<uint8_t>()[row] = decided != conjunction_ ? 1 : 0;
      if (!decided && null) out.set_null(row);
    });
  }

  Result<ColumnPtr> evaluate_undecided(EvaluationContext& context, const Batch& batch, SelectedRows rows) {
    MutableColumn out(PhysicalType::kBool, batch.physical_rows());
    uint8_t* values = out.values<uint8_t>();
    rows.for_each([&](size_t row) { values[row] = conjunction_ ? 1 : 0; });
    SelectedRows undecided = rows;
    for (const NodePtr& operand : operands_) {
      if (undecided.count == 0) break;
      ASSIGN_OR_RETURN(const ColumnPtr column, operand->evaluate(context, batch, undecided));
      const TruthReader reader(*column);
      next_.assign_if(undecided, [&](size_t row) {
        const bool null = reader.is_null(row);
        const bool deciding = !null && (conjunction_ ? reader.is_false(row) : reader.is_true(row));
        if (null) out.set_null(row);
        if (deciding) {
          values[row] = conjunction_ ? 0 : 1;
          if (out.has_validity()) set_bit(out.validity(), row);
        }
        return !deciding;
      });
      undecided_.swap(next_);
      undecided = undecided_.rows();
    }
    return out.seal(batch.physical_rows());
  }

  bool conjunction_;
  std::vector<NodePtr> operands_;
  bool any_row_;
  RowList undecided_;
  RowList next_;
};

}  // namespace

NodePtr make_connective_node(bool conjunction, std::vector<NodePtr> operands) {
  return std::make_unique<ConnectiveNode>(conjunction, std::move(operands));
}

}  // namespace eddyline::expression
