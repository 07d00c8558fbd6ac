#include "expression/functions/aggregate/accumulator_loop.hpp"
#include "expression/functions/aggregate/aggregate_signature.hpp"

namespace eddyline::expression {
namespace {

/// COUNT(*) and COUNT(x): the loop keeps rows out whose argument is NULL.
class CountPolicy {
 public:
  using Argument = NoValue;
  using Result = int64_t;

  RowType fields() const { return {{"count", DataType::bigint().not_null()}}; }
  void bind(std::span<const FieldPlace> places) { count_ = places[0]; }
  void add(uint8_t* slot, NoValue) const { set_field(slot, count_, count(slot) + 1); }
  void remove(uint8_t* slot, NoValue) const { set_field(slot, count_, count(slot) - 1); }
  void merge(uint8_t* slot, const uint8_t* from) const { set_field(slot, count_, count(slot) + count(from)); }
  MaybeNull<int64_t> result(const uint8_t* slot) const { return {count(slot), true}; }

 private:
  int64_t count(const uint8_t* slot) const { return get_field<int64_t>(slot, count_); }
  FieldPlace count_;
};

Result<DataType> resolve_count(std::span<const DataType> arguments, const AggregateUse&) {
  if (arguments.size() > 1) {
    return validation_error("We now only support the count of one field.");
  }
  return DataType::bigint().not_null();
}

}  // namespace

void register_count(AggregateFunctionRegistry& registry);
void register_count(AggregateFunctionRegistry& registry) {
  registry.add({.name = "COUNT",
                .internal_name = "$COUNT$1",
                .resolve = resolve_count,
                .make_accumulator = [](const AggregateCall&, bool) -> Result<std::unique_ptr<Accumulator>> {
                  return std::make_unique<AccumulatorLoop<CountPolicy>>(CountPolicy());
                },
                .counts_rows = true,
                .help = "Number of rows, or of rows in which the argument is not NULL."});
}

}  // namespace eddyline::expression
