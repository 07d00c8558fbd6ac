#pragma once

#include <cstdint>

namespace eddyline {

/// A day of the proleptic Gregorian calendar; year 0 is 1 BC.
struct CivilDate {
  int64_t year;
  uint32_t month;  // 1 to 12
  uint32_t day;    // 1 to 31
  friend bool operator==(const CivilDate&, const CivilDate&) = default;
};

/// Days since 1970-01-01. Source: Howard Hinnant, "chrono-compatible low-level date algorithms": 400-year eras that
/// begin on 1 March.
constexpr int64_t days_from_civil(CivilDate date) {
  const int64_t year = date.year - (date.month <= 2 ? 1 : 0);
  const int64_t era = (year >= 0 ? year : year - 399) / 400;
  const int64_t year_of_era = year - era * 400;
  const int64_t month_from_march = (static_cast<int64_t>(date.month) + 9) % 12;
  const int64_t day_of_year = (153 * month_from_march + 2) / 5 + static_cast<int64_t>(date.day) - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

namespace internal {

/// Days from 400-year eras on, as days_from_civil.
constexpr CivilDate civil_from_any_days(int64_t days) {
  days += 719468;
  const int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const auto day_of_era = static_cast<uint32_t>(days - era * 146097);
  const uint32_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const uint32_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const uint32_t month_from_march = (5 * day_of_year + 2) / 153;
  const uint32_t day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
  const uint32_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  return {static_cast<int64_t>(year_of_era) + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

/// Years -400 to 9999 and beyond in 32 bits: half the time of the general way, and dates are what printing spends most
/// on. Source: Cassio Neri and Lorenz Schneider, "Euclidean affine functions and their application to calendar
/// algorithms".
constexpr CivilDate civil_from_near_days(int32_t days) {
  constexpr uint32_t kShift = 719468 + 146097;  // one era before 1 March of year 0
  const uint32_t quarter = 4 * (static_cast<uint32_t>(days) + kShift) + 3;
  const uint32_t century = quarter / 146097;
  const uint32_t day_of_century = quarter % 146097 / 4;
  const uint64_t product = uint64_t{2939745} * (4 * day_of_century + 3);
  const uint32_t day_of_year = static_cast<uint32_t>(product) / 2939745 / 4;
  const uint32_t month_and_day = 2141 * day_of_year + 197913;
  const bool next_year = day_of_year >= 306;
  const uint32_t month = month_and_day / 65536;
  return {static_cast<int64_t>(100 * century + (product >> 32)) - 400 + (next_year ? 1 : 0),
          next_year ? month - 12 : month, month_and_day % 65536 / 2141 + 1};
}

}  // namespace internal

/// The inverse, for any day of the int32 range.
constexpr CivilDate civil_from_days(int64_t days) {
  const bool near = days >= -719468 && days < 100'000'000;
  return near ? internal::civil_from_near_days(static_cast<int32_t>(days)) : internal::civil_from_any_days(days);
}

constexpr bool is_leap_year(int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

constexpr uint32_t days_in_month(int64_t year, uint32_t month) {
  constexpr uint32_t kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap_year(year) ? 29 : kDays[month - 1];
}

/// Quotient and remainder for a positive divisor, rounded towards negative infinity: times before 1970.
template <class T>
constexpr T floor_divide(T value, T divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}
template <class T>
constexpr T floor_remainder(T value, T divisor) {
  const T remainder = value % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

}  // namespace eddyline
