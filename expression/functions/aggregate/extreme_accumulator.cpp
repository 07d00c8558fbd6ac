#include "expression/functions/aggregate/extreme_accumulator.hpp"

#include <cmath>
#include <concepts>
#include <cstring>

#include "expression/functions/aggregate/accumulator_loop.hpp"
#include "expression/functions/aggregate/aggregate_signature.hpp"
#include "expression/functions/aggregate/text_extreme_accumulator.hpp"

namespace eddyline::expression {
namespace {

/// Total order of values where they also go; NaN is the greatest.
template <class T>
bool is_less(T a, T b) {
  if constexpr (std::floating_point<T>) {
    if (std::isnan(a)) return false;
    if (std::isnan(b)) return true;
  }
  return a < b;
}
template <class T>
bool beats(Extreme extreme, T a, T b) {
  return extreme == Extreme::kLeast ? is_less(a, b) : is_less(b, a);
}

/// Over rows that only come: the best value so far.
template <class T, Extreme kExtreme>
class ExtremePolicy {
 public:
  using Argument = T;
  using Result = T;

  explicit ExtremePolicy(const DataType& type) : type_(type.with_nullable(true)) {}
  RowType fields() const { return {{"extreme", type_}}; }
  void bind(std::span<const FieldPlace> places) { best_ = places[0]; }
  void add(uint8_t* slot, T value) const {
    if (is_present(slot, best_) && !beats_best(value, get_field<T>(slot, best_))) return;
    set_field(slot, best_, value);
    set_present(slot, best_, true);
  }
  void remove(uint8_t*, T) const { CHECK(false) << "an accumulator for rows that only come was given one that goes"; }
  void merge(uint8_t* slot, const uint8_t* from) const {
    if (is_present(from, best_)) add(slot, get_field<T>(from, best_));
  }
  MaybeNull<T> result(const uint8_t* slot) const { return {get_field<T>(slot, best_), is_present(slot, best_)}; }

 private:
  // Plain comparison, as Flink's generated code: NaN beats nothing, and nothing beats a NaN that came first.
  static bool beats_best(T value, T best) { return kExtreme == Extreme::kLeast ? value < best : best < value; }

  DataType type_;
  FieldPlace best_;
};

/// Over rows that also go: the best of the values whose count is above 0.
template <class T>
class RetractableExtreme final : public Accumulator {
 public:
  RetractableExtreme(Extreme extreme, const DataType& type)
      : extreme_(extreme), fields_({{"extreme", type.with_nullable(true)}}) {}

  const RowType& fields() const override { return fields_; }
  bool counts_values() const override { return true; }
  void bind(std::span<const FieldPlace> places, TextStore*) override { best_ = places[0]; }

  Status update(const AccumulatorInput& input) override {
    for (size_t i = input.first; i < input.rows.count; ++i) {
      if (input.slots[i] != nullptr) apply(input, i);
    }
    return Status();
  }

  Status update_with_results(const AccumulatorInput& input, const ResultPairs& pairs) override {
    for (size_t i = input.first; i < input.rows.count; ++i) {
      uint8_t* slot = input.slots[i];
      if (slot == nullptr) continue;
      const MaybeNull<T> before = result(slot);
      apply(input, i);
      const MaybeNull<T> after = result(slot);
      write(before, pairs.results, 2 * i);
      write(after, pairs.results, 2 * i + 1);
      if (pairs.wanted[i] == (kWantsBefore | kWantsAfter)) pairs.changed[i] |= before == after ? 0 : 1;
    }
    return Status();
  }

  Status merge(std::span<uint8_t* const>, std::span<const uint8_t* const>) override {
    CHECK(false) << "value counts are not merged";
    return Status();
  }

  void emit(std::span<const uint8_t* const> slots, MutableColumn& out, size_t at) const override {
    for (size_t i = 0; i < slots.size(); ++i) write(result(slots[i]), out, at + i);
  }

 private:
  MaybeNull<T> result(const uint8_t* slot) const { return {get_field<T>(slot, best_), is_present(slot, best_)}; }

  static void write(const MaybeNull<T>& result, MutableColumn& out, size_t row) {
    out.values<T>()[row] = result.value;
    if (!result.present) out.set_null(row);
  }

  void apply(const AccumulatorInput& input, size_t position) {
    const size_t row = input.rows[position];
    if (input.takes_part != nullptr && input.takes_part[position] == 0) return;
    if (input.argument->is_null(row)) return;
    uint8_t* slot = input.slots[position];
    const T value = input.argument->value<T>(row);
    if (input.kinds == nullptr || is_accumulate(input.kinds[row])) {
      if (input.counts.add(position, 1) <= 0) return;
      if (!is_present(slot, best_) || beats(extreme_, value, get_field<T>(slot, best_))) set_best(slot, value);
      return;
    }
    if (input.counts.add(position, -1) > 0 || !is_present(slot, best_)) return;
    const T best = get_field<T>(slot, best_);
    if (!beats(extreme_, value, best) && !beats(extreme_, best, value)) find_best(input, position, slot);
  }

  void find_best(const AccumulatorInput& input, size_t position, uint8_t* slot) {
    const uint8_t* address = input.counts.order->extreme(position, extreme_);
    T value = T();
    if (address != nullptr) std::memcpy(&value, address, sizeof(T));
    set_field(slot, best_, value);
    set_present(slot, best_, address != nullptr);
  }

  void set_best(uint8_t* slot, T value) const {
    set_field(slot, best_, value);
    set_present(slot, best_, true);
  }

  Extreme extreme_;
  RowType fields_;
  FieldPlace best_;
};

template <class T>
std::unique_ptr<Accumulator> make_typed(Extreme extreme, const DataType& type, bool retracting) {
  if (retracting) return std::make_unique<RetractableExtreme<T>>(extreme, type);
  if (extreme == Extreme::kLeast) {
    using Policy = ExtremePolicy<T, Extreme::kLeast>;
    return std::make_unique<AccumulatorLoop<Policy>>(Policy(type));
  }
  using Policy = ExtremePolicy<T, Extreme::kGreatest>;
  return std::make_unique<AccumulatorLoop<Policy>>(Policy(type));
}

}  // namespace

Result<DataType> resolve_extreme(std::string_view name, std::span<const DataType> arguments, const AggregateUse& use) {
  const bool comparable = arguments.size() == 1 && !arguments[0].is(TypeRoot::kNull) && !arguments[0].is_nested() &&
                          !arguments[0].is_binary();
  if (!comparable) {
    return no_such_signature(name, arguments, std::string(name) + "(<COMPARABLE_TYPE>)");
  }
  return nullable_if_empty(arguments[0].with_time_attribute(TimeAttribute::kNone), arguments[0], use);
}

Result<std::unique_ptr<Accumulator>> make_extreme(Extreme extreme, const AggregateCall& call, bool retracting) {
  const PhysicalType physical = call.argument_types[0].physical_type();
  if (physical == PhysicalType::kString) return make_text_extreme(extreme, call.type, retracting);
  return visit_physical(physical, [&](auto tag) -> Result<std::unique_ptr<Accumulator>> {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, StringView>) {
      return not_supported("MIN and MAX of " + call.argument_types[0].to_string());
    } else {
      return make_typed<T>(extreme, call.type, retracting);
    }
  });
}

}  // namespace eddyline::expression
