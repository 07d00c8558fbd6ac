#include "tests/sql/harness/row_text.hpp"

#include <gtest/gtest.h>

namespace eddyline::sql_tests {
namespace {

std::string round_trip(const DataType& type, const std::string& cell) {
  const RowType columns{{"f", type}};
  const auto rows = parse_rows(columns, {cell});
  return rows.ok() ? row_text(*rows, 0, columns, false) : rows.status().message();
}

TEST(RowTextTest, CellsOfEveryTypeComeBackAsTheyWereWritten) {
  EXPECT_EQ(round_trip(DataType::boolean(), "true"), "true");
  EXPECT_EQ(round_trip(DataType::tinyint(), "-128"), "-128");
  EXPECT_EQ(round_trip(DataType::bigint(), "NULL"), "NULL");
  EXPECT_EQ(round_trip(DataType::double_(), "1.5"), "1.5");
  EXPECT_EQ(round_trip(DataType::decimal(10, 2), "-12.5"), "-12.50");
  EXPECT_EQ(round_trip(DataType::decimal(30, 0), "123456789012345678901234567890"), "123456789012345678901234567890");
  EXPECT_EQ(round_trip(DataType::string(), "plain"), "plain");
  EXPECT_EQ(round_trip(DataType::string(), "\"a \\\"b\\\\ \\n\""), "\"a \\\"b\\\\ \\n\"");
  EXPECT_EQ(round_trip(DataType::string(), "\"NULL\""), "\"NULL\"");
  EXPECT_EQ(round_trip(DataType::string(), "\"\""), "\"\"");
  EXPECT_EQ(round_trip(DataType::bytes(), "x'68ff'"), "x'68ff'");
  EXPECT_EQ(round_trip(DataType::date(), "2026-11-12"), "2026-11-12");
  EXPECT_EQ(round_trip(DataType::time(3), "12:34:56.789"), "12:34:56.789");
  EXPECT_EQ(round_trip(DataType::timestamp(3), "2026-11-12T01:01:43.221"), "2026-11-12T01:01:43.221");
  EXPECT_EQ(round_trip(DataType::timestamp(9), "00:00:05.123456789"), "1970-01-01T00:00:05.123456789");
  EXPECT_EQ(round_trip(DataType::timestamp(3), "5000"), "1970-01-01T00:00:05");
  EXPECT_EQ(round_trip(DataType::timestamp(3), "-1"), "1969-12-31T23:59:59.999");
  EXPECT_EQ(round_trip(DataType::timestamp_ltz(3), "5000"), "1970-01-01T00:00:05Z");
}

TEST(RowTextTest, WrongCellsAreRefused) {
  EXPECT_EQ(round_trip(DataType::bigint(), "1.5"), "'1.5' is not an integer");
  EXPECT_EQ(round_trip(DataType::boolean(), "TRUE"), "'TRUE' is not true or false");
  EXPECT_EQ(round_trip(DataType::bigint(), "1 2"), "a row of 2 values for 1 columns: 1 2");
  EXPECT_EQ(round_trip(DataType::string(), "\"open"), "a quote is not closed: \"open");
}

TEST(RowTextTest, KindsStandInFront) {
  const RowType columns{{"id", DataType::bigint()}};
  const auto rows = parse_rows(columns, {"-U 1", "+U 2", "3"});
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(row_text(*rows, 0, columns, true), "-U 1");
  EXPECT_EQ(row_text(*rows, 1, columns, true), "+U 2");
  EXPECT_EQ(row_text(*rows, 2, columns, true), "+I 3");
}

TEST(RowTextTest, TimesAndDurations) {
  EXPECT_EQ(*parse_time_ms("00:00:05"), 5000);
  EXPECT_EQ(*parse_time_ms("1970-01-02T00:00:00.001"), 86'400'001);
  EXPECT_EQ(*parse_duration_ms("5 s"), 5000);
}

}  // namespace
}  // namespace eddyline::sql_tests
