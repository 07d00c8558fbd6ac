#include "expression/functions/temporal/rounding.hpp"

#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/zone_clock.hpp"
#include "expression/functions/temporal/calendar_fields.hpp"

namespace eddyline::expression {
namespace {

/// A period of days. CEIL keeps the time of day out of account for MONTH and more, as Flink does.
int64_t round_day(int64_t day, TimeUnit unit, bool up) {
  const int64_t first = first_day_of(day, unit);
  // The next quarter also follows the first day of a quarter.
  const bool stays = first == day && unit != TimeUnit::kQuarter;
  return !up || stays ? first : first_day_after(first, unit);
}

Instant round_instant(Instant local, TimeUnit unit, bool up) {
  if (unit == TimeUnit::kMicrosecond || unit == TimeUnit::kNanosecond) {
    const int32_t step = unit == TimeUnit::kMicrosecond ? 1'000 : 1;
    const int32_t rest = local.nanosecond % step;
    const int32_t rounded = local.nanosecond - rest + (up && rest != 0 ? step : 0);
    return {local.millisecond + rounded / 1'000'000, rounded % 1'000'000};
  }
  const int64_t step = unit_milliseconds(unit);
  if (step != 0 && unit != TimeUnit::kWeek) {
    const int64_t floor = local.millisecond - floor_remainder(local.millisecond, step);
    const bool exact = floor == local.millisecond && (local.nanosecond == 0 || unit != TimeUnit::kMillisecond);
    return {up && !exact ? floor + step : floor, 0};
  }
  return {round_day(day_of_millisecond(local.millisecond), unit, up) * kMillisecondsPerDay, 0};
}

template <class T>
std::unique_ptr<Kernel> round_timestamps(const DataType& type, TimeUnit unit, bool up) {
  const bool zoned = type.is(TypeRoot::kTimestampLtz);
  return row_kernel<T>([precision = type.precision(), zoned, unit, up](ResultCell cell, T value) {
    Instant local = to_instant(value, precision);
    if (!zoned) return cell.set(from_instant<T>(round_instant(local, unit, up), precision));
    const ZoneClock clock(cell.context().time_zone());
    local.millisecond = clock.local_of_instant(local.millisecond);
    Instant rounded = round_instant(local, unit, up);
    rounded.millisecond = clock.instant_of_local(rounded.millisecond);
    cell.set(from_instant<T>(rounded, precision));
  });
}

std::unique_ptr<Kernel> round_dates(TimeUnit unit, bool up) {
  return row_kernel<int32_t>([unit, up](ResultCell cell, int32_t day) {
    // A day is rounded up to the next one, for it has no time that could be zero.
    if (unit == TimeUnit::kDay) return cell.set(up ? day + 1 : day);
    if (unit_months(unit) == 0 && unit != TimeUnit::kWeek) return cell.set(day);
    cell.set(static_cast<int32_t>(round_day(day, unit, up)));
  });
}

std::unique_ptr<Kernel> round_times(TimeUnit unit, bool up) {
  const int64_t step = unit_milliseconds(unit);
  return row_kernel<int32_t>([step, up](ResultCell cell, int32_t time) {
    if (step == 0 || step >= kMillisecondsPerDay) return cell.set(time);
    const int64_t rest = time % step;
    const int64_t rounded = time - rest + (up && rest != 0 ? step : 0);
    cell.set(static_cast<int32_t>(rounded % kMillisecondsPerDay));
  });
}

}  // namespace

Result<std::unique_ptr<Kernel>> make_temporal_rounding(const DataType& type, TimeUnit unit, bool up) {
  if (type.is(TypeRoot::kDate)) return round_dates(unit, up);
  if (type.is(TypeRoot::kTime)) return round_times(unit, up);
  if (type.physical_type() == PhysicalType::kInt128) return round_timestamps<int128_t>(type, unit, up);
  return round_timestamps<int64_t>(type, unit, up);
}

}  // namespace eddyline::expression
