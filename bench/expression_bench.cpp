// Expressions over BIGINT columns against hand-written loops that write the same values and validity.
//   expression_bench [--rounds N] [--only TEXT]   only what is named with the text in it

#include <cstdlib>
#include <cstring>
#include <string_view>

#include "bench/interleaved_runs.hpp"
#include "common/base/random.hpp"
#include "common/columnar/batch.hpp"
#include "expression/evaluation/bit_bytes.hpp"
#include "expression/evaluator.hpp"
#include "expression/function_registry.hpp"

namespace eddyline::bench {
namespace {

using expression::Expression;
using expression::ExpressionPtr;

constexpr size_t kBatchRows = 2048;
constexpr size_t kBatches = 64;
constexpr size_t kRepeats = 40;
constexpr uint64_t kNullsIn = 10;  // one row in so many

ColumnPtr random_column(Random& random, bool nulls) {
  MutableColumn column(PhysicalType::kInt64, kBatchRows);
  for (size_t row = 0; row < kBatchRows; ++row) {
    column.values<int64_t>()[row] = static_cast<int64_t>(random.below(2000)) - 1000;
    if (nulls && random.below(kNullsIn) == 0) column.set_null(row);
  }
  return column.seal(kBatchRows);
}

std::vector<Batch> random_batches(bool nulls) {
  Random random(7);
  std::vector<Batch> batches;
  for (size_t i = 0; i < kBatches; ++i) {
    std::vector<ColumnPtr> columns = {random_column(random, nulls), random_column(random, nulls)};
    batches.emplace_back(std::move(columns), kBatchRows);
  }
  return batches;
}

/// What the loops write, again and again: the place stays in the nearest cache, as the evaluator's recycled buffers do.
struct LoopOutput {
  BufferPtr values = allocate_buffer(kBatchRows * sizeof(int64_t));
  BufferPtr validity = allocate_buffer(kBatchRows / 8);
};

/// out[row] = function(a[row], b[row]); NULL where an operand is.
template <class Out, class Function>
void loop_binary(const Batch& batch, LoopOutput& output, Function function) {
  const int64_t* a = batch.column(0)->values<int64_t>();
  const int64_t* b = batch.column(1)->values<int64_t>();
  Out* __restrict out = output.values->as<Out>();
  for (size_t row = 0; row < kBatchRows; ++row) out[row] = function(a[row], b[row]);
  if (batch.column(0)->validity() == nullptr) return;
  uint64_t* validity = output.validity->as<uint64_t>();
  for (size_t word = 0; word < kBatchRows / 64; ++word) {
    validity[word] = batch.column(0)->validity()[word] & batch.column(1)->validity()[word];
  }
}

/// out = condition ? a : b, with `then` and `otherwise` for a and b; the condition compares them, so it is NULL where one is.
template <class Condition, class Then, class Otherwise>
void loop_case(const Batch& batch, LoopOutput& output, Condition condition, Then then, Otherwise otherwise) {
  const int64_t* a = batch.column(0)->values<int64_t>();
  const int64_t* b = batch.column(1)->values<int64_t>();
  int64_t* __restrict out = output.values->as<int64_t>();
  const uint64_t* valid_a = batch.column(0)->validity();
  if (valid_a == nullptr) {
    for (size_t row = 0; row < kBatchRows; ++row) {
      const int64_t x = then(a[row], b[row]);
      const int64_t y = otherwise(a[row], b[row]);
      out[row] = condition(a[row], b[row]) ? x : y;
    }
    return;
  }
  const uint64_t* valid_b = batch.column(1)->validity();
  uint64_t* validity = output.validity->as<uint64_t>();
  for (size_t word = 0; word < kBatchRows / 64; ++word) {
    const uint64_t both = valid_a[word] & valid_b[word];
    uint8_t chosen[64];
    for (size_t i = 0; i < 8; ++i) {
      const uint64_t bytes = expression::bytes_of_bits((both >> (8 * i)) & 0xff);
      std::memcpy(chosen + 8 * i, &bytes, 8);
    }
    const int64_t* x = a + word * 64;
    const int64_t* y = b + word * 64;
    for (size_t bit = 0; bit < 64; ++bit) chosen[bit] &= condition(x[bit], y[bit]) ? 1 : 0;
    for (size_t bit = 0; bit < 64; ++bit) {
      const int64_t one = then(x[bit], y[bit]);
      const int64_t other = otherwise(x[bit], y[bit]);
      out[word * 64 + bit] = chosen[bit] != 0 ? one : other;
    }
    const uint64_t truth = expression::truth_word(chosen, 0);
    validity[word] = (truth & valid_a[word]) | (~truth & valid_b[word]);
  }
}

/// out = value(a, b, a is not NULL, b is not NULL); NULL where present of the same says 0.
template <class Value, class Present>
void loop_rows(const Batch& batch, LoopOutput& output, Value value, Present present) {
  const int64_t* a = batch.column(0)->values<int64_t>();
  const int64_t* b = batch.column(1)->values<int64_t>();
  int64_t* __restrict out = output.values->as<int64_t>();
  const uint64_t* valid_a = batch.column(0)->validity();
  const uint64_t* valid_b = batch.column(1)->validity();
  if (valid_a == nullptr) {
    for (size_t row = 0; row < kBatchRows; ++row) out[row] = value(a[row], b[row], true, true);
    return;
  }
  uint64_t* validity = output.validity->as<uint64_t>();
  for (size_t word = 0; word < kBatchRows / 64; ++word) {
    uint8_t in_a[64];
    uint8_t in_b[64];
    uint8_t in_out[64];
    expression::store_truth_word(in_a, 0, valid_a[word]);
    expression::store_truth_word(in_b, 0, valid_b[word]);
    const int64_t* x = a + word * 64;
    const int64_t* y = b + word * 64;
    for (size_t bit = 0; bit < 64; ++bit) out[word * 64 + bit] = value(x[bit], y[bit], in_a[bit] != 0, in_b[bit] != 0);
    for (size_t bit = 0; bit < 64; ++bit) in_out[bit] = present(x[bit], y[bit], in_a[bit] != 0, in_b[bit] != 0) ? 1 : 0;
    validity[word] = expression::truth_word(in_out, 0);
  }
}

/// The values of a serve as they are; NULL where a is or where both are equal.
void loop_nullif(const Batch& batch, LoopOutput& output) {
  const int64_t* a = batch.column(0)->values<int64_t>();
  const int64_t* b = batch.column(1)->values<int64_t>();
  const uint64_t* valid_a = batch.column(0)->validity();
  const uint64_t* valid_b = batch.column(1)->validity();
  uint64_t* validity = output.validity->as<uint64_t>();
  for (size_t word = 0; word < kBatchRows / 64; ++word) {
    uint8_t equal[64];
    for (size_t bit = 0; bit < 64; ++bit) equal[bit] = a[word * 64 + bit] == b[word * 64 + bit] ? 1 : 0;
    uint64_t hidden = expression::truth_word(equal, 0);
    if (valid_b != nullptr) hidden &= valid_b[word];
    validity[word] = (valid_a == nullptr ? ~uint64_t{0} : valid_a[word]) & ~hidden;
  }
}

class Measurement {
 public:
  Measurement(size_t rounds, std::string_view only) : rounds_(rounds), only_(only) { expression::register_scalar_functions(registry_); }

  ExpressionPtr a() const { return Expression::input_ref(0, DataType::bigint()); }
  ExpressionPtr b() const { return Expression::input_ref(1, DataType::bigint()); }
  static ExpressionPtr number(int64_t value) { return Expression::literal(Value::integer(value), DataType::bigint().with_nullable(false)); }
  ExpressionPtr call(std::string_view name, std::vector<ExpressionPtr> operands) const {
    return registry_.make_call(name, std::move(operands)).value();
  }

  template <class Loop>
  void compare(const char* name, const ExpressionPtr& measured, Loop loop) {
    if (std::string_view(name).find(only_) == std::string_view::npos) return;
    for (const bool nulls : {false, true}) {
      const std::vector<Batch> batches = random_batches(nulls);
      const std::unique_ptr<expression::Evaluator> evaluator = expression::make_evaluator(measured).value();
      expression::EvaluationContext context(expression::utc_time_zone(), true, 1);
      LoopOutput output;
      const std::vector<Contender> contenders = {
          {"evaluator", [] {},
           [&] {
             for (size_t repeat = 0; repeat < kRepeats; ++repeat) {
               for (const Batch& batch : batches) {
                 keep(evaluator->evaluate(context, batch, batch.selected()).value()->values<uint8_t>());
               }
             }
           }},
          {"hand-written loop", [] {},
           [&] {
             for (size_t repeat = 0; repeat < kRepeats; ++repeat) {
               for (const Batch& batch : batches) {
                 loop(batch, output);
                 keep(output.values->data());
               }
             }
           }}};
      const std::vector<double> seconds = best_of_interleaved(contenders, rounds_);
      std::printf("%s, %s NULLs\n", name, nulls ? "10 %" : "no");
      report(contenders, seconds, kRepeats * kBatches * kBatchRows);
    }
  }

 private:
  /// Makes the compiler believe that the result is read.
  static void keep(const uint8_t* values) { asm volatile("" : : "r"(values) : "memory"); }

  size_t rounds_;
  std::string_view only_;
  expression::FunctionRegistry registry_;
};

/// CASE of several branches, COALESCE and NULLIF.
void compare_choices(Measurement& m) {
  const auto always = [](int64_t, int64_t, bool, bool) { return true; };
  m.compare("CASE of 2 branches, constants",
            m.call("CASE", {m.call("<", {m.a(), m.number(0)}), m.number(1), m.call("<", {m.a(), m.number(500)}), m.number(2),
                            m.number(3)}),
            [&](const Batch& batch, LoopOutput& out) {
              loop_rows(batch, out, [](int64_t a, int64_t, bool p, bool) -> int64_t {
                return (p & (a < 0)) ? 1 : (p & (a < 500)) ? 2 : 3;
              }, always);
            });
  m.compare("CASE a WHEN .. of 4 branches, constants",
            m.call("CASE", {m.call("=", {m.a(), m.number(1)}), m.number(10), m.call("=", {m.a(), m.number(2)}), m.number(20),
                            m.call("=", {m.a(), m.number(3)}), m.number(30), m.call("=", {m.a(), m.number(4)}), m.number(40),
                            m.number(0)}),
            [&](const Batch& batch, LoopOutput& out) {
              loop_rows(batch, out, [](int64_t a, int64_t, bool p, bool) -> int64_t {
                return (p & (a == 1)) ? 10 : (p & (a == 2)) ? 20 : (p & (a == 3)) ? 30 : (p & (a == 4)) ? 40 : 0;
              }, always);
            });
  std::vector<ExpressionPtr> eight;
  for (int64_t i = 1; i <= 8; ++i) {
    eight.push_back(m.call("<", {m.a(), m.number(i * 200 - 1000)}));
    eight.push_back(m.number(i));
  }
  eight.push_back(m.number(9));
  m.compare("CASE of 8 branches, constants", m.call("CASE", std::move(eight)), [&](const Batch& batch, LoopOutput& out) {
    loop_rows(batch, out, [](int64_t a, int64_t, bool p, bool) {
      int64_t chosen = 9;
      for (int64_t i = 8; i >= 1; --i) chosen = (p & (a < i * 200 - 1000)) ? i : chosen;
      return chosen;
    }, always);
  });
  m.compare("CASE of 2 branches, columns and a sum",
            m.call("CASE", {m.call("<", {m.a(), m.number(-500)}), m.b(), m.call("<", {m.a(), m.b()}), m.a(),
                            m.call("+", {m.a(), m.b()})}),
            [&](const Batch& batch, LoopOutput& out) {
              loop_rows(batch, out, [](int64_t a, int64_t b, bool p, bool q) {
                return (p & (a < -500)) ? b : (p & q & (a < b)) ? a : a + b;
              }, [](int64_t a, int64_t b, bool p, bool q) { return (p & (a < -500)) ? q : (p & q & (a < b)) ? p : p & q; });
            });
  m.compare("COALESCE(a, b)", m.call("COALESCE", {m.a(), m.b()}), [&](const Batch& batch, LoopOutput& out) {
    loop_rows(batch, out, [](int64_t a, int64_t b, bool p, bool) { return p ? a : b; },
              [](int64_t, int64_t, bool p, bool q) { return p | q; });
  });
  m.compare("NULLIF(a, b)", m.call("NULLIF", {m.a(), m.b()}), loop_nullif);
}

int run(size_t rounds, std::string_view only) {
  Measurement m(rounds, only);
  const auto add = [](int64_t x, int64_t y) { return static_cast<int64_t>(static_cast<uint64_t>(x) + static_cast<uint64_t>(y)); };
  const auto less = [](int64_t x, int64_t y) { return x < y; };
  const auto first = [](int64_t x, int64_t) { return x; };
  const auto second = [](int64_t, int64_t y) { return y; };
  m.compare("a + b", m.call("+", {m.a(), m.b()}),
            [&](const Batch& batch, LoopOutput& out) { loop_binary<int64_t>(batch, out, add); });
  m.compare("a * b", m.call("*", {m.a(), m.b()}), [](const Batch& batch, LoopOutput& out) {
    loop_binary<int64_t>(batch, out, [](int64_t x, int64_t y) {
      return static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
    });
  });
  m.compare("a < b", m.call("<", {m.a(), m.b()}),
            [&](const Batch& batch, LoopOutput& out) { loop_binary<uint8_t>(batch, out, less); });
  m.compare("CASE WHEN a < b THEN a ELSE b END", m.call("CASE", {m.call("<", {m.a(), m.b()}), m.a(), m.b()}),
            [&](const Batch& batch, LoopOutput& out) { loop_case(batch, out, less, first, second); });
  compare_choices(m);
  return 0;
}

}  // namespace
}  // namespace eddyline::bench

int main(int count, char** arguments) {
  size_t rounds = 9;
  std::string_view only;
  for (int i = 1; i + 1 < count; ++i) {
    if (std::string_view(arguments[i]) == "--rounds") rounds = std::strtoull(arguments[i + 1], nullptr, 10);
    if (std::string_view(arguments[i]) == "--only") only = arguments[i + 1];
  }
  return eddyline::bench::run(rounds, only);
}
