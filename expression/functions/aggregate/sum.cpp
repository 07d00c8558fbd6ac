#include "expression/functions/aggregate/accumulator_loop.hpp"
#include "expression/functions/aggregate/aggregate_signature.hpp"
#include "expression/functions/aggregate/decimal_sum.hpp"

namespace eddyline::expression {
namespace {

/// a + b or a - b of the type, integers wrapping around.
template <class T>
T add_wrapping(T a, T b) {
  if constexpr (std::integral<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b)));
  } else {
    return a + b;
  }
}
template <class T>
T subtract_wrapping(T a, T b) {
  if constexpr (std::integral<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(static_cast<Unsigned>(a) - static_cast<Unsigned>(b)));
  } else {
    return a - b;
  }
}

/// SUM of a group in which every row has a value: the sum alone tells all.
template <class T>
class PlainSumPolicy {
 public:
  using Argument = T;
  using Result = T;

  explicit PlainSumPolicy(DataType type) : type_(std::move(type)) {}
  RowType fields() const { return {{"sum", type_}}; }
  void bind(std::span<const FieldPlace> places) { sum_ = places[0]; }
  void add(uint8_t* slot, T value) const { set_field(slot, sum_, add_wrapping(get_field<T>(slot, sum_), value)); }
  void remove(uint8_t* slot, T value) const {
    set_field(slot, sum_, subtract_wrapping(get_field<T>(slot, sum_), value));
  }
  void merge(uint8_t* slot, const uint8_t* from) const { add(slot, get_field<T>(from, sum_)); }
  MaybeNull<T> result(const uint8_t* slot) const { return {get_field<T>(slot, sum_), true}; }

 private:
  DataType type_;
  FieldPlace sum_;
};

/// SUM where NULLs leave rows out: NULL while no row has a value.
template <class T>
class CountedSumPolicy {
 public:
  using Argument = T;
  using Result = T;

  explicit CountedSumPolicy(const DataType& type) : type_(type.not_null()) {}
  RowType fields() const { return {{"sum", type_}, {"count", DataType::bigint().not_null()}}; }
  void bind(std::span<const FieldPlace> places) {
    sum_ = places[0];
    count_ = places[1];
  }
  void add(uint8_t* slot, T value) const { change(slot, add_wrapping(get_field<T>(slot, sum_), value), 1); }
  void remove(uint8_t* slot, T value) const { change(slot, subtract_wrapping(get_field<T>(slot, sum_), value), -1); }
  void merge(uint8_t* slot, const uint8_t* from) const {
    change(slot, add_wrapping(get_field<T>(slot, sum_), get_field<T>(from, sum_)), get_field<int64_t>(from, count_));
  }
  MaybeNull<T> result(const uint8_t* slot) const {
    return {get_field<T>(slot, sum_), get_field<int64_t>(slot, count_) != 0};
  }

 private:
  void change(uint8_t* slot, T sum, int64_t count) const {
    const int64_t counted = get_field<int64_t>(slot, count_) + count;
    set_field(slot, count_, counted);
    // What floating point left over must not come back with the next value.
    set_field(slot, sum_, counted == 0 ? T() : sum);
  }
  DataType type_;
  FieldPlace sum_;
  FieldPlace count_;
};

/// SUM(DECIMAL): in 38 digits. A sum that does not fit becomes NULL and begins anew with the next value.
/// T is how the argument is held.
template <class T>
class DecimalSumPolicy {
 public:
  using Argument = T;
  using Result = int128_t;

  explicit DecimalSumPolicy(const DataType& type) : type_(type.with_nullable(true)) {}
  RowType fields() const { return {{"sum", type_}, {"count", DataType::bigint().not_null()}}; }
  void bind(std::span<const FieldPlace> places) {
    sum_ = places[0];
    count_ = places[1];
  }
  void add(uint8_t* slot, T value) const { change(slot, static_cast<int128_t>(value), 1); }
  void remove(uint8_t* slot, T value) const { change(slot, -static_cast<int128_t>(value), -1); }
  void merge(uint8_t* slot, const uint8_t* from) const {
    const int64_t count = get_field<int64_t>(from, count_);
    if (is_present(from, sum_)) {
      change(slot, get_field<int128_t>(from, sum_), count);
    } else {
      set_field(slot, count_, get_field<int64_t>(slot, count_) + count);
    }
  }
  MaybeNull<int128_t> result(const uint8_t* slot) const {
    return {get_field<int128_t>(slot, sum_), get_field<int64_t>(slot, count_) != 0 && is_present(slot, sum_)};
  }

 private:
  void change(uint8_t* slot, int128_t value, int64_t count) const {
    int128_t sum = 0;
    const bool fits = add_decimals(is_present(slot, sum_) ? get_field<int128_t>(slot, sum_) : 0, value, sum);
    set_field<int128_t>(slot, sum_, fits ? sum : 0);
    set_present(slot, sum_, fits);
    set_field(slot, count_, get_field<int64_t>(slot, count_) + count);
  }
  DataType type_;
  FieldPlace sum_;
  FieldPlace count_;
};

Result<DataType> resolve_sum(std::span<const DataType> arguments, const AggregateUse& use) {
  if (arguments.size() != 1 || !arguments[0].is_numeric()) {
    return no_such_signature("SUM", arguments, "SUM(<NUMERIC>)");
  }
  const DataType& argument = arguments[0];
  const DataType type =
      argument.is(TypeRoot::kDecimal) ? DataType::decimal(kMaxDecimalPrecision, argument.scale()) : argument;
  return nullable_if_empty(type, argument, use);
}

template <template <class> class Policy, class T>
std::unique_ptr<Accumulator> make_loop(const DataType& type) {
  return std::make_unique<AccumulatorLoop<Policy<T>>>(Policy<T>(type));
}

Result<std::unique_ptr<Accumulator>> make_sum(const AggregateCall& call, bool) {
  const PhysicalType physical = call.argument_types[0].physical_type();
  if (call.type.is(TypeRoot::kDecimal)) {
    return physical == PhysicalType::kInt128 ? make_loop<DecimalSumPolicy, int128_t>(call.type)
                                             : make_loop<DecimalSumPolicy, int64_t>(call.type);
  }
  return visit_physical(physical, [&](auto tag) -> Result<std::unique_ptr<Accumulator>> {
    using T = typename decltype(tag)::type;
    if constexpr (std::integral<T> || std::floating_point<T>) {
      if (!call.type.nullable() && !call.filter.has_value()) return make_loop<PlainSumPolicy, T>(call.type);
      return make_loop<CountedSumPolicy, T>(call.type);
    } else {
      return not_supported("SUM of " + call.argument_types[0].to_string());
    }
  });
}

}  // namespace

void register_sum(AggregateFunctionRegistry& registry);
void register_sum(AggregateFunctionRegistry& registry) {
  registry.add({.name = "SUM",
                .internal_name = "$SUM$1",
                .resolve = resolve_sum,
                .make_accumulator = make_sum,
                .help = "Sum of the values that are not NULL; NULL if there are none."});
}

}  // namespace eddyline::expression
