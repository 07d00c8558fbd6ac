#include <algorithm>
#include <cmath>
#include <limits>

#include "common/base/int128.hpp"
#include "common/base/random.hpp"
#include "common/columnar/mutable_column.hpp"
#include "connectors/datagen/column_generator.hpp"
#include "connectors/datagen/datagen_options.hpp"

namespace eddyline::connectors {
namespace {

template <class T>
struct Range {
  T min;
  T max;
};

/// Uniform in [min, max], both included.
template <class T>
class RandomInteger final : public ColumnGenerator {
 public:
  RandomInteger(PhysicalType type, Range<int64_t> range, uint64_t seed)
      : type_(type),
        min_(static_cast<uint64_t>(range.min)),
        span_(static_cast<uint64_t>(range.max) - min_ + 1),
        random_(seed) {}
  ColumnPtr generate(const GeneratedRows& rows) override {
    MutableColumn column(type_, rows.count);
    T* const values = column.values<T>();
    Random random = random_;  // in registers for the loop
    if (span_ == 0) {         // all 2^64 values
      for (size_t row = 0; row < rows.count; ++row) values[row] = static_cast<T>(random.next());
    } else {
      for (size_t row = 0; row < rows.count; ++row) values[row] = static_cast<T>(min_ + random.below(span_));
    }
    random_ = random;
    return column.seal(rows.count);
  }

 private:
  PhysicalType type_;
  uint64_t min_;
  uint64_t span_;
  Random random_;
};

/// Uniform in [min, max], both included: unscaled numbers of decimals beyond int64.
class RandomWideDecimal final : public ColumnGenerator {
 public:
  RandomWideDecimal(Range<int128_t> range, uint64_t seed)
      : min_(range.min),
        span_(static_cast<uint128_t>(range.max) - static_cast<uint128_t>(range.min) + 1),
        random_(seed) {}
  ColumnPtr generate(const GeneratedRows& rows) override {
    MutableColumn column(PhysicalType::kInt128, rows.count);
    char* const values = column.values<char>();
    for (size_t row = 0; row < rows.count; ++row) {
      const uint128_t drawn = (static_cast<uint128_t>(random_.next()) << 64) | random_.next();
      const auto value = static_cast<int128_t>(static_cast<uint128_t>(min_) + drawn % span_);
      std::memcpy(values + row * sizeof(value), &value, sizeof(value));
    }
    return column.seal(rows.count);
  }

 private:
  int128_t min_;
  uint128_t span_;
  Random random_;
};

template <class T>
class RandomReal final : public ColumnGenerator {
 public:
  RandomReal(PhysicalType type, Range<double> range, uint64_t seed) : type_(type), range_(range), random_(seed) {}
  ColumnPtr generate(const GeneratedRows& rows) override {
    MutableColumn column(type_, rows.count);
    T* const values = column.values<T>();
    Random random = random_;
    // From the middle outwards: max - min may overflow.
    const double middle = range_.min / 2 + range_.max / 2;
    const double reach = range_.max / 2 - range_.min / 2;
    for (size_t row = 0; row < rows.count; ++row) {
      const double value = middle + reach * (2 * random.unit() - 1);
      values[row] = static_cast<T>(std::clamp(value, range_.min, range_.max));
    }
    random_ = random;
    return column.seal(rows.count);
  }

 private:
  PhysicalType type_;
  Range<double> range_;
  Random random_;
};

class RandomBoolean final : public ColumnGenerator {
 public:
  explicit RandomBoolean(uint64_t seed) : random_(seed) {}
  ColumnPtr generate(const GeneratedRows& rows) override {
    MutableColumn column(PhysicalType::kBool, rows.count);
    uint8_t* const values = column.values<uint8_t>();
    for (size_t row = 0; row < rows.count; ++row) values[row] = static_cast<uint8_t>(random_.next() >> 63);
    return column.seal(rows.count);
  }

 private:
  Random random_;
};

Range<int64_t> integer_limits(const DataType& type) {
  switch (type.root()) {
    case TypeRoot::kTinyint:
      return {std::numeric_limits<int8_t>::min(), std::numeric_limits<int8_t>::max()};
    case TypeRoot::kSmallint:
      return {std::numeric_limits<int16_t>::min(), std::numeric_limits<int16_t>::max()};
    case TypeRoot::kInteger:
      return {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
    case TypeRoot::kIntervalYearMonth:
      return {0, 120'000};
    default:
      return {std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};
  }
}

Status bad_bound(const std::string& key, const std::string& text, const DataType& type) {
  return validation_error("Invalid value for option '" + key + "'.\nCould not parse value '" + text + "' for key '" +
                          key + "'. Expected a number of type " + type.to_string() + ".");
}

template <class T>
Result<T> parse_bound(const Option<std::string>& option, const RowField& field, const Configuration& options,
                      T otherwise) {
  ASSIGN_OR_RETURN(const std::optional<std::string> text, options.find(option, field.name));
  if (!text) return otherwise;
  const auto parsed = OptionValue<T>::parse(*text);
  if (!parsed.ok()) return bad_bound(option.key_of(field.name), *text, field.type);
  return *parsed;
}

/// The range between the two options, each within the limits of the type.
template <class T>
Result<Range<T>> read_range(const RowField& field, const Configuration& options, Range<T> limits, Range<T> defaults) {
  Range<T> range = defaults;
  ASSIGN_OR_RETURN(range.min, parse_bound<T>(datagen_range_options().min, field, options, defaults.min));
  ASSIGN_OR_RETURN(range.max, parse_bound<T>(datagen_range_options().max, field, options, defaults.max));
  for (const auto& [bound, option] :
       {std::pair(range.min, &datagen_range_options().min), std::pair(range.max, &datagen_range_options().max)}) {
    if (bound >= limits.min && bound <= limits.max) continue;
    return bad_bound(option->key_of(field.name), *options.raw(option->key_of(field.name)), field.type);
  }
  if (range.min > range.max) {
    return validation_error("'fields." + field.name + ".min' (" + OptionValue<T>::format(range.min) +
                            ") is greater than 'fields." + field.name + ".max' (" + OptionValue<T>::format(range.max) +
                            ").");
  }
  return range;
}

FieldGenerator sized(const DataType& type, std::function<std::unique_ptr<ColumnGenerator>(uint64_t)> make) {
  return {.make = std::move(make), .value_bytes = physical_width(type.physical_type()), .values = {}};
}

std::unique_ptr<ColumnGenerator> make_integers(PhysicalType type, Range<int64_t> range, uint64_t seed) {
  return visit_physical(type, [&](auto tag) -> std::unique_ptr<ColumnGenerator> {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T> && sizeof(T) <= 8) return std::make_unique<RandomInteger<T>>(type, range, seed);
    return nullptr;
  });
}

Result<FieldGenerator> make_integer_field(const RowField& field, const Configuration& options) {
  const Range<int64_t> limits = integer_limits(field.type);
  ASSIGN_OR_RETURN(const auto range, read_range(field, options, limits, limits));
  return sized(field.type,
               [type = field.type.physical_type(), range](uint64_t seed) { return make_integers(type, range, seed); });
}

Result<FieldGenerator> make_real_field(const RowField& field, const Configuration& options) {
  const bool narrow = field.type.is(TypeRoot::kFloat);
  const double largest = narrow ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  const double smallest = narrow ? std::numeric_limits<float>::denorm_min() : std::numeric_limits<double>::denorm_min();
  // Flink's default minimum is Java's MIN_VALUE, the smallest positive number.
  ASSIGN_OR_RETURN(const auto range, read_range<double>(field, options, {-largest, largest}, {smallest, largest}));
  return sized(field.type,
               [type = field.type.physical_type(), range, narrow](uint64_t seed) -> std::unique_ptr<ColumnGenerator> {
                 if (narrow) return std::make_unique<RandomReal<float>>(type, range, seed);
                 return std::make_unique<RandomReal<double>>(type, range, seed);
               });
}

/// An unscaled bound; beyond 2^53 the last digits are those of the double that the option is.
int128_t unscaled(double bound, const DataType& type, bool upwards) {
  const int128_t limit = power_of_ten(type.precision()) - 1;
  const long double scaled = static_cast<long double>(bound) * static_cast<long double>(power_of_ten(type.scale()));
  if (scaled >= static_cast<long double>(limit)) return limit;
  if (scaled <= -static_cast<long double>(limit)) return -limit;
  return static_cast<int128_t>(upwards ? std::ceil(scaled) : std::floor(scaled));
}

Result<FieldGenerator> make_decimal_field(const RowField& field, const Configuration& options) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  ASSIGN_OR_RETURN(const auto bounds, read_range<double>(field, options, {-kLargest, kLargest}, {-kLargest, kLargest}));
  const Range<int128_t> range{unscaled(bounds.min, field.type, true), unscaled(bounds.max, field.type, false)};
  if (range.min > range.max) {
    return validation_error("No value of type " + field.type.to_string() + " lies between 'fields." + field.name +
                            ".min' and 'fields." + field.name + ".max'.");
  }
  return sized(field.type,
               [type = field.type.physical_type(), range](uint64_t seed) -> std::unique_ptr<ColumnGenerator> {
                 if (type == PhysicalType::kInt128) return std::make_unique<RandomWideDecimal>(range, seed);
                 return make_integers(type, {static_cast<int64_t>(range.min), static_cast<int64_t>(range.max)}, seed);
               });
}

}  // namespace

Result<FieldGenerator> make_number_generator(const RowField& field, const Configuration& options) {
  if (field.type.is(TypeRoot::kBoolean)) {
    return sized(field.type, [](uint64_t seed) { return std::make_unique<RandomBoolean>(seed); });
  }
  if (field.type.is_approximate()) return make_real_field(field, options);
  if (field.type.is(TypeRoot::kDecimal)) return make_decimal_field(field, options);
  return make_integer_field(field, options);
}

}  // namespace eddyline::connectors
