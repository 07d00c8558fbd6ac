#include "connectors/datagen/datagen_reader.hpp"

#include <algorithm>

#include "tests/unit/connectors/datagen/datagen_test_base.hpp"

namespace eddyline::connectors {
namespace {

using Rows = std::vector<std::string>;

class DatagenReaderTest : public DatagenTestBase {
 protected:
  const RowType columns_{{"id", DataType::bigint()}};

  std::unique_ptr<TableSource> sequence(Configuration::Entries options) const {
    options.emplace("fields.id.kind", "sequence");
    options.emplace("fields.id.start", "1");
    options.emplace("fields.id.end", "100000");
    return source(columns_, std::move(options));
  }
};

TEST_F(DatagenReaderTest, FirstRowComesAtOnceAndThenOneASecondFromTheReadersStart) {
  const auto table = sequence({{"rows-per-second", "1"}});
  const auto read = reader(*table, reader_context());
  const int64_t start = clock_.now().value();
  EXPECT_EQ(read_now(*read, columns_), (Rows{"1"}));
  EXPECT_EQ(last_.next, ReadOutcome::Next::kIdle);
  EXPECT_EQ(last_.wake_at, ProcessingTime(start + 1000));
  advance_ms(999);
  EXPECT_EQ(read_now(*read, columns_), Rows());
  EXPECT_EQ(last_.wake_at, ProcessingTime(start + 1000));
  advance_ms(1);
  EXPECT_EQ(read_now(*read, columns_), (Rows{"2"}));
  EXPECT_EQ(last_.wake_at, ProcessingTime(start + 2000));
}

TEST_F(DatagenReaderTest, MissedSecondsAreMadeUpFor) {
  const auto table = sequence({{"rows-per-second", "2"}});
  const auto read = reader(*table, reader_context());
  EXPECT_EQ(read_now(*read, columns_).size(), 2U);
  advance_ms(3500);
  EXPECT_EQ(read_now(*read, columns_).size(), 2U);  // the outcome says idle until a time that has passed
  EXPECT_LE(last_.wake_at->value(), clock_.now().value());
  EXPECT_EQ(read_now(*read, columns_).size(), 2U);
  EXPECT_EQ(read_now(*read, columns_), (Rows{"7", "8"}));
  EXPECT_EQ(read_now(*read, columns_), Rows());
}

TEST_F(DatagenReaderTest, RateIsSharedAndRoundedUp) {
  const auto table = sequence({{"rows-per-second", "5"}});
  EXPECT_EQ(read_now(*reader(*table, reader_context(0, 2)), columns_), (Rows{"1", "3", "5"}));
  EXPECT_EQ(read_now(*reader(*table, reader_context(1, 2)), columns_), (Rows{"2", "4", "6"}));
  const auto slow = sequence({{"rows-per-second", "1"}});
  EXPECT_EQ(read_now(*reader(*slow, reader_context(1, 2)), columns_), (Rows{"2"}));
}

TEST_F(DatagenReaderTest, NumberOfRowsGivesTheRemainderToTheFirstSubtasks) {
  const auto table = sequence({{"number-of-rows", "8"}});
  EXPECT_EQ(table->descriptor().boundedness, Boundedness::kBounded);
  EXPECT_EQ(read_now(*reader(*table, reader_context(0, 3)), columns_), (Rows{"1", "4", "7"}));
  EXPECT_EQ(last_.next, ReadOutcome::Next::kEnd);
  EXPECT_EQ(read_now(*reader(*table, reader_context(1, 3)), columns_), (Rows{"2", "5", "8"}));
  EXPECT_EQ(read_now(*reader(*table, reader_context(2, 3)), columns_), (Rows{"3", "6"}));
}

TEST_F(DatagenReaderTest, ABoundedTableEndsWithItsLastRow) {
  const auto table = sequence({{"number-of-rows", "2"}, {"rows-per-second", "1"}});
  const auto read = reader(*table, reader_context());
  EXPECT_EQ(read_now(*read, columns_), (Rows{"1"}));
  EXPECT_EQ(last_.next, ReadOutcome::Next::kIdle);
  advance_ms(1000);
  EXPECT_EQ(read_now(*read, columns_), (Rows{"2"}));
  EXPECT_EQ(last_.next, ReadOutcome::Next::kEnd);
}

TEST_F(DatagenReaderTest, NoRowsAtAll) {
  const auto table = sequence({{"number-of-rows", "0"}});
  EXPECT_EQ(read_now(*reader(*table, reader_context()), columns_), Rows());
  EXPECT_EQ(last_.next, ReadOutcome::Next::kEnd);
}

TEST_F(DatagenReaderTest, TheShortestSequenceEndsTheTableWhichIsStillUnbounded) {
  const RowType columns{{"a", DataType::integer()}, {"b", DataType::integer()}};
  const auto table = source(columns, {{"fields.a.kind", "sequence"},
                                      {"fields.a.start", "1"},
                                      {"fields.a.end", "10"},
                                      {"fields.b.kind", "sequence"},
                                      {"fields.b.start", "5"},
                                      {"fields.b.end", "7"}});
  EXPECT_EQ(table->descriptor().boundedness, Boundedness::kUnbounded);
  EXPECT_EQ(read_now(*reader(*table, reader_context()), columns), (Rows{"1, 5", "2, 6", "3, 7"}));
  EXPECT_EQ(last_.next, ReadOutcome::Next::kEnd);
}

TEST_F(DatagenReaderTest, BatchesKeepTheLimits) {
  const RowType columns{{"id", DataType::bigint()}, {"text", DataType::string()}};
  const auto table = source(columns, {{"rows-per-second", "1000000"}});
  const auto outcome = reader(*table, reader_context())->read();
  ASSERT_TRUE(outcome.ok());
  EXPECT_GT(outcome->batch.rows(), 900U);
  EXPECT_LE(outcome->batch.rows() * 124, size_t{128} << 10);
  SourceReaderContext seven = reader_context();
  seven.limits.rows = 7;
  EXPECT_EQ(reader(*table, seven)->read()->batch.rows(), 7U);
}

TEST_F(DatagenReaderTest, TheSameSeedGivesTheSameRowsHoweverTheyAreCut) {
  const RowType columns{{"id", DataType::integer()}, {"text", DataType::varchar(20)}, {"real", DataType::double_()}};
  const auto table = source(columns, {{"number-of-rows", "100"}, {"fields.text.null-rate", "0.3"}});
  SourceReaderContext small = reader_context();
  small.limits.rows = 7;
  const Rows rows = read_now(*reader(*table, small), columns);
  EXPECT_EQ(rows, read_now(*reader(*table, reader_context()), columns));
  SourceReaderContext other = reader_context();
  other.seed = 43;
  EXPECT_NE(rows, read_now(*reader(*table, other), columns));
}

TEST_F(DatagenReaderTest, WithoutASeedTablesDiffer) {
  const auto table = source(columns_, {{"number-of-rows", "4"}});
  SourceReaderContext unseeded = reader_context();
  unseeded.seed.reset();
  EXPECT_NE(read_now(*reader(*table, unseeded), columns_), read_now(*reader(*table, unseeded), columns_));
}

TEST_F(DatagenReaderTest, ARestoreContinuesAtAnyParallelism) {
  const auto table = sequence({{"rows-per-second", "4"}, {"number-of-rows", "23"}});
  for (const uint32_t before : {1U, 2U, 3U}) {
    for (const uint32_t after : {1U, 2U, 5U}) {
      Rows rows;
      std::vector<SourceSplit> kept;
      for (uint32_t subtask = 0; subtask < before; ++subtask) {
        const auto read = reader(*table, reader_context(subtask, before));
        std::ranges::copy(read_now(*read, columns_), std::back_inserter(rows));
        std::ranges::copy(*read->snapshot(), std::back_inserter(kept));
      }
      const auto assignment = table->create_enumerator()->assign(Parallelism(after), &kept);
      ASSERT_TRUE(assignment.ok());
      for (uint32_t subtask = 0; subtask < after; ++subtask) {
        const auto read = reader(*table, reader_context(subtask, after), assignment->at(subtask));
        do {
          std::ranges::copy(read_now(*read, columns_), std::back_inserter(rows));
          if (last_.wake_at && clock_.now() < *last_.wake_at) clock_.advance_to(*last_.wake_at);
        } while (last_.next != ReadOutcome::Next::kEnd);
      }
      Rows expected;
      for (int id = 1; id <= 23; ++id) expected.push_back(std::to_string(id));
      std::ranges::sort(expected);
      std::ranges::sort(rows);
      EXPECT_EQ(rows, expected) << before << " subtasks, then " << after;
    }
  }
}

/// Whatever seed the new readers are given.
TEST_F(DatagenReaderTest, ARestoreDrawsNothingTwiceAndTheSameEachTime) {
  const auto table = source(columns_, {{"rows-per-second", "4"}, {"number-of-rows", "24"}});
  const auto before = reader(*table, reader_context());
  const Rows given = read_now(*before, columns_);
  ASSERT_EQ(given.size(), 4U);
  const std::vector<SourceSplit> kept = *before->snapshot();
  for (const uint32_t after : {1U, 2U, 3U}) {
    const auto assignment = table->create_enumerator()->assign(Parallelism(after), &kept);
    ASSERT_TRUE(assignment.ok());
    std::vector<Rows> times;
    for (const uint64_t seed : {*reader_context().seed, uint64_t{43}}) {
      Rows& rows = times.emplace_back();
      for (uint32_t subtask = 0; subtask < after; ++subtask) {
        SourceReaderContext context = reader_context(subtask, after);
        context.seed = seed;
        std::ranges::copy(read_now(*reader(*table, context, assignment->at(subtask)), columns_), std::back_inserter(rows));
      }
    }
    EXPECT_EQ(times[0], times[1]) << after;
    Rows all = given;
    std::ranges::copy(times[0], std::back_inserter(all));
    std::ranges::sort(all);
    EXPECT_EQ(std::ranges::adjacent_find(all), all.end()) << after << ": a value was drawn twice";
  }
}

TEST_F(DatagenReaderTest, ForeignSplitsAreRefused) {
  for (const SourceSplit& split : std::vector<SourceSplit>{
           {"values", "0"}, {"0/0", "0"}, {"1/2", "2"}, {"0/1", "x"}, {"0/1", ""}, {"0/1", "-1"}, {"0/1", "3/"}, {"0/1", "3/x"}}) {
    EXPECT_EQ(DatagenSplit::from(split).status().code(), ErrorCode::kDataError) << split.id;
  }
}

}  // namespace
}  // namespace eddyline::connectors
