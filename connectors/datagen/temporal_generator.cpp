#include "common/base/civil.hpp"
#include "common/base/int128.hpp"
#include "common/base/random.hpp"
#include "common/columnar/mutable_column.hpp"
#include "common/columnar/value.hpp"
#include "common/config/whole_milliseconds.hpp"
#include "connectors/datagen/column_generator.hpp"
#include "connectors/datagen/datagen_options.hpp"

namespace eddyline::connectors {
namespace {

constexpr int64_t kMillisecondsPerDay = 86'400'000;

/// DATE and TIME: the current one of UTC throughout a batch.
class CurrentDateTime final : public ColumnGenerator {
 public:
  explicit CurrentDateTime(DataType type) : type_(std::move(type)) {}
  ColumnPtr generate(const GeneratedRows& rows) override {
    MutableColumn column(PhysicalType::kInt32, rows.count);
    const int64_t now = rows.now.value();
    const int64_t value =
        type_.is(TypeRoot::kDate) ? floor_divide(now, kMillisecondsPerDay) : floor_remainder(now, kMillisecondsPerDay);
    std::fill_n(column.values<int32_t>(), rows.count, static_cast<int32_t>(value));
    return column.seal(rows.count);
  }

 private:
  DataType type_;
};

/// Now minus a random time of at most `max_past_ms`, in milliseconds whatever the precision.
template <class T>
class RandomTimestamp final : public ColumnGenerator {
 public:
  RandomTimestamp(const DataType& type, int64_t max_past_ms, uint64_t seed)
      : type_(type.physical_type()),
        units_per_ms_(type.precision() <= 3   ? 1
                      : type.precision() <= 6 ? 1'000
                                              : 1'000'000),
        span_(static_cast<uint64_t>(max_past_ms) + 1),
        random_(seed) {}
  ColumnPtr generate(const GeneratedRows& rows) override {
    MutableColumn column(type_, rows.count);
    char* const values = column.values<char>();
    for (size_t row = 0; row < rows.count; ++row) {
      const int64_t time_ms = rows.now.value() - static_cast<int64_t>(random_.below(span_));
      const T value = static_cast<T>(time_ms) * units_per_ms_;
      std::memcpy(values + row * sizeof(T), &value, sizeof(T));
    }
    return column.seal(rows.count);
  }

 private:
  PhysicalType type_;
  int64_t units_per_ms_;
  uint64_t span_;
  Random random_;
};

}  // namespace

Result<FieldGenerator> make_temporal_generator(const RowField& field, const Configuration& options) {
  const size_t bytes = physical_width(field.type.physical_type());
  if (!field.type.is_timestamp()) {
    return FieldGenerator{.make = [type = field.type](uint64_t) { return std::make_unique<CurrentDateTime>(type); },
                          .value_bytes = bytes,
                          .values = {}};
  }
  ASSIGN_OR_RETURN(const Duration past, options.get(datagen_timestamp_options().max_past, field.name));
  const int64_t past_ms = cut_to_milliseconds(past).count();
  return FieldGenerator{.make = [type = field.type, past_ms](uint64_t seed) -> std::unique_ptr<ColumnGenerator> {
                          if (type.physical_type() == PhysicalType::kInt128)
                            return std::make_unique<RandomTimestamp<int128_t>>(type, past_ms, seed);
                          return std::make_unique<RandomTimestamp<int64_t>>(type, past_ms, seed);
                        },
                        .value_bytes = bytes,
                        .values = {}};
}

}  // namespace eddyline::connectors
