// The interval join operator on prepared batches against a bare loop that does the same work on the same batches.
//
// Input    two streams of batches of 2048 rows (key BIGINT, time, payload BIGINT), flat, without NULLs; one row a
// millisecond on each;
//          every row has exactly one partner, on average a third of the window away; 100,000 live rows at --live
//          100000.
// Output   both produce the same batches: probe side by row number, stored side gathered.
// Usage    interval_join_bench [--left-join] [--live <rows>] [--rounds <n>]

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "bench/bare_interval_join.hpp"
#include "bench/driven_operator.hpp"
#include "bench/interleaved_runs.hpp"
#include "common/base/random.hpp"
#include "operators/join/interval_join_operator.hpp"

namespace eddyline::bench {
namespace {

constexpr size_t kBatchesPerSide = 512;
/// Until the window is full and memory has grown: not measured.
constexpr size_t kWarmUpBatches = 128;

struct Setup {
  plan::JoinType type = plan::JoinType::kInner;
  /// Cached rows of both sides together, once the window is full.
  size_t live_rows = 100'000;
  size_t rounds = 15;

  /// A row waits for half the live rows of its side's stream.
  int64_t window_ms() const { return static_cast<int64_t>(live_rows / 2); }
  /// Partners are at most this many rows apart.
  size_t shuffle_rows() const { return static_cast<size_t>(window_ms()) * 2 / 3; }
};

/// The batches of one side: batch b holds rows at [b * 2048, (b + 1) * 2048) ms.
std::vector<Batch> make_side(const std::vector<int64_t>& keys) {
  std::vector<Batch> batches;
  for (size_t first = 0; first < keys.size(); first += kBatchRows) {
    BatchBuilder builder({PhysicalType::kInt64, PhysicalType::kInt64, PhysicalType::kInt64}, {kBatchRows, SIZE_MAX});
    for (size_t i = 0; i < kBatchRows; ++i) {
      builder.column(0).values<int64_t>()[i] = keys[first + i];
      builder.column(1).values<int64_t>()[i] = static_cast<int64_t>(first + i);
      builder.column(2).values<int64_t>()[i] = static_cast<int64_t>(first + i) * 3;
    }
    builder.add_rows(kBatchRows);
    batches.push_back(builder.take());
  }
  return batches;
}

struct Streams {
  std::vector<Batch> left;
  std::vector<Batch> right;

  explicit Streams(const Setup& setup) {
    Random random(1);
    std::vector<int64_t> keys(kBatchRows * kBatchesPerSide);
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<int64_t>(i * 7919);
    left = make_side(keys);
    for (size_t first = 0; first < keys.size(); first += setup.shuffle_rows()) {
      const size_t count = std::min(setup.shuffle_rows(), keys.size() - first);
      for (size_t i = count; i > 1; --i) std::swap(keys[first + i - 1], keys[first + random.below(i)]);
    }
    right = make_side(keys);
  }
  size_t measured_rows() const { return 2 * kBatchRows * (kBatchesPerSide - kWarmUpBatches); }
};

Digest run_bare(const Setup& setup, const Streams& streams, size_t first, size_t last, BareSide& left,
                BareSide& right) {
  Digest digest;
  for (size_t b = first; b < last; ++b) {
    bare_batch(streams.left[b], left, right, setup.window_ms(), digest);
    bare_batch(streams.right[b], right, left, setup.window_ms(), digest);
    const int64_t limit = static_cast<int64_t>((b + 1) * kBatchRows) - 1 - setup.window_ms() - 1;
    left.expire(limit);
    right.expire(limit);
  }
  return digest;
}

operators::IntervalJoinParameters join_parameters(const Setup& setup) {
  operators::IntervalJoinParameters parameters;
  parameters.left = parameters.right = {{"k", DataType::bigint()},
                                        {"t", DataType::timestamp(3).with_time_attribute(TimeAttribute::kRowtime)},
                                        {"v", DataType::bigint()}};
  parameters.spec.join = {setup.type, {0}, {0}, {true}, nullptr};
  parameters.spec.bounds = {true, std::chrono::milliseconds(-setup.window_ms()),
                            std::chrono::milliseconds(setup.window_ms()), 1, 1};
  return parameters;
}

/// The operator on batches [first, last) of both sides.
class OperatorRun {
 public:
  explicit OperatorRun(const Setup& setup)
      : driven_("interval join", operators::make_interval_join(join_parameters(setup)).value()) {}

  Digest run(const Streams& streams, size_t first, size_t last) {
    Digest digest;
    const auto drive = [&](auto call) { driven_.drive(call, [&](const Batch& batch) { count(batch, digest); }); };
    for (size_t b = first; b < last; ++b) {
      drive([&](auto& join, auto& output) { return join.on_batch(0, streams.left[b], output); });
      drive([&](auto& join, auto& output) { return join.on_batch(1, streams.right[b], output); });
      const EventTime watermark(static_cast<int64_t>((b + 1) * kBatchRows) - 1);
      drive([&](auto& join, auto& output) { return join.on_watermark(watermark, output); });
    }
    return digest;
  }

 private:
  /// Reads the stored side's payload, which is a flat column.
  static void count(const Batch& batch, Digest& digest) {
    digest.rows += batch.rows();
    const Column& payload = batch.column(2)->is_flat() ? *batch.column(2) : *batch.column(5);
    const int64_t* const values = payload.values<int64_t>();
    for (size_t i = 0; i < batch.rows(); ++i) digest.sum += static_cast<uint64_t>(values[i]);
  }

  DrivenOperator driven_;
};

Setup parse_arguments(int count, char** arguments) {
  Setup setup;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--left-join") setup.type = plan::JoinType::kLeft;
    if (argument == "--live" && i + 1 < count) setup.live_rows = std::strtoull(arguments[++i], nullptr, 10);
    if (argument == "--rounds" && i + 1 < count) setup.rounds = std::strtoull(arguments[++i], nullptr, 10);
  }
  return setup;
}

int run(const Setup& setup) {
  const Streams streams(setup);
  std::unique_ptr<OperatorRun> joined;
  std::unique_ptr<BareSide> left;
  std::unique_ptr<BareSide> right;
  Digest of_operator;
  Digest of_bare;
  const std::vector<Contender> contenders = {
      {"operator",
       [&] {
         joined = std::make_unique<OperatorRun>(setup);
         joined->run(streams, 0, kWarmUpBatches);
       },
       [&] { of_operator = joined->run(streams, kWarmUpBatches, kBatchesPerSide); }},
      {"bare loop",
       [&] {
         left = std::make_unique<BareSide>(setup.live_rows / 2);
         right = std::make_unique<BareSide>(setup.live_rows / 2);
         run_bare(setup, streams, 0, kWarmUpBatches, *left, *right);
       },
       [&] { of_bare = run_bare(setup, streams, kWarmUpBatches, kBatchesPerSide, *left, *right); }}};
  const std::vector<double> seconds = best_of_interleaved(contenders, setup.rounds);
  std::printf("%zu rows in, %zu out, %zu live, best of %zu\n", streams.measured_rows(),
              static_cast<size_t>(of_bare.rows), setup.live_rows, setup.rounds);
  report(contenders, seconds, streams.measured_rows());
  return setup.type != plan::JoinType::kInner || agree(of_operator, of_bare) ? 0 : 1;
}

}  // namespace
}  // namespace eddyline::bench

int main(int count, char** arguments) {
  return eddyline::bench::run(eddyline::bench::parse_arguments(count, arguments));
}
