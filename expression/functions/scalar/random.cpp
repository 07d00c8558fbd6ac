// RAND, RAND_INTEGER, UUID.
#include <optional>

#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"

namespace eddyline::expression {
namespace {

/// The generator of java.util.Random, so that seeded sequences are those of Flink.
/// Source   its documentation: a linear congruential generator of 48 bits (Knuth, TAOCP 3.2.1).
class JavaRandom {
 public:
  explicit JavaRandom(int64_t seed) : state_((static_cast<uint64_t>(seed) ^ kMultiplier) & kMask) {}

  int32_t next(int bits) {
    state_ = (state_ * kMultiplier + 0xb) & kMask;
    return static_cast<int32_t>(state_ >> (48 - bits));
  }
  double next_double() {
    const auto high = static_cast<uint64_t>(static_cast<uint32_t>(next(26)));
    const auto low = static_cast<uint64_t>(static_cast<uint32_t>(next(27)));
    return static_cast<double>((high << 27) + low) * 0x1.0p-53;
  }
  /// Uniform in [0, bound); bound > 0.
  int32_t next_below(int32_t bound) {
    int32_t bits = next(31);
    if ((bound & (bound - 1)) == 0) return static_cast<int32_t>((int64_t{bound} * bits) >> 31);
    int32_t value = bits % bound;
    while (static_cast<int32_t>(static_cast<uint32_t>(bits) - static_cast<uint32_t>(value) +
                                static_cast<uint32_t>(bound - 1)) < 0) {
      bits = next(31);
      value = bits % bound;
    }
    return value;
  }

 private:
  static constexpr uint64_t kMultiplier = 0x5deece66dULL;
  static constexpr uint64_t kMask = (uint64_t{1} << 48) - 1;
  uint64_t state_;
};

/// Draws anew for every row. A seed starts a sequence; it is taken from the first row.
template <class Draw>
class DrawingKernel final : public Kernel {
 public:
  DrawingKernel(Draw draw, bool seeded) : draw_(draw), seeded_(seeded) {}

  Status evaluate(EvaluationContext& context, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    std::vector<DecodedColumn> columns;
    for (const ColumnPtr& argument : arguments) columns.emplace_back(*argument);
    rows.for_each([&](size_t row) {
      if (!random_) random_.emplace(seeded_ ? columns[0].value<int64_t>(row) : static_cast<int64_t>(context.random().next()));
      draw_(ResultCell(context, out, row), *random_, columns, row);
    });
    return {};
  }
  bool varies_by_row() const override { return true; }

 private:
  Draw draw_;
  bool seeded_;
  std::optional<JavaRandom> random_;
};

FunctionTraits random_traits() {
  FunctionTraits traits;
  traits.determinism = Determinism::kNonDeterministic;
  return traits;
}

template <class Draw>
ScalarFunction::MakeKernel drawing(size_t arguments_of_seeded, Draw draw) {
  return [arguments_of_seeded, draw](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
    return std::make_unique<DrawingKernel<Draw>>(draw, site.operand_types.size() == arguments_of_seeded);
  };
}

void add_uuid(FunctionRegistry& registry) {
  const auto draw = [](ResultCell cell, JavaRandom&, const std::vector<DecodedColumn>&, size_t) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    uint64_t words[2] = {cell.context().random().next(), cell.context().random().next()};
    words[0] = (words[0] & ~uint64_t{0xf000}) | 0x4000;                               // version 4
    words[1] = (words[1] & ~(uint64_t{3} << 62)) | (uint64_t{2} << 62);  // variant of RFC 4122
    char text[36];
    size_t digit = 0;
    for (size_t at = 0; at < sizeof(text); ++at) {
      if (at == 8 || at == 13 || at == 18 || at == 23) {
        text[at] = '-';
        continue;
      }
      text[at] = kDigits[words[digit / 16] >> (60 - digit % 16 * 4) & 15];
      ++digit;
    }
    cell.set(std::string_view(text, sizeof(text)));
  };
  registry.add(make_function("UUID", "A random identifier of version 4.", {{{}, always(DataType::char_(36))}},
                             drawing(SIZE_MAX, draw), random_traits()));
}

}  // namespace

void register_random(FunctionRegistry& registry);
void register_random(FunctionRegistry& registry) {
  registry.add(make_function(
      "RAND", "A random number in [0, 1), from a seed if there is one.",
      {{{}, always(DataType::double_())}, {{Family::kInteger}, always(DataType::double_())}},
      drawing(1, [](ResultCell cell, JavaRandom& random, const std::vector<DecodedColumn>&, size_t) {
        cell.set(random.next_double());
      }),
      random_traits()));
  registry.add(make_function(
      "RAND_INTEGER", "A random integer below a bound, from a seed if there is one.",
      {{{Family::kInteger}, always(DataType::integer())},
       {{Family::kInteger, Family::kInteger}, always(DataType::integer())}},
      drawing(2, [](ResultCell cell, JavaRandom& random, const std::vector<DecodedColumn>& columns, size_t row) {
        const int64_t bound = columns.back().value<int64_t>(row);
        if (bound <= 0 || bound > INT32_MAX) return cell.fail(data_error("bound must be positive"));
        cell.set(random.next_below(static_cast<int32_t>(bound)));
      }),
      random_traits()));
  add_uuid(registry);
}

}  // namespace eddyline::expression
