#include "common/text/temporal_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "common/base/civil.hpp"

namespace eddyline {
namespace {

template <class Write>
std::string text(Write write) {
  char out[kLongestTemporal];
  return {out, write(out)};
}

TEST(Civil, DaysAndDatesAreInverse) {
  EXPECT_EQ(days_from_civil({1970, 1, 1}), 0);
  EXPECT_EQ(days_from_civil({2026, 11, 12}), 20769);
  EXPECT_EQ(civil_from_days(-1), (CivilDate{1969, 12, 31}));
  for (int64_t day = -1'000'000; day <= 3'000'000; day += 17) {
    EXPECT_EQ(days_from_civil(civil_from_days(day)), day);
    EXPECT_EQ(civil_from_days(day), internal::civil_from_any_days(day));
  }
  for (const int64_t day : {-719469, -719468, 99'999'999, 100'000'000, INT32_MAX, INT32_MIN}) {
    EXPECT_EQ(civil_from_days(day), internal::civil_from_any_days(day)) << day;
  }
  EXPECT_EQ(days_in_month(2000, 2), 29U);
  EXPECT_EQ(days_in_month(1900, 2), 28U);
}

TEST(TemporalText, Dates) {
  const auto date = [](CivilDate day) {
    return text([&](char* out) { return write_date(out, days_from_civil(day)); });
  };
  EXPECT_EQ(date({2026, 11, 12}), "2026-11-12");
  EXPECT_EQ(date({1, 1, 1}), "0001-01-01");
  EXPECT_EQ(date({0, 3, 1}), "0000-03-01");
  EXPECT_EQ(date({-44, 3, 15}), "-0044-03-15");
  EXPECT_EQ(date({12026, 1, 1}), "+12026-01-01");
}

TEST(TemporalText, IsoTimeLeavesOutZerosAtTheEnd) {
  const auto iso = [](int64_t milliseconds) {
    return text([&](char* out) { return write_time_iso(out, milliseconds * 1'000'000); });
  };
  EXPECT_EQ(iso(0), "00:00");
  EXPECT_EQ(iso(45'296'000), "12:34:56");
  EXPECT_EQ(iso(45'240'000), "12:34");
  EXPECT_EQ(iso(45'240'007), "12:34:00.007");
}

TEST(TemporalText, IsoTimestamps) {
  const auto iso = [](DayTime time) { return text([&](char* out) { return write_timestamp_iso(out, time); }); };
  EXPECT_EQ(iso(split_timestamp(int64_t{1794445303221}, 3)), "2026-11-12T01:01:43.221");
  EXPECT_EQ(iso(split_timestamp(int64_t{1794445260000}, 3)), "2026-11-12T01:01");
  EXPECT_EQ(iso(split_timestamp(int64_t{-1}, 6)), "1969-12-31T23:59:59.999999");
  EXPECT_EQ(iso(split_timestamp(int128_t{1'000'000'001}, 9)), "1970-01-01T00:00:01.000000001");
  EXPECT_EQ(iso(split_timestamp(int128_t{-1}, 9)), "1969-12-31T23:59:59.999999999");
}

TEST(TemporalText, InstantsAlwaysShowSeconds) {
  const auto instant = [](int64_t milliseconds) {
    return text([&](char* out) { return write_instant_iso(out, split_timestamp(milliseconds, 3)); });
  };
  EXPECT_EQ(instant(1794445303221), "2026-11-12T01:01:43.221Z");
  EXPECT_EQ(instant(1794445260000), "2026-11-12T01:01:00Z");
}

TEST(TemporalText, SqlTimestampsHaveExactlyTheirDigits) {
  const auto sql = [](int64_t microseconds, int32_t digits) {
    return text([&](char* out) { return write_timestamp_sql(out, split_timestamp(microseconds, 6), digits); });
  };
  EXPECT_EQ(sql(1632486896100000, 3), "2021-09-24 12:34:56.100");
  EXPECT_EQ(sql(1632486896100000, 0), "2021-09-24 12:34:56");
  EXPECT_EQ(sql(1632486896123456, 1), "2021-09-24 12:34:56.1");
  EXPECT_EQ(sql(0, 9), "1970-01-01 00:00:00.000000000");
}

TEST(TemporalText, SqlIntervals) {
  const auto months = [](int32_t value) { return text([&](char* out) { return write_months_sql(out, value); }); };
  const auto duration = [](int64_t value) { return text([&](char* out) { return write_duration_sql(out, value); }); };
  EXPECT_EQ(months(84), "+7-00");
  EXPECT_EQ(months(5), "+0-05");
  EXPECT_EQ(months(123), "+10-03");
  EXPECT_EQ(months(-1), "-0-01");
  EXPECT_EQ(duration(10), "+0 00:00:00.010");
  EXPECT_EQ(duration(36 * 3'600'000), "+1 12:00:00.000");
  EXPECT_EQ(duration(-10'000), "-0 00:00:10.000");
}

TEST(TemporalText, IsoIntervals) {
  using enum IntervalUnit;
  const auto months = [](int32_t value, IntervalUnit first, IntervalUnit last) {
    return text([&](char* out) { return write_months_iso(out, value, first, last); });
  };
  const auto duration = [](int64_t value) { return text([&](char* out) { return write_duration_iso(out, value); }); };
  EXPECT_EQ(months(14, kYear, kMonth), "P1Y2M");
  EXPECT_EQ(months(-14, kYear, kMonth), "P-1Y-2M");
  EXPECT_EQ(months(14, kMonth, kMonth), "P14M");
  EXPECT_EQ(months(24, kYear, kYear), "P2Y");
  EXPECT_EQ(months(0, kYear, kMonth), "P0D");
  EXPECT_EQ(duration(36 * 3'600'000), "PT36H");
  EXPECT_EQ(duration(0), "PT0S");
  EXPECT_EQ(duration(90'061'500), "PT25H1M1.5S");
  EXPECT_EQ(duration(-500), "PT-0.5S");
  EXPECT_EQ(duration(-3'600'000), "PT-1H");
}

}  // namespace
}  // namespace eddyline
