#include <algorithm>

#include "expression/functions/temporal/calendar_names.hpp"
#include "expression/functions/temporal/date_time_pattern.hpp"

namespace eddyline::expression {
namespace {

using Field = DateTimeField;

constexpr int64_t kPowersOfTen[] = {1,       10,       100,       1'000,      10'000,
                                    100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};

/// Letters whose names are long, short, and one letter.
constexpr int kLongCount = 4;
constexpr int kNarrowCount = 5;

std::string_view cut(std::string_view name, int count) {
  return count == kLongCount ? name : name.substr(0, count == kNarrowCount ? 1 : kShortNameLength);
}

void append_quarter(std::string& out, int64_t quarter, int count) {
  static constexpr std::string_view kOrdinals[] = {"st", "nd", "rd", "th"};
  if (count == 3) out += 'Q';
  out += static_cast<char>('0' + quarter);
  if (count == kLongCount) out.append(kOrdinals[quarter - 1]).append(" quarter");
}

std::string_view day_period(int64_t minute_of_day, bool narrow) {
  constexpr int64_t kHour = 60;
  if (minute_of_day == 0) return narrow ? "mi" : "midnight";
  if (minute_of_day == 12 * kHour) return narrow ? "n" : "noon";
  if (minute_of_day < 6 * kHour || minute_of_day >= 21 * kHour) return "at night";
  if (minute_of_day < 12 * kHour) return "in the morning";
  return minute_of_day < 18 * kHour ? "in the afternoon" : "in the evening";
}

size_t character_count(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

}  // namespace

Status DateTimePattern::format(Instant local, std::string& out) const {
  const int64_t nano_of_day = millisecond_of_day(local.millisecond) * 1'000'000 + local.nanosecond;
  return format_range(0, elements_.size(), day_of_millisecond(local.millisecond), nano_of_day, out);
}

/// What is in brackets is left out where it asks for a zone.
Status DateTimePattern::format_range(size_t begin, size_t end, int64_t day, int64_t nano_of_day, std::string& out) const {
  for (size_t i = begin; i < end; ++i) {
    const Element& element = elements_[i];
    const size_t start = out.size();
    if (element.kind == Kind::kOptional) {
      const bool zoned = std::any_of(elements_.begin() + static_cast<ptrdiff_t>(i), elements_.begin() + static_cast<ptrdiff_t>(element.end),
                                     [](const Element& inner) { return inner.kind == Kind::kZone; });
      const Status done = format_range(i + 1, element.end, day, nano_of_day, out);
      if (!done.ok() && !zoned) return done;
      if (!done.ok()) out.resize(start);
      i = element.end;
      continue;
    }
    RETURN_IF_ERROR(format_element(element, day, nano_of_day, out));
    if (element.pad == 0) continue;
    const size_t width = character_count(std::string_view(out).substr(start));
    if (width > element.pad) {
      return data_error("Cannot print as output of " + std::to_string(width) + " characters exceeds pad width of " +
                        std::to_string(element.pad));
    }
    out.insert(start, element.pad - width, ' ');
  }
  return {};
}

Status DateTimePattern::format_element(const Element& element, int64_t day, int64_t nano_of_day, std::string& out) {
  switch (element.kind) {
    case Kind::kText:
      out += element.text;
      return {};
    case Kind::kZone:
      return data_error(std::string_view("Vvz").find(element.letter) != std::string_view::npos
                            ? "Unable to extract ZoneId from temporal"
                            : "Unsupported field: OffsetSeconds");
    case Kind::kDayPeriod:
      out += day_period(nano_of_day / 60'000'000'000, element.count == kNarrowCount);
      return {};
    case Kind::kFraction: {
      const std::string digits = std::to_string(kPowersOfTen[9] + field_of(Field::kNano, day, nano_of_day));
      out.append(digits, 1, static_cast<size_t>(element.most));
      return {};
    }
    case Kind::kOptional:
    case Kind::kEndOptional:
      return {};
    case Kind::kName:
    case Kind::kNumber:
      break;
  }
  const int64_t value = field_of(element.field, day, nano_of_day);
  if (element.kind == Kind::kName) {
    switch (element.field) {
      case Field::kMonth:
        out += cut(kMonthNames[value - 1], element.count);
        return {};
      case Field::kDayOfWeek:
        out += cut(kDayNames[value - 1], element.count);
        return {};
      case Field::kQuarter:
        append_quarter(out, value, element.count);
        return {};
      case Field::kHalfDay:
        out += value == 0 ? "AM" : "PM";
        return {};
      default: {
        const std::string_view name = value > 0 ? "Anno Domini" : "Before Christ";
        out += element.count == kLongCount ? name : (element.count == kNarrowCount ? name.substr(0, 1) : (value > 0 ? "AD" : "BC"));
        return {};
      }
    }
  }
  const int64_t magnitude = value < 0 ? -value : value;
  const std::string digits = std::to_string(element.two_digit_year ? magnitude % 100 : magnitude);
  if (value < 0 && !element.two_digit_year) out += '-';
  if (value >= 0 && element.sign == Sign::kPlusWhenWide && digits.size() > static_cast<size_t>(element.least)) out += '+';
  out.append(static_cast<size_t>(std::max<int64_t>(0, element.least - static_cast<int64_t>(digits.size()))), '0');
  out += digits;
  return {};
}

}  // namespace eddyline::expression
