// The group aggregate operator on prepared batches against a bare loop that does the same work on the same batches.
//
// Input    batches of 2048 rows (key BIGINT, value BIGINT), flat, without NULLs, insert-only; keys drawn at random from --keys.
// Work     SELECT key, COUNT(*), SUM(value) GROUP BY key: +I for a key's first row, -U and +U for every later one (--after-only: +U).
// Output   both write the same columns: kind, key, count, sum, for every change.
// Usage    group_aggregate_bench [--keys <n>] [--after-only] [--rounds <n>]

#include <sys/mman.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "bench/driven_operator.hpp"
#include "bench/interleaved_runs.hpp"
#include "common/base/random.hpp"
#include "common/columnar/hash.hpp"
#include "operators/aggregate/group_aggregate_operator.hpp"

namespace eddyline::bench {
namespace {

constexpr size_t kBatchRows = 2048;
constexpr size_t kBatches = 2048;

struct Setup {
  size_t keys = 1'000'000;
  bool update_before = true;
  size_t rounds = 7;
};

std::vector<Batch> make_batches(const Setup& setup) {
  Random random(1);
  std::vector<Batch> batches;
  for (size_t b = 0; b < kBatches; ++b) {
    BatchBuilder builder({PhysicalType::kInt64, PhysicalType::kInt64}, {kBatchRows, SIZE_MAX});
    for (size_t i = 0; i < kBatchRows; ++i) {
      builder.column(0).values<int64_t>()[i] = static_cast<int64_t>(random.below(setup.keys) * 7919);
      builder.column(1).values<int64_t>()[i] = static_cast<int64_t>(random.below(1000));
    }
    builder.add_rows(kBatchRows);
    batches.push_back(builder.take());
  }
  return batches;
}

/// The best structure found for the bare work: open addressing with key and accumulators inline in 32 bytes, the whole batch hashed
/// first, slots fetched ahead, huge pages.
class BareTable {
 public:
  struct Slot {
    int64_t key;
    int64_t count;  // 0: free
    int64_t sum;
    int64_t unused;
  };

  explicit BareTable(size_t keys) : capacity_(std::bit_ceil(keys * 2)) {
    const size_t bytes = capacity_ * sizeof(Slot);
    slots_ = static_cast<Slot*>(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    CHECK(slots_ != MAP_FAILED) << "no memory for the bare table";
    ::madvise(slots_, bytes, MADV_HUGEPAGE);
  }
  ~BareTable() { ::munmap(slots_, capacity_ * sizeof(Slot)); }
  BareTable(const BareTable&) = delete;
  BareTable& operator=(const BareTable&) = delete;

  size_t mask() const { return capacity_ - 1; }
  void prefetch(size_t at) const { __builtin_prefetch(&slots_[at], 1); }
  Slot& find(size_t at, int64_t key) {
    while (slots_[at].count != 0 && slots_[at].key != key) at = (at + 1) & mask();
    return slots_[at];
  }

 private:
  size_t capacity_;
  Slot* slots_;
};

/// One input batch of the bare aggregate, with its output columns.
void bare_batch(const Batch& batch, BareTable& table, bool update_before, Digest& digest) {
  constexpr size_t kAhead = 16;
  const int64_t* const keys = batch.column(0)->values<int64_t>();
  const int64_t* const values = batch.column(1)->values<int64_t>();
  size_t places[kBatchRows];
  for (size_t i = 0; i < kBatchRows; ++i) places[i] = hash_integer(keys[i]) & table.mask();
  const BufferPtr kinds = allocate_buffer(2 * kBatchRows);
  const BufferPtr out_keys = allocate_buffer(2 * kBatchRows * sizeof(int64_t));
  const BufferPtr counts = allocate_buffer(2 * kBatchRows * sizeof(int64_t));
  const BufferPtr sums = allocate_buffer(2 * kBatchRows * sizeof(int64_t));
  size_t rows = 0;
  const auto write = [&](RowKind kind, const BareTable::Slot& slot) {
    kinds->as<RowKind>()[rows] = kind;
    out_keys->as<int64_t>()[rows] = slot.key;
    counts->as<int64_t>()[rows] = slot.count;
    sums->as<int64_t>()[rows] = slot.sum;
    ++rows;
  };
  for (size_t i = 0; i < kBatchRows; ++i) {
    if (i + kAhead < kBatchRows) table.prefetch(places[i + kAhead]);
    BareTable::Slot& slot = table.find(places[i], keys[i]);
    const bool first = slot.count == 0;
    if (!first && update_before) write(RowKind::kUpdateBefore, slot);
    slot.key = keys[i];
    ++slot.count;
    slot.sum += values[i];
    write(first ? RowKind::kInsert : RowKind::kUpdateAfter, slot);
  }
  digest.rows += rows;
  for (size_t i = 0; i < rows; ++i) digest.sum += static_cast<uint64_t>(sums->as<int64_t>()[i]);
}

expression::AggregateCall call_of(const expression::AggregateFunctionRegistry& functions, std::string_view name,
                                  std::vector<size_t> arguments) {
  expression::AggregateCall call;
  call.arguments = std::move(arguments);
  call.argument_types.assign(call.arguments.size(), DataType::bigint().not_null());
  const expression::ResolvedAggregate resolved = functions.resolve(name, call.argument_types, {false, false}).value();
  call.function = resolved.function;
  call.type = resolved.type;
  return call;
}

/// The operator on batches.
class OperatorRun {
 public:
  explicit OperatorRun(const Setup& setup) : driven_("group aggregate", make(setup, functions_)) {}

  Digest run(const std::vector<Batch>& batches) {
    Digest digest;
    for (const Batch& batch : batches) {
      driven_.drive([&](auto& aggregate, auto& output) { return aggregate.on_batch(0, batch, output); },
                    [&](const Batch& made) { note_column(made, 2, digest); });
    }
    return digest;
  }

 private:
  static std::unique_ptr<operators::Operator> make(const Setup& setup, expression::AggregateFunctionRegistry& functions) {
    expression::register_aggregate_functions(functions);
    operators::GroupAggregateParameters parameters;
    parameters.input = {{"k", DataType::bigint().not_null()}, {"v", DataType::bigint().not_null()}};
    parameters.grouping = {0};
    parameters.calls = {call_of(functions, "COUNT", {}), call_of(functions, "SUM", {1})};
    parameters.with_update_before = setup.update_before;
    return operators::GroupAggregateOperator::make(std::move(parameters)).value();
  }

  expression::AggregateFunctionRegistry functions_;
  DrivenOperator driven_;
};

Setup parse_arguments(int count, char** arguments) {
  Setup setup;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--after-only") setup.update_before = false;
    if (argument == "--keys" && i + 1 < count) setup.keys = std::strtoull(arguments[++i], nullptr, 10);
    if (argument == "--rounds" && i + 1 < count) setup.rounds = std::strtoull(arguments[++i], nullptr, 10);
  }
  return setup;
}

int run(const Setup& setup) {
  const std::vector<Batch> batches = make_batches(setup);
  std::unique_ptr<OperatorRun> aggregated;
  std::unique_ptr<BareTable> table;
  Digest of_operator;
  Digest of_bare;
  // One pass over the keys before the clock runs: both start with their tables grown.
  const std::vector<Contender> contenders = {
      {"operator",
       [&] {
         aggregated = std::make_unique<OperatorRun>(setup);
         aggregated->run(batches);
       },
       [&] { of_operator = aggregated->run(batches); }},
      {"bare loop",
       [&] {
         table = std::make_unique<BareTable>(setup.keys);
         Digest unused;
         for (const Batch& batch : batches) bare_batch(batch, *table, setup.update_before, unused);
       },
       [&] {
         of_bare = Digest();
         for (const Batch& batch : batches) bare_batch(batch, *table, setup.update_before, of_bare);
       }}};
  const std::vector<double> seconds = best_of_interleaved(contenders, setup.rounds);
  const size_t rows = kBatchRows * kBatches;
  std::printf("%zu rows in, %zu out, %zu keys, best of %zu\n", rows, static_cast<size_t>(of_bare.rows), setup.keys,
              setup.rounds);
  report(contenders, seconds, rows);
  return agree(of_operator, of_bare) ? 0 : 1;
}

}  // namespace
}  // namespace eddyline::bench

int main(int count, char** arguments) {
  return eddyline::bench::run(eddyline::bench::parse_arguments(count, arguments));
}
