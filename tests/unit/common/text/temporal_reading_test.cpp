#include "common/text/temporal_reading.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

TEST(TemporalReading, ReadsWhatIsWritten) {
  char text[kLongestTemporal];
  for (const int64_t day : {-1'000'000'000LL, -719'529LL, -1LL, 0LL, 20'000LL, 2'932'897LL, 1'000'000'000LL}) {
    EXPECT_EQ(read_date({text, static_cast<size_t>(write_date(text, day) - text)}), day);
    for (const int64_t nanosecond : {0LL, 1LL, 43'200'000'000'000LL, 86'399'999'999'999LL}) {
      char* end = write_timestamp_sql(text, {day, nanosecond}, 9);
      const std::optional<DayTime> time = read_timestamp_sql({text, static_cast<size_t>(end - text)});
      ASSERT_TRUE(time.has_value()) << std::string(text, end);
      EXPECT_EQ(time->day, day);
      EXPECT_EQ(time->nanosecond, nanosecond);
    }
  }
  EXPECT_EQ(read_time_sql("12:34:56.5"), 45'296'500'000'000);
  EXPECT_EQ(read_time_sql("00:00:00"), 0);
}

TEST(TemporalReading, JoinsWhatIsSplit) {
  for (const int64_t value : {-86'400'001LL, -1LL, 0LL, 1LL, 1'700'000'000'123LL}) {
    for (const int32_t precision : {0, 3, 6, 9}) {
      EXPECT_EQ(join_timestamp(split_timestamp(value, precision), precision), int128_t{value});
    }
  }
}

TEST(TemporalReading, TakesNothingElse) {
  for (const char* text : {"", "2026", "2026-1-1", "2026-02-30", "2026-13-01", "2026-01-01 ", "20260101", "-2026-01-0a"}) {
    EXPECT_EQ(read_date(text), std::nullopt) << text;
  }
  for (const char* text : {"", "1:2:3", "24:00:00", "12:60:00", "12:00:60", "12:00", "12:00:00.", "12:00:00.1234567890"}) {
    EXPECT_EQ(read_time_sql(text), std::nullopt) << text;
  }
  for (const char* text : {"2026-01-01", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z"}) {
    EXPECT_FALSE(read_timestamp_sql(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace eddyline
