#pragma once

#include <cmath>
#include <concepts>
#include <optional>
#include <utility>

#include "expression/accumulator.hpp"
#include "expression/functions/aggregate/field_access.hpp"

namespace eddyline::expression {

/// A result or NULL, without the branches of std::optional.
template <class T>
struct MaybeNull {
  T value;
  bool present;

  friend bool operator==(const MaybeNull& a, const MaybeNull& b) {
    if (a.present != b.present) return false;
    if (!a.present || a.value == b.value) return true;
    if constexpr (std::floating_point<T>) return std::isnan(a.value) && std::isnan(b.value);
    return false;
  }
};

/// For policies without argument: COUNT.
struct NoValue {};

/// All kernels of an accumulator, from a policy that knows one row:
///   types    Argument (of the argument column, or NoValue) and Result
///   fields() -> RowType; bind(places); add(slot, Argument); remove(slot, Argument); merge(slot, from);
///   result(slot) -> MaybeNull<Result>
template <class Policy>
class AccumulatorLoop final : public Accumulator {
 public:
  explicit AccumulatorLoop(Policy policy) : policy_(std::move(policy)), fields_(policy_.fields()) {}

  const RowType& fields() const override { return fields_; }
  void bind(std::span<const FieldPlace> places, TextStore*) override { policy_.bind(places); }

  Status update(const AccumulatorInput& input) override {
    run(input, [&](size_t, uint8_t* slot, auto change) { change(slot); });
    return Status();
  }

  Status update_with_results(const AccumulatorInput& input, const ResultPairs& pairs) override {
    auto* results = pairs.results.template values<Result>();
    run(input, [&](size_t i, uint8_t* slot, auto change) {
      const MaybeNull<Result> before = policy_.result(slot);
      change(slot);
      const MaybeNull<Result> after = policy_.result(slot);
      results[2 * i] = before.value;
      results[2 * i + 1] = after.value;
      if (pairs.wanted[i] == (kWantsBefore | kWantsAfter)) pairs.changed[i] |= before == after ? 0 : 1;
      if (!before.present && (pairs.wanted[i] & kWantsBefore) != 0) pairs.results.set_null(2 * i);
      if (!after.present && (pairs.wanted[i] & kWantsAfter) != 0) pairs.results.set_null(2 * i + 1);
    });
    return Status();
  }

  Status merge(std::span<uint8_t* const> into, std::span<const uint8_t* const> from) override {
    for (size_t i = 0; i < into.size(); ++i) policy_.merge(into[i], from[i]);
    return Status();
  }

  void emit(std::span<const uint8_t* const> slots, MutableColumn& out, size_t at) const override {
    for (size_t i = 0; i < slots.size(); ++i) {
      const MaybeNull<Result> result = policy_.result(slots[i]);
      out.values<Result>()[at + i] = result.value;
      if (!result.present) out.set_null(at + i);
    }
  }

 private:
  using Argument = typename Policy::Argument;
  using Result = typename Policy::Result;

  /// Calls visit(position, slot, change) in order; change(slot) does what the row does.
  template <class Visit>
  void run(const AccumulatorInput& input, Visit visit) {
    const bool plain = input.kinds == nullptr && input.takes_part == nullptr &&
                       (input.argument == nullptr || !input.argument->may_have_nulls());
    if (!plain) {
      run_rows(input, visit, [&](size_t i, size_t row) {
        if (input.takes_part != nullptr && input.takes_part[i] == 0) return 0;
        if (input.argument != nullptr && input.argument->is_null(row)) return 0;
        return input.kinds == nullptr || is_accumulate(input.kinds[row]) ? 1 : -1;
      });
    } else {
      run_rows(input, visit, [](size_t, size_t) { return 1; });
    }
  }

  template <class Visit, class Direction>
  void run_rows(const AccumulatorInput& input, Visit visit, Direction direction) {
    for (size_t i = input.first; i < input.rows.count; ++i) {
      uint8_t* slot = input.slots[i];
      if (slot == nullptr) continue;
      const size_t row = input.rows[i];
      visit(i, slot, [&](uint8_t* changed) {
        const int sign = direction(i, row);
        if (sign == 0) return;
        const Argument value = argument_of(input, row);
        if (sign > 0) {
          policy_.add(changed, value);
        } else {
          policy_.remove(changed, value);
        }
      });
    }
  }

  static Argument argument_of(const AccumulatorInput& input, size_t row) {
    if constexpr (std::is_same_v<Argument, NoValue>) {
      return {};
    } else {
      return input.argument->template value<Argument>(row);
    }
  }

  Policy policy_;
  RowType fields_;
};

}  // namespace eddyline::expression
