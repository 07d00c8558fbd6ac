#include <gtest/gtest.h>

#include <algorithm>

#include "common/base/random.hpp"
#include "tests/unit/state/state_suite.hpp"

namespace eddyline::state {
namespace {

constexpr uint8_t kMatched = 1;
constexpr uint8_t kFired = 2;
constexpr uint8_t kArmed = 4;
constexpr size_t kClose = 0;
constexpr size_t kEarly = 1;
constexpr size_t kWallClock = 2;

TimeOrderedRowsDescriptor orders() {
  TimeOrderedRowsDescriptor descriptor;
  descriptor.name = "orders";
  descriptor.row = {{"k", DataType::bigint()}, {"id", DataType::bigint()}, {"who", DataType::string()}};
  descriptor.key_columns = {0};
  descriptor.deadlines = {
      {.name = "close", .offset_ms = 100, .settled_by = kMatched | kFired},
      {.name = "early", .offset_ms = 30, .armed_by = kArmed, .settled_by = kMatched | kFired},
      {.name = "wall", .base = DeadlineBase::kGiven, .armed_by = kArmed, .settled_by = kMatched | kFired}};
  return descriptor;
}

/// A row as the naive model holds it.
struct ModelRow {
  std::optional<int64_t> key;
  int64_t id;
  int64_t time;
  int64_t wall;
  uint8_t flags;
  bool taken[3] = {false, false, false};
};

std::string who(int64_t id) {
  return id % 3 == 0 ? "short" : "a name that is long " + std::to_string(id);
}

template <class Setup>
class TimeOrderedRowsTest : public KeyedStateSuite<Setup> {
 protected:
  TimeOrderedRowsTest() : rows_(this->state_->time_ordered_rows(orders()).value()) {}

  void append(const std::vector<ModelRow>& added) {
    std::vector<std::optional<int64_t>> keys, ids;
    std::vector<std::optional<std::string>> names;
    std::vector<int64_t> times, wall;
    std::vector<uint8_t> flags;
    for (const ModelRow& row : added) {
      keys.push_back(row.key);
      ids.push_back(row.id);
      names.push_back(row.id % 7 == 0 ? std::nullopt : std::optional(who(row.id)));
      times.push_back(row.time);
      wall.push_back(row.wall);
      flags.push_back(row.flags);
    }
    const std::vector<ColumnPtr> columns = {bigints(keys), bigints(ids), strings(names)};
    const Status status = rows_->append({.keys = this->key_batch({columns[0]}),
                                         .columns = columns,
                                         .times = times.data(),
                                         .flags = flags.data(),
                                         .given_deadlines = wall.data()});
    ASSERT_TRUE(status.ok()) << status.to_string();
    for (const ModelRow& row : added) {
      if (row.time > expired_) model_.push_back(row);
    }
  }

  std::vector<int64_t> ids_of(const std::vector<RowHandle>& handles) {
    MutableColumn out(PhysicalType::kInt64, std::max<size_t>(handles.size(), 1));
    rows_->gather(handles, 1, out, 0);
    return {out.values<int64_t>(), out.values<int64_t>() + handles.size()};
  }

  /// (probe row, id) of all matches, in order, asking for `limit` at a time.
  std::vector<std::pair<int32_t, int64_t>> find(const std::vector<std::optional<int64_t>>& keys,
                                                const std::vector<int64_t>& times, int64_t from, int64_t to,
                                                size_t limit) {
    std::vector<std::pair<int32_t, int64_t>> found;
    ProbeCursor cursor;
    const KeyBatch& batch = this->key_batch({bigints(keys)});
    RowMatches matches;
    for (bool more = true; more;) {
      matches.clear();
      more = rows_->find(batch, {times.data(), from, to}, cursor, limit, matches).value();
      EXPECT_LE(matches.size(), limit);
      const std::vector<int64_t> ids = ids_of(matches.rows);
      for (size_t i = 0; i < ids.size(); ++i) found.emplace_back(matches.probe_rows[i], ids[i]);
    }
    return found;
  }

  std::vector<std::pair<int32_t, int64_t>> find_in_model(const std::vector<std::optional<int64_t>>& keys,
                                                         const std::vector<int64_t>& times, int64_t from, int64_t to) {
    std::vector<std::pair<int32_t, int64_t>> found;
    for (size_t row = 0; row < keys.size(); ++row) {
      std::vector<const ModelRow*> matches;
      for (const ModelRow& kept : model_) {
        if (kept.key == keys[row] && kept.time >= times[row] + from && kept.time <= times[row] + to) {
          matches.push_back(&kept);
        }
      }
      std::stable_sort(matches.begin(), matches.end(),
                       [](const ModelRow* a, const ModelRow* b) { return a->time < b->time; });
      for (const ModelRow* match : matches) found.emplace_back(static_cast<int32_t>(row), match->id);
    }
    return found;
  }

  static int64_t deadline(const ModelRow& row, size_t kind) {
    if (kind == kWallClock) return row.wall;
    return row.time + (kind == kClose ? 100 : 30);
  }
  static bool waits(const ModelRow& row, size_t kind) {
    return !row.taken[kind] && (row.flags & (kMatched | kFired)) == 0 && (kind == kClose || (row.flags & kArmed) != 0);
  }

  /// (deadline, id) of what is due, in order; the rows get `flags`.
  std::vector<std::pair<int64_t, int64_t>> take_due(size_t kind, int64_t until, size_t limit, uint8_t flags) {
    std::vector<std::pair<int64_t, int64_t>> taken;
    DueRows due;
    for (bool more = true; more;) {
      due.clear();
      more = rows_->take_due(kind, until, limit, due).value();
      const std::vector<int64_t> ids = ids_of(due.rows);
      for (size_t i = 0; i < ids.size(); ++i) {
        EXPECT_TRUE(due.rows[i].has_any(kArmed | 8) || kind == kClose);
        taken.emplace_back(due.deadlines[i], ids[i]);
      }
      EXPECT_TRUE(rows_->add_flags(due.rows, flags).ok());
    }
    return taken;
  }

  std::vector<std::pair<int64_t, int64_t>> take_due_in_model(size_t kind, int64_t until, uint8_t flags) {
    std::vector<ModelRow*> due;
    for (ModelRow& row : model_) {
      if (waits(row, kind) && deadline(row, kind) <= until) due.push_back(&row);
    }
    std::stable_sort(due.begin(), due.end(),
                     [&](const ModelRow* a, const ModelRow* b) { return deadline(*a, kind) < deadline(*b, kind); });
    std::vector<std::pair<int64_t, int64_t>> taken;
    for (ModelRow* row : due) {
      row->taken[kind] = true;
      row->flags |= flags;
      taken.emplace_back(deadline(*row, kind), row->id);
    }
    return taken;
  }

  std::optional<int64_t> next_in_model(size_t kind) const {
    std::optional<int64_t> next;
    for (const ModelRow& row : model_) {
      if (waits(row, kind)) next = next.has_value() ? std::min(*next, deadline(row, kind)) : deadline(row, kind);
    }
    return next;
  }

  void expire(int64_t limit) {
    EXPECT_TRUE(rows_->expire(limit).ok());
    if (limit <= expired_) return;
    expired_ = limit;
    std::erase_if(model_, [&](const ModelRow& row) { return row.time <= limit; });
  }

  TimeOrderedRows* rows_;
  std::vector<ModelRow> model_;
  int64_t expired_ = INT64_MIN;
};

TYPED_TEST_SUITE(TimeOrderedRowsTest, StateBackends);

TYPED_TEST(TimeOrderedRowsTest, FindsRowsOfTheKeyWithBothBoundsIncluded) {
  this->append(
      {{1, 10, 999, 0, 0}, {1, 11, 1000, 0, 0}, {2, 12, 5000, 0, 0}, {1, 13, 6000, 0, 0}, {1, 14, 6001, 0, 0}});
  const auto found = this->find({1}, {5000}, -4000, 1000, 100);
  EXPECT_EQ(found, (std::vector<std::pair<int32_t, int64_t>>{{0, 11}, {0, 13}}));
}

TYPED_TEST(TimeOrderedRowsTest, MatchesComeInOrderOfTimeThenOfArrival) {
  this->append({{1, 1, 30, 0, 0}, {1, 2, 10, 0, 0}, {1, 3, 20, 0, 0}, {1, 4, 10, 0, 0}});
  const auto found = this->find({1, 1}, {20, 20}, -10, 10, 3);
  EXPECT_EQ(found,
            (std::vector<std::pair<int32_t, int64_t>>{{0, 2}, {0, 4}, {0, 3}, {0, 1}, {1, 2}, {1, 4}, {1, 3}, {1, 1}}));
}

TYPED_TEST(TimeOrderedRowsTest, NullKeysAreKeptAndFoundByNullOnly) {
  this->append({{std::nullopt, 1, 10, 0, 0}, {0, 2, 10, 0, 0}});
  EXPECT_EQ(this->find({std::nullopt}, {10}, 0, 0, 10), (std::vector<std::pair<int32_t, int64_t>>{{0, 1}}));
  EXPECT_EQ(this->find({0}, {10}, 0, 0, 10), (std::vector<std::pair<int32_t, int64_t>>{{0, 2}}));
}

TYPED_TEST(TimeOrderedRowsTest, GathersColumnsWithNullsAndMissingHandles) {
  this->append({{1, 6, 10, 0, 0}, {1, 7, 11, 0, 0}, {1, 8, 12, 0, 0}});
  RowMatches matches;
  ProbeCursor cursor;
  const std::vector<int64_t> times = {10};
  ASSERT_FALSE(
      this->rows_->find(this->key_batch({bigints({1})}), {times.data(), 0, 10}, cursor, 10, matches).value());
  ASSERT_EQ(matches.size(), 3u);
  std::vector<RowHandle> handles = matches.rows;
  handles.insert(handles.begin() + 1, RowHandle());
  MutableColumn names(PhysicalType::kString, 8);
  this->rows_->gather(handles, 2, names, 2);
  const ColumnPtr sealed = names.seal(6);
  EXPECT_EQ(Value::from(*sealed, 2), Value::string("short"));
  EXPECT_TRUE(sealed->is_null(3));
  EXPECT_TRUE(sealed->is_null(4));
  EXPECT_EQ(Value::from(*sealed, 5), Value::string(who(8)));
}

TYPED_TEST(TimeOrderedRowsTest, OutOfOrderRowsAreDueExactlyAtTheirOwnDeadline) {
  this->append({{1, 1, 1000, 0, 0}});
  this->append({{1, 2, 200, 0, 0}, {2, 3, 199, 0, 0}});
  using Taken = std::vector<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(this->rows_->next_deadline(kClose), 299);
  EXPECT_EQ(this->take_due(kClose, 298, 10, kFired), Taken());
  EXPECT_EQ(this->take_due(kClose, 299, 10, kFired), (Taken{{299, 3}}));
  EXPECT_EQ(this->take_due(kClose, 1099, 10, kFired), (Taken{{300, 2}}));
  EXPECT_EQ(this->take_due(kClose, 1100, 10, kFired), (Taken{{1100, 1}}));
  EXPECT_EQ(this->rows_->next_deadline(kClose), std::nullopt);
}

TYPED_TEST(TimeOrderedRowsTest, OnlyArmedAndUnsettledRowsAreDue) {
  this->append({{1, 1, 10, 7, kArmed}, {1, 2, 10, 8, 0}, {1, 3, 10, 9, kArmed | kMatched}});
  using Taken = std::vector<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(this->rows_->next_deadline(kWallClock), 7);
  EXPECT_EQ(this->take_due(kWallClock, 100, 10, kFired), (Taken{{7, 1}}));
  EXPECT_EQ(this->take_due(kEarly, 100, 10, 0), Taken());
  EXPECT_EQ(this->take_due(kClose, 200, 10, 0), (Taken{{110, 2}}));
}

TYPED_TEST(TimeOrderedRowsTest, ADeadlineAlreadyPastComesWithTheNextCall) {
  this->append({{1, 1, 10, 0, 0}});
  using Taken = std::vector<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(this->take_due(kClose, 500, 10, 0), (Taken{{110, 1}}));
  this->append({{1, 2, 10, 0, 0}});
  EXPECT_EQ(this->take_due(kClose, 500, 10, 0), (Taken{{110, 2}}));
}

TYPED_TEST(TimeOrderedRowsTest, WhatIsDueAndNotTakenSurvivesAnAppend) {
  this->append({{1, 1, 10, 0, 0}, {1, 2, 10, 0, 0}, {1, 3, 11, 0, 0}});
  DueRows due;
  ASSERT_TRUE(this->rows_->take_due(kClose, 500, 1, due).value());
  this->append({{1, 4, 9, 0, 0}});
  using Taken = std::vector<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(this->take_due(kClose, 500, 10, 0), (Taken{{109, 4}, {110, 2}, {111, 3}}));
}

TYPED_TEST(TimeOrderedRowsTest, ExpiredRowsAreNeitherFoundNorKept) {
  this->append({{1, 1, 10, 0, 0}, {1, 2, 20, 0, 0}});
  this->expire(10);
  this->append({{1, 3, 10, 0, 0}, {1, 4, 11, 0, 0}});
  EXPECT_EQ(this->find({1}, {10}, -100, 100, 10), (std::vector<std::pair<int32_t, int64_t>>{{0, 4}, {0, 2}}));
  this->expire(INT64_MAX);
  EXPECT_TRUE(this->find({1}, {10}, -100, 100, 10).empty());
}

TYPED_TEST(TimeOrderedRowsTest, SumsOfTimesSaturate) {
  this->append({{1, 1, INT64_MAX - 1, 0, 0}, {1, 2, INT64_MIN + 5, 0, 0}});
  EXPECT_EQ(this->find({1}, {INT64_MAX - 1}, 0, 1000, 10).size(), 1u);
  EXPECT_EQ(this->find({1}, {INT64_MIN + 5}, -1000, 0, 10).size(), 1u);
  EXPECT_EQ(this->take_due(kClose, INT64_MAX - 1, 10, 0).size(), 1u);
  EXPECT_EQ(this->take_due(kClose, INT64_MAX, 10, 0).size(), 1u);
}

TYPED_TEST(TimeOrderedRowsTest, AStragglerDoesNotHoldWhatExpiredBehindIt) {
  this->append({{1, 1, int64_t{1} << 40, 0, kMatched}});
  std::vector<ModelRow> batch(1000);
  for (int64_t round = 0; round < 300; ++round) {
    for (int64_t i = 0; i < 1000; ++i) batch[static_cast<size_t>(i)] = {i, round * 1000 + i + 2, round, 0, kMatched};
    if (TypeParam::kCollide && round >= 3) break;
    this->append(batch);
    this->expire(round - 1);
  }
  EXPECT_LT(this->rows_->size(), 20000u);
  EXPECT_EQ(this->find({1}, {int64_t{1} << 40}, 0, 0, 10).size(), 1u);
}

TYPED_TEST(TimeOrderedRowsTest, FindsEveryRowOfALargeState) {
  // Chains of colliding keys are long: a smaller state does there.
  const int64_t rounds = TypeParam::kCollide ? 3 : 100;
  std::vector<ModelRow> batch(2000);
  std::vector<std::optional<int64_t>> keys(batch.size());
  for (int64_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < batch.size(); ++i) {
      const auto key = round * 2000 + static_cast<int64_t>(i);
      batch[i] = {key, key, key % 10, 0, 0};
    }
    this->append(batch);
  }
  EXPECT_EQ(this->rows_->size(), static_cast<size_t>(rounds) * 2000);
  const std::vector<int64_t> times(keys.size(), 5);
  for (int64_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = round * 2000 + static_cast<int64_t>(i);
    const auto found = this->find(keys, times, -10, 10, 1500);
    ASSERT_EQ(found.size(), keys.size());
    for (size_t i = 0; i < keys.size(); ++i) ASSERT_EQ(found[i], std::make_pair(static_cast<int32_t>(i), *keys[i]));
  }
  const auto due = this->take_due(kClose, 104, 1000, kFired);
  EXPECT_EQ(due.size(), static_cast<size_t>(rounds) * 1000);
  EXPECT_TRUE(std::is_sorted(due.begin(), due.end()));
}

TYPED_TEST(TimeOrderedRowsTest, AgreesWithANaiveModelOnRandomWork) {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    this->model_.clear();
    this->expired_ = INT64_MIN;
    auto descriptor = orders();
    descriptor.name = "orders of seed " + std::to_string(seed);
    this->rows_ = this->state_->time_ordered_rows(descriptor).value();
    Random random(seed);
    int64_t now = 0;
    int64_t next_id = 1;
    for (int step = 0; step < 120; ++step) {
      now += static_cast<int64_t>(random.below(20));
      std::vector<ModelRow> added(random.below(step % 10 == 0 ? 400 : 40));
      for (ModelRow& row : added) {
        const int64_t jitter = random.below(10) == 0 ? static_cast<int64_t>(random.below(5000)) : 0;
        row.key = random.below(20) == 0 ? std::nullopt : std::optional(static_cast<int64_t>(random.below(50)));
        row.id = next_id++;
        row.time = now + static_cast<int64_t>(random.below(60)) - 40 + jitter;
        row.wall = now + static_cast<int64_t>(random.below(30));
        row.flags = static_cast<uint8_t>(random.below(2) * kArmed | (random.below(4) == 0 ? kMatched : 0));
      }
      this->append(added);
      std::vector<std::optional<int64_t>> keys(random.below(80));
      std::vector<int64_t> times(keys.size());
      for (size_t i = 0; i < keys.size(); ++i) {
        keys[i] = random.below(20) == 0 ? std::nullopt : std::optional(static_cast<int64_t>(random.below(60)));
        times[i] = now + static_cast<int64_t>(random.below(100)) - 50;
      }
      const size_t limit = 1 + random.below(64);
      ASSERT_EQ(this->find(keys, times, -30, 20, limit), this->find_in_model(keys, times, -30, 20));
      for (size_t kind = 0; kind < 3; ++kind) {
        const int64_t until = kind == kWallClock ? now : now - 50;
        ASSERT_EQ(this->rows_->next_deadline(kind), this->next_in_model(kind));
        ASSERT_EQ(this->take_due(kind, until, limit, kFired), this->take_due_in_model(kind, until, kFired));
        ASSERT_EQ(this->rows_->next_deadline(kind), this->next_in_model(kind));
      }
      this->expire(now - 150);
    }
  }
}

}  // namespace
}  // namespace eddyline::state
