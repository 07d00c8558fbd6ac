#pragma once

#include <string_view>

namespace eddyline::expression {

inline constexpr std::string_view kMonthNames[] = {"January", "February", "March",     "April",   "May",      "June",
                                                   "July",    "August",   "September", "October", "November", "December"};
/// From Monday on.
inline constexpr std::string_view kDayNames[] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
/// How many letters the short names of months and days have.
inline constexpr size_t kShortNameLength = 3;

constexpr bool is_pattern_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace eddyline::expression
