#pragma once

#include <array>

#include "operators/join/interval_join_cache.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"
#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {

/// Caches of rows of a key and a time, both BIGINT, on a back end of their own.
class IntervalJoinTestBase : public OperatorTestBase {
 protected:
  IntervalJoinTestBase() {
    state::KeyedStateOptions options;
    options.operator_name = "IntervalJoin";
    options.memory = &surroundings_.memory();
    backend_ = state::HashmapStateBackend().create_keyed(options).value();
  }

  /// Left time - right time in [-ahead, back], joined by the first column.
  static plan::IntervalJoinSpec spec(plan::JoinType type, int64_t back, int64_t ahead) {
    plan::IntervalJoinSpec spec;
    spec.join.type = type;
    spec.join.left_keys = spec.join.right_keys = {0};
    spec.join.filter_nulls = {true};
    spec.bounds.left_lower = std::chrono::milliseconds(-ahead);
    spec.bounds.left_upper = std::chrono::milliseconds(back);
    spec.bounds.left_time_index = spec.bounds.right_time_index = 1;
    return spec;
  }

  static plan::IntervalJoinSpec firing(plan::IntervalJoinSpec spec, int64_t delay,
                                       plan::EarlyFireTimeMode mode = plan::EarlyFireTimeMode::kRowtime) {
    spec.early_fire = plan::EarlyFire{std::chrono::milliseconds(delay), mode};
    return spec;
  }

  IntervalJoinCache cache(const plan::IntervalJoinSpec& spec, JoinSide side, int64_t min_cleanup = 0) {
    const RowType row{{"k", DataType::bigint()}, {"t", DataType::bigint()}};
    return IntervalJoinCache::create(spec, {side, row, std::chrono::milliseconds(min_cleanup)}, *backend_).value();
  }

  struct Row {
    int64_t key;
    int64_t time;
    bool matched = false;
    /// Of early fire by arrival.
    int64_t deadline = 0;
  };

  void append(IntervalJoinCache& cache, const std::vector<Row>& rows) {
    std::vector<std::vector<int64_t>> columns(2);
    std::vector<uint8_t> flags;
    std::vector<int64_t> deadlines;
    for (const Row& row : rows) {
      columns[0].push_back(row.key);
      columns[1].push_back(row.time);
      flags.push_back(cache.initial_flags(row.matched));
      deadlines.push_back(row.deadline);
    }
    const Batch input = batch(columns);
    state::KeyBatch keys(backend_->hashing());
    keys.assign(std::array{input.column(0)}, SelectedRows::all(rows.size()), rows.size());
    const state::RowsToAppend appended{keys, input.columns(), columns[1].data(), flags.data(),
                                       cache.fires_by_arrival() ? deadlines.data() : nullptr};
    ASSERT_TRUE(cache.rows().append(appended).ok());
  }

  /// The cached rows of key 1.
  std::vector<state::RowHandle> cached(IntervalJoinCache& cache) {
    const Batch probe = batch({{1}});
    const int64_t time = 0;
    state::KeyBatch keys(backend_->hashing());
    keys.assign(std::array{probe.column(0)}, SelectedRows::all(1), 1);
    state::ProbeCursor cursor;
    state::RowMatches matches;
    EXPECT_FALSE(cache.rows().find(keys, {&time, INT64_MIN, INT64_MAX}, cursor, 100, matches).value());
    return matches.rows;
  }

  std::unique_ptr<state::KeyedStateBackend> backend_;
};

}  // namespace eddyline::operators
