#include "expression/functions/aggregate/accumulator_loop.hpp"
#include "expression/functions/aggregate/aggregate_signature.hpp"
#include "expression/functions/aggregate/decimal_sum.hpp"
#include "expression/functions/kernel/decimal.hpp"

namespace eddyline::expression {
namespace {

/// AVG of integers (sum in 64 bits, wrapping, quotient truncated) and of floating point (sum in DOUBLE).
/// T is the argument's and the result's type, Sum that of the sum.
template <class T, class Sum>
class AvgPolicy {
 public:
  using Argument = T;
  using Result = T;

  RowType fields() const {
    const DataType sum = std::integral<Sum> ? DataType::bigint() : DataType::double_();
    return {{"sum", sum.not_null()}, {"count", DataType::bigint().not_null()}};
  }
  void bind(std::span<const FieldPlace> places) {
    sum_ = places[0];
    count_ = places[1];
  }
  void add(uint8_t* slot, T value) const { change(slot, static_cast<Sum>(value), 1); }
  void remove(uint8_t* slot, T value) const { change(slot, negated(static_cast<Sum>(value)), -1); }
  void merge(uint8_t* slot, const uint8_t* from) const {
    change(slot, get_field<Sum>(from, sum_), get_field<int64_t>(from, count_));
  }
  MaybeNull<T> result(const uint8_t* slot) const {
    const int64_t count = get_field<int64_t>(slot, count_);
    if (count == 0) return {T(), false};
    return {static_cast<T>(quotient(get_field<Sum>(slot, sum_), count)), true};
  }

 private:
  static Sum negated(Sum value) {
    if constexpr (std::integral<Sum>) return static_cast<Sum>(0 - static_cast<uint64_t>(value));
    return -value;
  }
  static Sum quotient(Sum sum, int64_t count) {
    if constexpr (std::integral<Sum>) {
      // The one quotient that does not fit: it wraps.
      return count == -1 ? negated(sum) : sum / count;
    } else {
      return sum / static_cast<Sum>(count);
    }
  }
  void change(uint8_t* slot, Sum value, int64_t count) const {
    const int64_t counted = get_field<int64_t>(slot, count_) + count;
    Sum sum = get_field<Sum>(slot, sum_);
    if constexpr (std::integral<Sum>) {
      sum = static_cast<Sum>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(value));
    } else {
      sum += value;
    }
    set_field(slot, count_, counted);
    // What floating point left over must not come back with the next value.
    set_field(slot, sum_, counted == 0 ? Sum() : sum);
  }
  FieldPlace sum_;
  FieldPlace count_;
};

/// AVG(DECIMAL): sum in 38 digits; once it did not fit, the average is NULL until the group ends.
/// T is how the argument is held.
template <class T>
class DecimalAvgPolicy {
 public:
  using Argument = T;
  using Result = int128_t;

  DecimalAvgPolicy(int32_t argument_scale, int32_t result_scale)
      : argument_scale_(argument_scale), shift_(result_scale - argument_scale) {}
  RowType fields() const {
    return {{"sum", DataType::decimal(kMaxDecimalPrecision, argument_scale_).not_null()},
            {"count", DataType::bigint().not_null()},
            {"overflowed", DataType::boolean().not_null()}};
  }
  void bind(std::span<const FieldPlace> places) {
    sum_ = places[0];
    count_ = places[1];
    overflowed_ = places[2];
  }
  void add(uint8_t* slot, T value) const { change(slot, static_cast<int128_t>(value), 1, false); }
  void remove(uint8_t* slot, T value) const { change(slot, -static_cast<int128_t>(value), -1, false); }
  void merge(uint8_t* slot, const uint8_t* from) const {
    change(slot, get_field<int128_t>(from, sum_), get_field<int64_t>(from, count_), has_overflowed(from));
  }
  MaybeNull<int128_t> result(const uint8_t* slot) const {
    const int64_t count = get_field<int64_t>(slot, count_);
    int128_t average = 0;
    const bool fits = count != 0 && !has_overflowed(slot) &&
                      divide_decimal(get_field<int128_t>(slot, sum_), count, shift_, kMaxDecimalPrecision, average);
    return {fits ? average : 0, fits};
  }

 private:
  bool has_overflowed(const uint8_t* slot) const { return get_field<uint8_t>(slot, overflowed_) != 0; }
  void change(uint8_t* slot, int128_t value, int64_t count, bool overflows) const {
    int128_t sum = 0;
    const bool fits =
        !overflows && !has_overflowed(slot) && add_decimals(get_field<int128_t>(slot, sum_), value, sum);
    set_field<int128_t>(slot, sum_, fits ? sum : 0);
    set_field<uint8_t>(slot, overflowed_, fits ? 0 : 1);
    set_field(slot, count_, get_field<int64_t>(slot, count_) + count);
  }
  int32_t argument_scale_;
  int32_t shift_;
  FieldPlace sum_;
  FieldPlace count_;
  FieldPlace overflowed_;
};

Result<DataType> resolve_avg(std::span<const DataType> arguments, const AggregateUse& use) {
  if (arguments.size() != 1 || !arguments[0].is_numeric()) {
    return no_such_signature("AVG", arguments, "AVG(<NUMERIC>)");
  }
  const DataType& argument = arguments[0];
  const DataType type = argument.is(TypeRoot::kDecimal)
                            ? DataType::decimal(kMaxDecimalPrecision, std::max(6, argument.scale()))
                            : argument;
  return nullable_if_empty(type, argument, use);
}

Result<std::unique_ptr<Accumulator>> make_avg(const AggregateCall& call, bool) {
  const PhysicalType physical = call.argument_types[0].physical_type();
  if (call.type.is(TypeRoot::kDecimal)) {
    const int32_t scale = call.argument_types[0].scale();
    if (physical == PhysicalType::kInt128) {
      using Policy = DecimalAvgPolicy<int128_t>;
      return std::make_unique<AccumulatorLoop<Policy>>(Policy(scale, call.type.scale()));
    }
    using Policy = DecimalAvgPolicy<int64_t>;
    return std::make_unique<AccumulatorLoop<Policy>>(Policy(scale, call.type.scale()));
  }
  return visit_physical(physical, [&](auto tag) -> Result<std::unique_ptr<Accumulator>> {
    using T = typename decltype(tag)::type;
    if constexpr (std::integral<T>) {
      return std::make_unique<AccumulatorLoop<AvgPolicy<T, int64_t>>>(AvgPolicy<T, int64_t>());
    } else if constexpr (std::floating_point<T>) {
      return std::make_unique<AccumulatorLoop<AvgPolicy<T, double>>>(AvgPolicy<T, double>());
    } else {
      return not_supported("AVG of " + call.argument_types[0].to_string());
    }
  });
}

}  // namespace

void register_avg(AggregateFunctionRegistry& registry);
void register_avg(AggregateFunctionRegistry& registry) {
  registry.add({.name = "AVG",
                .internal_name = "$AVG$1",
                .resolve = resolve_avg,
                .make_accumulator = make_avg,
                .help = "Average of the values that are not NULL; NULL if there are none."});
}

}  // namespace eddyline::expression
