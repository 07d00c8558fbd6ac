#include "expression/functions/cast/cast_kernels.hpp"
#include "expression/functions/cast/temporal_parsing.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/vector_kernel.hpp"
#include "expression/functions/kernel/zone_clock.hpp"

namespace eddyline::expression {
namespace {

/// Cuts the digits that a precision has no place for, towards the past.
Instant cut_to(Instant instant, int32_t precision) {
  if (precision >= 9) return instant;
  int64_t unit = 1;
  for (int32_t digit = precision; digit < 9; ++digit) unit *= 10;
  if (unit <= 1'000'000) {
    instant.nanosecond = static_cast<int32_t>(instant.nanosecond - instant.nanosecond % unit);
    return instant;
  }
  const int64_t milliseconds = unit / 1'000'000;
  return {instant.millisecond - floor_remainder(instant.millisecond, milliseconds), 0};
}

int32_t cut_time(int32_t time, int32_t precision) {
  return static_cast<int32_t>(cut_to({time, 0}, precision).millisecond);
}

/// A point in time as its type reads it, between the types: local for all but TIMESTAMP_LTZ.
/// kFrom and kTo say how a value is read and written.
enum class Shape : uint8_t { kDate, kTime, kTimestamp64, kTimestamp128 };

Shape shape_of(const DataType& type) {
  if (type.is(TypeRoot::kDate)) return Shape::kDate;
  if (type.is(TypeRoot::kTime)) return Shape::kTime;
  return type.physical_type() == PhysicalType::kInt128 ? Shape::kTimestamp128 : Shape::kTimestamp64;
}

template <Shape kShape>
using ValueOf = std::conditional_t<kShape == Shape::kTimestamp128, int128_t,
                                   std::conditional_t<kShape == Shape::kTimestamp64, int64_t, int32_t>>;

template <Shape kShape>
Instant read_point(ValueOf<kShape> value, int32_t precision) {
  if constexpr (kShape == Shape::kDate) return {value * kMillisecondsPerDay, 0};
  else if constexpr (kShape == Shape::kTime) return {value, 0};
  else return to_instant(value, precision);
}

template <Shape kShape>
ValueOf<kShape> write_point(Instant point, int32_t precision) {
  if constexpr (kShape == Shape::kDate) return static_cast<int32_t>(day_of_millisecond(point.millisecond));
  else if constexpr (kShape == Shape::kTime) return cut_time(static_cast<int32_t>(millisecond_of_day(point.millisecond)), precision);
  else return from_instant<ValueOf<kShape>>(cut_to(point, precision), precision);
}

/// Zone changes on the way: -1 instant to local, 1 local to instant, 0 none.
int zone_direction(const DataType& from, const DataType& to) {
  const bool from_zoned = from.is(TypeRoot::kTimestampLtz);
  const bool to_zoned = to.is(TypeRoot::kTimestampLtz);
  return from_zoned == to_zoned ? 0 : (from_zoned ? -1 : 1);
}

template <Shape kFrom, Shape kTo>
class PointCastKernel final : public Kernel {
 public:
  PointCastKernel(const DataType& from, const DataType& to)
      : from_precision_(from.precision()), to_precision_(to.precision()), direction_(zone_direction(from, to)) {}

  Status evaluate(EvaluationContext& context, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn column(*arguments[0]);
    const ZoneClock clock(context.time_zone());
    auto* values = out.values<ValueOf<kTo>>();
    rows.for_each([&](size_t row) {
      Instant point = read_point<kFrom>(column.value<ValueOf<kFrom>>(row), from_precision_);
      if (direction_ < 0) point.millisecond = clock.local_of_instant(point.millisecond);
      if (direction_ > 0) point.millisecond = clock.instant_of_local(point.millisecond);
      values[row] = write_point<kTo>(point, to_precision_);
    });
    return {};
  }

 private:
  int32_t from_precision_;
  int32_t to_precision_;
  int direction_;
};

template <Shape kFrom>
std::unique_ptr<Kernel> point_kernel(const DataType& from, const DataType& to) {
  switch (shape_of(to)) {
    case Shape::kDate:
      return std::make_unique<PointCastKernel<kFrom, Shape::kDate>>(from, to);
    case Shape::kTime:
      return std::make_unique<PointCastKernel<kFrom, Shape::kTime>>(from, to);
    case Shape::kTimestamp64:
      return std::make_unique<PointCastKernel<kFrom, Shape::kTimestamp64>>(from, to);
    case Shape::kTimestamp128:
      return std::make_unique<PointCastKernel<kFrom, Shape::kTimestamp128>>(from, to);
  }
  return nullptr;
}

template <class From, class To, int64_t kFactor>
struct Scale {
  static To apply(From value) {
    if constexpr (sizeof(To) == 16) return static_cast<To>(value) * kFactor;
    return static_cast<To>(static_cast<uint64_t>(value) * static_cast<uint64_t>(kFactor));
  }
};

/// Timestamps of one kind to a larger unit class: a multiplication. Null if that is not what the cast is.
std::unique_ptr<Kernel> widening_kernel(const DataType& from, const DataType& to) {
  if (!from.is_timestamp() || from.root() != to.root()) return nullptr;
  const int64_t from_units = units_per_millisecond(from.precision());
  const int64_t to_units = units_per_millisecond(to.precision());
  if (from_units == 1 && to_units == 1'000) return unary_kernel<int64_t, int64_t, Scale<int64_t, int64_t, 1'000>>();
  if (from_units == 1 && to_units == 1'000'000) {
    return unary_kernel<int64_t, int128_t, Scale<int64_t, int128_t, 1'000'000>>();
  }
  if (from_units == 1'000 && to_units == 1'000'000) {
    return unary_kernel<int64_t, int128_t, Scale<int64_t, int128_t, 1'000>>();
  }
  return nullptr;
}

void refuse(ResultCell& cell, CastMode mode, const auto& error) {
  if (mode == CastMode::kTry) {
    cell.set_null();
  } else {
    cell.fail(error());
  }
}

std::unique_ptr<Kernel> date_from_text(CastMode mode) {
  return row_kernel<std::string_view>([mode](ResultCell cell, std::string_view text) {
    if (const auto date = parse_date_text(text)) return cell.set(*date);
    refuse(cell, mode, [&] { return date_error(text); });
  });
}

std::unique_ptr<Kernel> time_from_text(int32_t precision, CastMode mode) {
  return row_kernel<std::string_view>([precision, mode](ResultCell cell, std::string_view text) {
    if (const auto time = parse_time_text(text)) return cell.set(cut_time(*time, precision));
    refuse(cell, mode, [&] { return time_error(text); });
  });
}

template <class T>
std::unique_ptr<Kernel> timestamp_from_text(const DataType& to, CastMode mode) {
  const bool zoned = to.is(TypeRoot::kTimestampLtz);
  return row_kernel<std::string_view>([zoned, precision = to.precision(), mode](ResultCell cell, std::string_view text) {
    TimestampFault fault;
    auto instant = parse_timestamp_text(text, &fault);
    if (!instant) return refuse(cell, mode, [&] { return timestamp_error(text, fault); });
    if (zoned) instant->millisecond = ZoneClock(cell.context().time_zone()).instant_of_local(instant->millisecond);
    cell.set(from_instant<T>(cut_to(*instant, precision), precision));
  });
}

std::unique_ptr<Kernel> from_text(const DataType& to, CastMode mode) {
  switch (shape_of(to)) {
    case Shape::kDate:
      return date_from_text(mode);
    case Shape::kTime:
      return time_from_text(to.precision(), mode);
    case Shape::kTimestamp64:
      return timestamp_from_text<int64_t>(to, mode);
    case Shape::kTimestamp128:
      return timestamp_from_text<int128_t>(to, mode);
  }
  return nullptr;
}

}  // namespace

Result<std::unique_ptr<Kernel>> make_cast_to_temporal(const DataType& from, const DataType& to, CastMode mode) {
  if (from.is_character()) return from_text(to, mode);
  if (auto widening = widening_kernel(from, to)) return widening;
  switch (shape_of(from)) {
    case Shape::kDate:
      return point_kernel<Shape::kDate>(from, to);
    case Shape::kTime:
      return point_kernel<Shape::kTime>(from, to);
    case Shape::kTimestamp64:
      return point_kernel<Shape::kTimestamp64>(from, to);
    case Shape::kTimestamp128:
      return point_kernel<Shape::kTimestamp128>(from, to);
  }
  return not_supported("CAST from " + from.to_string() + " to " + to.to_string());
}

}  // namespace eddyline::expression
