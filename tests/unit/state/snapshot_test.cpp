#include "state/snapshot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "state/row/row_codec.hpp"
#include "tests/unit/state/state_suite.hpp"

namespace eddyline::state {
namespace {

constexpr uint8_t kMatched = 1;
constexpr uint8_t kArmed = 4;

/// A snapshot's rows, kept.
class KeptRows final : public SnapshotRows {
 public:
  void add(size_t state, Batch rows) override { batches_.emplace_back(state, std::move(rows)); }
  const std::vector<std::pair<size_t, Batch>>& batches() const { return batches_; }

  /// One line a row, sorted; but for lists each key's elements stay in order.
  std::vector<std::string> lines(const std::vector<SnapshotSchema>& schemas) const {
    std::map<std::string, size_t> elements;
    std::vector<std::string> lines;
    for (const auto& [state, rows] : batches_) {
      const SnapshotSchema& schema = schemas[state];
      for (size_t row = 0; row < rows.rows(); ++row) {
        std::string line = schema.state + ":" + text(rows, row, 0, schema.key.size());
        if (schema.kind == StateKind::kList) line += " #" + std::to_string(elements[line]++);
        lines.push_back(line + text(rows, row, schema.key.size(), rows.columns().size()));
      }
    }
    std::ranges::sort(lines);
    return lines;
  }

 private:
  static std::string text(const Batch& rows, size_t row, size_t first, size_t end) {
    std::string all;
    for (size_t column = first; column < end; ++column) {
      const Value value = Value::from(*rows.column(column), row);
      const bool is_text = rows.column(column)->type() == PhysicalType::kString;
      all += value.is_null() ? " NULL" : " " + (is_text ? value.as_string() : std::to_string(static_cast<int64_t>(value.as_integer())));
    }
    return all;
  }

  std::vector<std::pair<size_t, Batch>> batches_;
};

/// An operator's state of every kind, and random work on it.
class EveryKind {
 public:
  EveryKind(KeyedStateBackend& backend, std::chrono::milliseconds ttl) : backend_(backend), keys_(backend.hashing()) {
    ValueStateDescriptor value;
    value.name = "value";
    value.key = number_and_text();
    value.ttl = ttl;
    value.value = {{"count", DataType::bigint().not_null()}, {"last", DataType::string()}};
    value_ = backend.value_state(value).value();
    ListStateDescriptor list;
    list.name = "list";
    list.key = number_and_text();
    list.ttl = ttl;
    list.element = number_and_text();
    list_ = backend.list_state(list).value();
    for (const bool ordered : {false, true}) {
      MapStateDescriptor map;
      map.name = ordered ? "ordered" : "map";
      map.key = number_and_text();
      map.ttl = ttl;
      map.map_key = {{"m", DataType::bigint()}};
      map.value = {{"count", DataType::bigint().not_null()}, {"last", DataType::string()}};
      map.ordered = ordered;
      maps_.push_back(backend.map_state(map).value());
    }
    TimeOrderedRowsDescriptor rows;
    rows.name = "rows";
    rows.row = number_and_text();
    rows.key_columns = {0};
    rows.deadlines = {{.name = "close", .offset_ms = 100, .settled_by = kMatched},
                      {.name = "wall", .base = DeadlineBase::kGiven, .armed_by = kArmed, .settled_by = kMatched}};
    rows_ = backend.time_ordered_rows(rows).value();
    timers_ = backend.timers({"timers", number_and_text()}).value();
  }

  /// One change of something.
  void change(Random& random, size_t rows, uint64_t distinct) {
    now_ += static_cast<int64_t>(random.below(3));
    const RandomKeys keys(random, rows, distinct);
    key_columns_ = keys.columns();
    keys_.assign(key_columns_, SelectedRows::all(rows), rows);
    switch (random.below(8)) {
      case 0:
        return count(random, [&](StateRows& found) { return value_->prepare(keys_, IfMissing::kCreate, now(), found); }, *value_);
      case 1:
        return erase_some(random);
      case 2:
        return change_list(random);
      case 3:
      case 4:
        return change_map(random, *maps_[random.below(2)]);
      case 5:
        return append_rows(random, keys);
      case 6:
        return settle_rows(random, keys);
      default:
        return change_timers(random, rows);
    }
  }

  /// Rows stay, and so do their deadlines.
  void expire_nothing() { expires_ = false; }

  size_t size() const {
    return value_->size() + list_->size() + maps_[0]->size() + maps_[1]->size() + rows_->size() +
           timers_->size(TimeDomain::kEventTime) + timers_->size(TimeDomain::kProcessingTime);
  }
  TimeOrderedRows& rows() { return *rows_; }

 private:
  ProcessingTime now() const { return ProcessingTime(now_); }

  template <class State>
  void count(Random& random, const std::function<Status(StateRows&)>& prepare, State& state) {
    StateRows found;
    ASSERT_TRUE(prepare(found).ok());
    const size_t offset = state.layout().offset(0);
    for (uint8_t* slot : found.slots) {
      store_value(slot, offset, load_value<int64_t>(slot, offset) + 1);
      if (random.below(3) == 0) {
        ASSERT_TRUE(state.set_string(slot, 1, "written at " + std::to_string(now_) + " the latest").ok());
      }
    }
    ASSERT_TRUE(state.written(found.slots, now()).ok());
  }

  void erase_some(Random& random) {
    StateRows found;
    ASSERT_TRUE(value_->prepare(keys_, IfMissing::kSkip, now(), found).ok());
    std::vector<uint8_t*> gone;
    for (uint8_t* slot : found.slots) {
      if (slot != nullptr && random.below(2) == 0 && std::ranges::find(gone, slot) == gone.end()) gone.push_back(slot);
    }
    ASSERT_TRUE(value_->erase(gone).ok());
  }

  void change_list(Random& random) {
    if (random.below(4) == 0) {
      ASSERT_TRUE(list_->clear(keys_).ok());
    } else {
      ASSERT_TRUE(list_->append(keys_, RandomKeys(random, keys_.size(), 50).columns(), now()).ok());
    }
  }

  void change_map(Random& random, MapState& map) {
    std::vector<std::optional<int64_t>> map_keys;
    for (size_t i = 0; i < keys_.size(); ++i) map_keys.emplace_back(static_cast<int64_t>(random.below(10)));
    const std::vector<ColumnPtr> columns = {bigints(map_keys)};
    count(random, [&](StateRows& found) { return map.prepare(keys_, columns, IfMissing::kCreate, now(), found); }, map);
    if (random.below(2) == 0) return;
    MapCursor cursor;
    MapEntries found;
    ASSERT_TRUE(map.entries(keys_, now(), cursor, 20, found).ok());
    std::vector<uint8_t*> gone;
    for (uint8_t* slot : found.slots) {
      store_value(slot, map.layout().offset(0), int64_t{1000});
      if (random.below(2) == 0 && std::ranges::find(gone, slot) == gone.end()) gone.push_back(slot);
    }
    ASSERT_TRUE(map.erase(gone).ok());
  }

  void append_rows(Random& random, const RandomKeys& keys) {
    std::vector<int64_t> times, wall;
    std::vector<uint8_t> flags;
    for (size_t i = 0; i < keys.keys.size(); ++i) {
      times.push_back(now_ - 20 + static_cast<int64_t>(random.below(40)));
      wall.push_back(now_ + static_cast<int64_t>(random.below(60)));
      flags.push_back(random.below(2) == 0 ? kArmed : uint8_t{0});
    }
    KeyBatch numbers(backend_.hashing());
    numbers.assign(std::span(key_columns_).first(1), SelectedRows::all(times.size()), times.size());
    ASSERT_TRUE(rows_->append({numbers, key_columns_, times.data(), flags.data(), wall.data()}).ok());
    if (expires_ && random.below(4) == 0) {
      ASSERT_TRUE(rows_->expire(now_ - 150).ok());
    }
  }

  void settle_rows(Random& random, const RandomKeys& keys) {
    DueRows due;
    ASSERT_TRUE(rows_->take_due(random.below(2), now_ - 30, 10, due).ok());
    ASSERT_TRUE(rows_->add_flags(std::span(due.rows).first(due.size() / 2), kMatched).ok());
    const std::vector<int64_t> times(keys.keys.size(), now_);
    KeyBatch numbers(backend_.hashing());
    numbers.assign(std::span(key_columns_).first(1), SelectedRows::all(times.size()), times.size());
    ProbeCursor cursor;
    RowMatches found;
    ASSERT_TRUE(rows_->find(numbers, {times.data(), -50, 50}, cursor, 10, found).ok());
    ASSERT_TRUE(rows_->add_flags(found.rows, kMatched).ok());
  }

  void change_timers(Random& random, size_t rows) {
    const auto domain = static_cast<TimeDomain>(random.below(2));
    std::vector<int64_t> times, namespaces;
    for (size_t i = 0; i < rows; ++i) {
      times.push_back(now_ + static_cast<int64_t>(random.below(50)));
      namespaces.push_back(static_cast<int64_t>(random.below(3)));
    }
    ASSERT_TRUE(timers_->add(domain, keys_, times.data(), namespaces.data()).ok());
    if (random.below(2) == 0) {
      ASSERT_TRUE(timers_->remove(domain, keys_, times.data(), namespaces.data()).ok());
    }
    DueTimers due;
    ASSERT_TRUE(timers_->take_due(domain, now_ - 20, 10, due).ok());
  }

  KeyedStateBackend& backend_;
  KeyBatch keys_;
  std::vector<ColumnPtr> key_columns_;
  int64_t now_ = 1000;
  bool expires_ = true;
  ValueState* value_ = nullptr;
  ListState* list_ = nullptr;
  std::vector<MapState*> maps_;
  TimeOrderedRows* rows_ = nullptr;
  TimerService* timers_ = nullptr;
};

KeptRows snapshot_now(KeyedStateBackend& backend) {
  KeptRows rows;
  backend.begin_snapshot(rows);
  while (backend.advance_snapshot(1000)) {
  }
  return rows;
}

template <class Setup>
class SnapshotTest : public KeyedStateSuite<Setup> {
 protected:
  /// Another operator instance of these key groups, with nothing in it.
  std::unique_ptr<KeyedStateBackend> another(KeyGroupRange groups) {
    KeyedStateOptions options;
    options.operator_name = "Restored";
    options.hashing = this->state_->hashing();
    options.key_groups = groups;
    options.memory = other_pool_.get();
    return typename Setup::Backend().create_keyed(options).value();
  }
  static KeyGroupRange all_groups() { return {KeyGroup(0), KeyGroup(Setup::kMaxParallelism - 1)}; }

  std::unique_ptr<MemoryPool> other_pool_ = MemoryPool::root("restored", Bytes(MemoryPool::kUnlimited));
};

TYPED_TEST_SUITE(SnapshotTest, StateBackends);

Status restore_all(KeyedStateBackend& into, const std::vector<SnapshotSchema>& schemas, const KeptRows& rows) {
  for (const auto& [state, batch] : rows.batches()) RETURN_IF_ERROR(into.restore(schemas[state], batch, ProcessingTime(0)));
  return Status();
}

TYPED_TEST(SnapshotTest, WhatChangesMeanwhileIsNotInIt) {
  for (const int64_t ttl : {0, 500}) {
    for (uint64_t seed = 1; seed <= (TypeParam::kCollide ? 2 : 6); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", time to live " + std::to_string(ttl));
      this->make(Bytes(MemoryPool::kUnlimited));
      Random random(seed);
      EveryKind states(*this->state_, std::chrono::milliseconds(ttl));
      const uint64_t distinct = TypeParam::kCollide ? 60 : 40 * seed * seed;
      for (int i = 0; i < 200; ++i) states.change(random, 1 + random.below(60), distinct);
      for (int round = 0; round < 3; ++round) {
        const std::vector<SnapshotSchema> schemas = this->state_->schemas();
        const std::vector<std::string> expected = snapshot_now(*this->state_).lines(schemas);
        KeptRows rows;
        this->state_->begin_snapshot(rows);
        do {
          for (int i = 0; i < 10; ++i) states.change(random, 1 + random.below(60), distinct);
        } while (this->state_->advance_snapshot(1 + random.below(150)));
        ASSERT_EQ(rows.lines(schemas), expected);
        ASSERT_GT(expected.size(), 100u);
      }
    }
  }
}

TYPED_TEST(SnapshotTest, GivesTheSameStateAgain) {
  Random random(7);
  EveryKind states(*this->state_, std::chrono::milliseconds(400));
  states.expire_nothing();
  for (int i = 0; i < 300; ++i) states.change(random, 1 + random.below(60), 90);
  const std::vector<SnapshotSchema> schemas = this->state_->schemas();
  const KeptRows rows = snapshot_now(*this->state_);
  const auto restored = this->another(this->all_groups());
  EveryKind again(*restored, std::chrono::milliseconds(400));
  ASSERT_TRUE(restore_all(*restored, schemas, rows).ok());
  EXPECT_EQ(snapshot_now(*restored).lines(schemas), rows.lines(schemas));
  EXPECT_EQ(again.rows().next_deadline(0), states.rows().next_deadline(0));
  EXPECT_EQ(again.rows().next_deadline(1), states.rows().next_deadline(1));
}

TYPED_TEST(SnapshotTest, IsSharedOutByKeyGroup) {
  if (TypeParam::kMaxParallelism == 1) return;
  Random random(8);
  EveryKind states(*this->state_, std::chrono::milliseconds(0));
  for (int i = 0; i < 300; ++i) states.change(random, 1 + random.below(60), 90);
  const std::vector<SnapshotSchema> schemas = this->state_->schemas();
  const KeptRows rows = snapshot_now(*this->state_);
  KeptRows together;
  for (uint32_t part = 0; part < 3; ++part) {
    const KeyGroupRange groups = key_group_range(MaxParallelism(TypeParam::kMaxParallelism), Parallelism(3), SubtaskIndex(part));
    const auto restored = this->another(groups);
    EveryKind again(*restored, std::chrono::milliseconds(0));
    ASSERT_TRUE(restore_all(*restored, schemas, rows).ok());
    EXPECT_LT(again.size(), states.size());
    const KeptRows part_rows = snapshot_now(*restored);
    for (const auto& [state, batch] : part_rows.batches()) together.add(state, batch);
  }
  EXPECT_EQ(together.lines(schemas), rows.lines(schemas));
}

TYPED_TEST(SnapshotTest, OneThatIsGivenUpLeavesNothingBehind) {
  Random random(9);
  EveryKind states(*this->state_, std::chrono::milliseconds(0));
  for (int i = 0; i < 200; ++i) states.change(random, 1 + random.below(60), 90);
  KeptRows given_up;
  this->state_->begin_snapshot(given_up);
  states.change(random, 50, 90);
  this->state_->advance_snapshot(10);
  this->state_->abandon_snapshot();
  const size_t handed_on = given_up.batches().size();
  for (int i = 0; i < 200; ++i) states.change(random, 1 + random.below(60), 90);
  EXPECT_FALSE(this->state_->advance_snapshot(10));
  EXPECT_EQ(given_up.batches().size(), handed_on);
  const std::vector<SnapshotSchema> schemas = this->state_->schemas();
  EXPECT_EQ(snapshot_now(*this->state_).lines(schemas), snapshot_now(*this->state_).lines(schemas));
}

TYPED_TEST(SnapshotTest, RefusesOtherColumnsByName) {
  Random random(10);
  EveryKind states(*this->state_, std::chrono::milliseconds(0));
  states.change(random, 10, 90);
  std::vector<SnapshotSchema> schemas = this->state_->schemas();
  const auto of = [&](const std::string& name) { return *std::ranges::find(schemas, name, &SnapshotSchema::state); };
  const auto restored = [&](const SnapshotSchema& schema) {
    return this->state_->restore(schema, Batch(), ProcessingTime(0)).message();
  };
  SnapshotSchema schema = of("value");
  schema.row[1].type = DataType::integer();
  EXPECT_EQ(restored(schema), "Test: state 'value': column 'last' of its row is INT in the snapshot and VARCHAR(2147483647) in the query");
  schema = of("map");
  schema.map_key.clear();
  EXPECT_EQ(restored(schema), "Test: state 'map': its map key has 0 columns in the snapshot and 1 in the query");
  schema = of("list");
  schema.state = "value";
  EXPECT_EQ(restored(schema), "Test: state 'value': it is a list in the snapshot and a value in the query");
  schema = of("rows");
  schema.row_keys = {1};
  EXPECT_EQ(restored(schema), "Test: state 'rows': its rows have another key in the snapshot than in the query");
  schema.state = "unknown";
  EXPECT_EQ(restored(schema), "Test has no state 'unknown'");
}

/// Rows of a state whose kinds of deadlines are others now: by name.
TYPED_TEST(SnapshotTest, DeadlinesAreFoundByName) {
  TimeOrderedRowsDescriptor before;
  before.name = "rows";
  before.row = number_and_text();
  before.key_columns = {0};
  before.deadlines = {{.name = "close", .offset_ms = 100}};
  TimeOrderedRows* rows = this->state_->time_ordered_rows(before).value();
  const std::vector<ColumnPtr> columns = {bigints({1, 2}), strings({"a", "b"})};
  const std::vector<int64_t> times = {10, 20};
  KeyBatch keys(this->state_->hashing());
  keys.assign(std::span(columns).first(1), SelectedRows::all(2), 2);
  ASSERT_TRUE(rows->append({keys, columns, times.data()}).ok());
  DueRows due;
  ASSERT_TRUE(rows->take_due(0, 110, 10, due).ok());
  ASSERT_EQ(due.deadlines, (std::vector<int64_t>{110}));

  TimeOrderedRowsDescriptor after = before;
  after.deadlines = {{.name = "wall", .base = DeadlineBase::kGiven, .armed_by = kArmed}, {.name = "close", .offset_ms = 200}};
  const auto restored = this->another(this->all_groups());
  TimeOrderedRows* again = restored->time_ordered_rows(after).value();
  ASSERT_TRUE(restore_all(*restored, this->state_->schemas(), snapshot_now(*this->state_)).ok());
  EXPECT_EQ(again->next_deadline(0), std::nullopt);
  EXPECT_EQ(again->next_deadline(1), 220);
}

}  // namespace
}  // namespace eddyline::state
