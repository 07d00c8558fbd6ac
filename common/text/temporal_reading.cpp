#include "common/text/temporal_reading.hpp"

#include "common/base/civil.hpp"

namespace eddyline {
namespace {

constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr int64_t kSecondsPerDay = 86'400;

/// Takes what it reads off the front of a text.
class Front {
 public:
  explicit Front(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }

  bool take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }

  /// A number of `least` to `most` digits.
  std::optional<int64_t> digits(size_t least, size_t most) {
    int64_t number = 0;
    size_t count = 0;
    for (; count < most && count < text_.size() && text_[count] >= '0' && text_[count] <= '9'; ++count) {
      number = number * 10 + (text_[count] - '0');
    }
    if (count < least) return std::nullopt;
    text_.remove_prefix(count);
    return number;
  }

  /// ".5" as nanoseconds; 0 where there is none.
  std::optional<int64_t> fraction() {
    if (!take('.')) return 0;
    const size_t before = text_.size();
    std::optional<int64_t> number = digits(1, 9);
    if (!number.has_value()) return std::nullopt;
    for (size_t digit = before - text_.size(); digit < 9; ++digit) *number *= 10;
    return number;
  }

 private:
  std::string_view text_;
};

std::optional<int64_t> take_date(Front& front) {
  const bool negative = front.take('-');
  if (!negative) front.take('+');
  const std::optional<int64_t> year = front.digits(4, 9);
  if (!year.has_value() || !front.take('-')) return std::nullopt;
  const std::optional<int64_t> month = front.digits(2, 2);
  if (!month.has_value() || *month < 1 || *month > 12 || !front.take('-')) return std::nullopt;
  const std::optional<int64_t> day = front.digits(2, 2);
  const CivilDate date{negative ? -*year : *year, static_cast<uint32_t>(*month), static_cast<uint32_t>(day.value_or(0))};
  if (date.day < 1 || date.day > days_in_month(date.year, date.month)) return std::nullopt;
  return days_from_civil(date);
}

std::optional<int64_t> take_time(Front& front) {
  const std::optional<int64_t> hour = front.digits(2, 2);
  if (!hour.has_value() || *hour > 23 || !front.take(':')) return std::nullopt;
  const std::optional<int64_t> minute = front.digits(2, 2);
  if (!minute.has_value() || *minute > 59 || !front.take(':')) return std::nullopt;
  const std::optional<int64_t> second = front.digits(2, 2);
  if (!second.has_value() || *second > 59) return std::nullopt;
  const std::optional<int64_t> fraction = front.fraction();
  if (!fraction.has_value()) return std::nullopt;
  return (*hour * 3600 + *minute * 60 + *second) * kNanosecondsPerSecond + *fraction;
}

/// The value if nothing follows it.
template <class T>
std::optional<T> if_complete(std::optional<T> value, const Front& front) {
  return front.at_end() ? value : std::nullopt;
}

}  // namespace

std::optional<int64_t> read_date(std::string_view text) {
  Front front(text);
  const std::optional<int64_t> day = take_date(front);
  return if_complete(day, front);
}

std::optional<int64_t> read_time_sql(std::string_view text) {
  Front front(text);
  const std::optional<int64_t> time = take_time(front);
  return if_complete(time, front);
}

std::optional<DayTime> read_timestamp_sql(std::string_view text) {
  Front front(text);
  const std::optional<int64_t> day = take_date(front);
  if (!day.has_value() || !front.take(' ')) return std::nullopt;
  const std::optional<int64_t> time = take_time(front);
  if (!time.has_value()) return std::nullopt;
  return if_complete(std::optional(DayTime{*day, *time}), front);
}

int128_t join_timestamp(DayTime time, int32_t precision) {
  int64_t nanoseconds_per_unit = 1;
  if (precision <= 3) {
    nanoseconds_per_unit = 1'000'000;
  } else if (precision <= 6) {
    nanoseconds_per_unit = 1'000;
  }
  const int64_t units_per_day = kSecondsPerDay * (kNanosecondsPerSecond / nanoseconds_per_unit);
  return int128_t{time.day} * units_per_day + time.nanosecond / nanoseconds_per_unit;
}

}  // namespace eddyline
