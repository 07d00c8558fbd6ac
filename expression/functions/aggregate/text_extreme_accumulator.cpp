#include "expression/functions/aggregate/text_extreme_accumulator.hpp"

#include <string>

#include "common/base/check.hpp"
#include "expression/functions/aggregate/field_access.hpp"

namespace eddyline::expression {
namespace {

class TextExtreme final : public Accumulator {
 public:
  TextExtreme(Extreme extreme, const DataType& type, bool retracting)
      : extreme_(extreme), retracting_(retracting), fields_({{"extreme", type.with_nullable(true)}}) {}

  const RowType& fields() const override { return fields_; }
  bool counts_values() const override { return retracting_; }
  void bind(std::span<const FieldPlace> places, TextStore* texts) override {
    best_ = places[0];
    texts_ = texts;
  }

  Status update(const AccumulatorInput& input) override {
    for (size_t i = input.first; i < input.rows.count; ++i) {
      if (input.slots[i] != nullptr) RETURN_IF_ERROR(apply(input, i));
    }
    return Status();
  }

  Status update_with_results(const AccumulatorInput& input, const ResultPairs& pairs) override {
    for (size_t i = input.first; i < input.rows.count; ++i) {
      const uint8_t* slot = input.slots[i];
      if (slot == nullptr) continue;
      const bool was_present = is_present(slot, best_);
      write(slot, pairs.results, 2 * i);
      replaced_ = false;
      RETURN_IF_ERROR(apply(input, i));
      write(slot, pairs.results, 2 * i + 1);
      const bool same = was_present == is_present(slot, best_) &&
                        (!was_present || !replaced_ || before_ == text_field(slot, best_));
      if (pairs.wanted[i] == (kWantsBefore | kWantsAfter)) pairs.changed[i] |= same ? 0 : 1;
    }
    return Status();
  }

  Status merge(std::span<uint8_t* const> into, std::span<const uint8_t* const> from) override {
    CHECK(!retracting_) << "value counts are not merged";
    for (size_t i = 0; i < into.size(); ++i) {
      if (is_present(from[i], best_)) RETURN_IF_ERROR(offer(into[i], text_field(from[i], best_)));
    }
    return Status();
  }

  void emit(std::span<const uint8_t* const> slots, MutableColumn& out, size_t at) const override {
    for (size_t i = 0; i < slots.size(); ++i) write(slots[i], out, at + i);
  }

 private:
  bool beats(std::string_view a, std::string_view b) const { return extreme_ == Extreme::kLeast ? a < b : b < a; }

  void write(const uint8_t* slot, MutableColumn& out, size_t row) const {
    if (is_present(slot, best_)) {
      out.set_string(row, text_field(slot, best_));
    } else {
      out.values<StringView>()[row] = StringView();
      out.set_null(row);
    }
  }

  Status offer(uint8_t* slot, std::string_view value) {
    if (is_present(slot, best_) && !beats(value, text_field(slot, best_))) return Status();
    return replace(slot, value);
  }

  /// The best text gives way to another, and is noted as it was before the row.
  Status replace(uint8_t* slot, std::string_view value) {
    if (!replaced_) before_ = is_present(slot, best_) ? text_field(slot, best_) : std::string_view();
    replaced_ = true;
    return texts_->set_text(slot, best_, value);
  }

  Status apply(const AccumulatorInput& input, size_t position) {
    const size_t row = input.rows[position];
    if (input.takes_part != nullptr && input.takes_part[position] == 0) return Status();
    if (input.argument->is_null(row)) return Status();
    uint8_t* slot = input.slots[position];
    const std::string_view value = input.argument->string(row);
    const bool adds = input.kinds == nullptr || is_accumulate(input.kinds[row]);
    if (!retracting_) {
      CHECK(adds) << "an accumulator for rows that only come was given one that goes";
      return offer(slot, value);
    }
    const int64_t count = input.counts.add(position, adds ? 1 : -1);
    if (adds) return count > 0 ? offer(slot, value) : Status();
    if (count > 0 || !is_present(slot, best_) || text_field(slot, best_) != value) return Status();
    return find_best(input, position, slot);
  }

  Status find_best(const AccumulatorInput& input, size_t position, uint8_t* slot) {
    const auto* best = reinterpret_cast<const StoredText*>(input.counts.order->extreme(position, extreme_));
    if (best != nullptr) return replace(slot, best->view());
    RETURN_IF_ERROR(replace(slot, {}));
    set_present(slot, best_, false);
    return Status();
  }

  Extreme extreme_;
  bool retracting_;
  RowType fields_;
  FieldPlace best_;
  TextStore* texts_ = nullptr;
  // What update_with_results() compares with, kept only for rows that replace the text.
  bool replaced_ = false;
  std::string before_;
};

}  // namespace

std::unique_ptr<Accumulator> make_text_extreme(Extreme extreme, const DataType& type, bool retracting) {
  return std::make_unique<TextExtreme>(extreme, type, retracting);
}

}  // namespace eddyline::expression
