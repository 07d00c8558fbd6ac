#include "operators/join/arrived_rows.hpp"

#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

std::vector<size_t> numbers(const SelectedRows& rows) {
  std::vector<size_t> numbers;
  rows.for_each([&](size_t row) { numbers.push_back(row); });
  return numbers;
}

/// Batches of a key and a time; windows that stay open for 5 after the row.
class ArrivedRowsTest : public OperatorTestBase {
 protected:
  using Rows = std::vector<size_t>;

  static ArrivedRows::Reading reading(bool filter_nulls = true) { return {{0}, {filter_nulls}, 1, false, {20, 5}}; }

  static std::vector<size_t> ending(const ArrivedRows& rows) { return {rows.ending().begin(), rows.ending().end()}; }
};

TEST_F(ArrivedRowsTest, OpenRowsSearchAndAreKept) {
  ArrivedRows rows(reading(), {});
  const Batch input = batch({{1, 2}, {100, 103}});
  rows.assign(input, 104);
  EXPECT_EQ(numbers(rows.searching_keys().rows()), (Rows{0, 1}));
  EXPECT_EQ(numbers(rows.kept()), (Rows{0, 1}));
  EXPECT_EQ(ending(rows), Rows{});
}

TEST_F(ArrivedRowsTest, ARowWhoseWindowIsOverSearchesAndEnds) {
  ArrivedRows rows(reading(), {});
  const Batch input = batch({{1, 2, 3}, {99, 100, 200}});
  rows.assign(input, 105);
  EXPECT_EQ(numbers(rows.searching_keys().rows()), (Rows{0, 1, 2}));
  EXPECT_EQ(numbers(rows.kept()), Rows{2});
  EXPECT_EQ(numbers(rows.kept_keys().rows()), Rows{2});
  EXPECT_EQ(ending(rows), (Rows{0, 1}));
}

TEST_F(ArrivedRowsTest, ARowWithoutTimeOnlyEnds) {
  ArrivedRows rows(reading(), {});
  const Batch input = batch({{1, 2}, {kMissing, 100}});
  rows.assign(input, 0);
  EXPECT_EQ(numbers(rows.searching_keys().rows()), Rows{1});
  EXPECT_EQ(numbers(rows.kept()), Rows{1});
  EXPECT_EQ(ending(rows), Rows{0});
}

TEST_F(ArrivedRowsTest, ARowWithANullKeyIsKeptAndDoesNotSearch) {
  ArrivedRows rows(reading(), {});
  const Batch input = batch({{kMissing, 2}, {100, 100}});
  rows.assign(input, 0);
  EXPECT_EQ(numbers(rows.searching_keys().rows()), Rows{1});
  EXPECT_EQ(numbers(rows.kept()), (Rows{0, 1}));
}

TEST_F(ArrivedRowsTest, ANullKeySearchesWhereNullsAreEqual) {
  ArrivedRows rows(reading(false), {});
  const Batch input = batch({{kMissing, 2}, {100, 100}});
  rows.assign(input, 0);
  EXPECT_EQ(numbers(rows.searching_keys().rows()), (Rows{0, 1}));
}

TEST_F(ArrivedRowsTest, EveryFilteringKeyMustBePresent) {
  ArrivedRows rows({{0, 1}, {true, true}, 2, false, {20, 5}}, {});
  const Batch input = batch({{kMissing, 1, 1, 1}, {1, kMissing, 1, 1}, {100, 100, 100, kMissing}});
  rows.assign(input, 0);
  EXPECT_EQ(numbers(rows.searching_keys().rows()), Rows{2});
  EXPECT_EQ(numbers(rows.kept()), (Rows{0, 1, 2}));
}

TEST_F(ArrivedRowsTest, RowsTimedByTheirArrivalAreOfNow) {
  ArrivedRows::Reading by_arrival = reading();
  by_arrival.time_is_arrival = true;
  ArrivedRows rows(by_arrival, {});
  const Batch input = batch({{1, 2}, {kMissing, 0}});
  rows.assign(input, 1000);
  EXPECT_EQ(rows.times()[0], 1000);
  EXPECT_EQ(rows.times()[1], 1000);
  EXPECT_EQ(numbers(rows.kept()), (Rows{0, 1}));
  EXPECT_EQ(ending(rows), Rows{});
}

TEST_F(ArrivedRowsTest, RowsOutsideTheSelectionDoNotCount) {
  ArrivedRows rows(reading(), {});
  const Batch input = batch({{1, 2, 3}, {100, 0, 0}}).slice(1, 2);
  rows.assign(input, 50);
  EXPECT_EQ(numbers(rows.searching_keys().rows()), (Rows{1, 2}));
  EXPECT_EQ(numbers(rows.kept()), Rows{});
  EXPECT_EQ(ending(rows), (Rows{1, 2}));
}

TEST_F(ArrivedRowsTest, ReadsTimesOfConstantColumns) {
  ArrivedRows rows(reading(), {});
  const Batch flat = batch({{1, 2}, {100, 100}});
  const Batch input = flat.with_columns({flat.column(0), Value::integer(100).to_constant(DataType::bigint(), 2)});
  rows.assign(input, 0);
  EXPECT_EQ(rows.times()[0], 100);
  EXPECT_EQ(rows.times()[1], 100);
}

}  // namespace
}  // namespace eddyline::operators
