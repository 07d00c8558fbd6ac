// MAX over rows that also go, in one large group, against a bare ordered map that does the same work.
//
// Input    --values different BIGINT values in random order come first, off the clock; then half of them go, the
// greatest first, in
//          batches of 2048 rows, so that every row takes the extreme back.
// Work     SELECT key, MAX(value) GROUP BY key: -U and +U for every row.
// Usage    retracted_extreme_bench [--values <n>] [--rounds <n>]

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <numeric>
#include <string_view>

#include "bench/driven_operator.hpp"
#include "bench/interleaved_runs.hpp"
#include "common/base/random.hpp"
#include "operators/aggregate/group_aggregate_operator.hpp"

namespace eddyline::bench {
namespace {

constexpr size_t kBatchRows = 2048;

struct Setup {
  size_t values = 100'000;
  size_t rounds = 5;
};

/// Rows of the one group, all of one kind.
std::vector<Batch> make_batches(const std::vector<int64_t>& values, RowKind kind) {
  std::vector<Batch> batches;
  for (size_t at = 0; at < values.size();) {
    const size_t rows = std::min(kBatchRows, values.size() - at);
    BatchBuilder builder({PhysicalType::kInt64, PhysicalType::kInt64}, {kBatchRows, SIZE_MAX});
    std::fill_n(builder.column(0).values<int64_t>(), rows, 1);
    std::copy_n(values.data() + at, rows, builder.column(1).values<int64_t>());
    for (size_t i = 0; i < rows; ++i) builder.set_kind(i, kind);
    builder.add_rows(rows);
    batches.push_back(builder.take());
    at += rows;
  }
  return batches;
}

struct Input {
  std::vector<int64_t> come;
  std::vector<int64_t> go;
};

Input make_input(const Setup& setup) {
  Input input;
  input.come.resize(setup.values);
  std::iota(input.come.begin(), input.come.end(), 0);
  input.go.assign(input.come.rbegin(), input.come.rbegin() + static_cast<ptrdiff_t>(setup.values / 2));
  Random random(1);
  for (size_t i = input.come.size(); i > 1; --i) std::swap(input.come[i - 1], input.come[random.below(i)]);
  return input;
}

class OperatorRun {
 public:
  OperatorRun() : driven_("group aggregate", make(functions_)) {}

  Digest run(const std::vector<Batch>& batches) {
    Digest digest;
    for (const Batch& batch : batches) {
      driven_.drive([&](auto& aggregate, auto& output) { return aggregate.on_batch(0, batch, output); },
                    [&](const Batch& made) { note_column(made, 1, digest); });
    }
    return digest;
  }

 private:
  static std::unique_ptr<operators::Operator> make(expression::AggregateFunctionRegistry& functions) {
    expression::register_aggregate_functions(functions);
    operators::GroupAggregateParameters parameters;
    parameters.input = {{"k", DataType::bigint().not_null()}, {"v", DataType::bigint().not_null()}};
    parameters.grouping = {0};
    parameters.retracting = true;
    expression::AggregateCall call;
    call.arguments = {1};
    call.argument_types = {DataType::bigint().not_null()};
    const expression::ResolvedAggregate resolved =
        functions.resolve("MAX", call.argument_types, {false, false}).value();
    call.function = resolved.function;
    call.type = resolved.type;
    parameters.calls = {call};
    parameters.with_update_before = true;
    return operators::GroupAggregateOperator::make(std::move(parameters)).value();
  }

  expression::AggregateFunctionRegistry functions_;
  DrivenOperator driven_;
};

/// The group's values in order, with their counts.
class BareGroup {
 public:
  explicit BareGroup(const std::vector<int64_t>& values) {
    for (const int64_t value : values) ++counts_[value];
  }

  Digest retract(const std::vector<int64_t>& values) {
    Digest digest;
    for (const int64_t value : values) {
      digest.sum += static_cast<uint64_t>(counts_.rbegin()->first);
      const auto entry = counts_.find(value);
      if (--entry->second == 0) counts_.erase(entry);
      digest.sum += static_cast<uint64_t>(counts_.rbegin()->first);
      digest.rows += 2;
    }
    return digest;
  }

 private:
  std::map<int64_t, int64_t> counts_;
};

Setup parse_arguments(int count, char** arguments) {
  Setup setup;
  for (int i = 1; i + 1 < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--values") setup.values = std::strtoull(arguments[++i], nullptr, 10);
    if (argument == "--rounds") setup.rounds = std::strtoull(arguments[++i], nullptr, 10);
  }
  return setup;
}

int run(const Setup& setup) {
  const Input input = make_input(setup);
  const std::vector<Batch> come = make_batches(input.come, RowKind::kInsert);
  const std::vector<Batch> go = make_batches(input.go, RowKind::kDelete);
  std::unique_ptr<OperatorRun> aggregated;
  std::unique_ptr<BareGroup> bare;
  Digest of_operator;
  Digest of_bare;
  const std::vector<Contender> contenders = {
      {"operator",
       [&] {
         aggregated = std::make_unique<OperatorRun>();
         aggregated->run(come);
       },
       [&] { of_operator = aggregated->run(go); }},
      {"bare ordered map", [&] { bare = std::make_unique<BareGroup>(input.come); },
       [&] { of_bare = bare->retract(input.go); }}};
  const std::vector<double> seconds = best_of_interleaved(contenders, setup.rounds);
  std::printf("%zu rows that take the extreme of %zu values back, best of %zu\n", input.go.size(), setup.values,
              setup.rounds);
  report(contenders, seconds, input.go.size());
  return agree(of_operator, of_bare) ? 0 : 1;
}

}  // namespace
}  // namespace eddyline::bench

int main(int count, char** arguments) {
  return eddyline::bench::run(eddyline::bench::parse_arguments(count, arguments));
}
