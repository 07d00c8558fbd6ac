#include <cstring>
#include <limits>

#include "common/base/int128.hpp"
#include "common/columnar/mutable_column.hpp"
#include "common/text/number_text.hpp"
#include "connectors/datagen/column_generator.hpp"
#include "connectors/datagen/datagen_options.hpp"

namespace eddyline::connectors {
namespace {

/// Row n of the table has the value start + n; narrow types wrap around.
template <class T>
class IntegerSequence final : public ColumnGenerator {
 public:
  IntegerSequence(PhysicalType type, int64_t start) : type_(type), start_(start) {}
  ColumnPtr generate(const GeneratedRows& rows) override {
    MutableColumn column(type_, rows.count);
    T* const values = column.values<T>();
    // Unsigned: the last step may pass the largest value.
    const auto first = static_cast<uint64_t>(start_) + static_cast<uint64_t>(rows.first);
    const auto step = static_cast<uint64_t>(rows.step);
    for (size_t row = 0; row < rows.count; ++row) {
      values[row] = static_cast<T>(static_cast<int64_t>(first + row * step));
    }
    return column.seal(rows.count);
  }

 private:
  PhysicalType type_;
  int64_t start_;
};

/// Unscaled decimals; NULL where the value has more digits than the type.
template <class T>
class DecimalSequence final : public ColumnGenerator {
 public:
  DecimalSequence(const DataType& type, int64_t start)
      : type_(type.physical_type()),
        start_(start),
        unit_(power_of_ten(type.scale())),
        limit_(power_of_ten(type.precision() - type.scale())) {}
  ColumnPtr generate(const GeneratedRows& rows) override {
    MutableColumn column(type_, rows.count);
    T* const values = column.values<T>();
    int128_t value = static_cast<int128_t>(start_) + rows.first;
    for (size_t row = 0; row < rows.count; ++row, value += rows.step) {
      const bool fits = value < limit_ && value > -limit_;
      const int128_t unscaled = fits ? value * unit_ : 0;
      std::memcpy(values + row, &unscaled, sizeof(T));  // the low half of a small number is the number
      if (!fits) column.set_null(row);
    }
    return column.seal(rows.count);
  }

 private:
  PhysicalType type_;
  int64_t start_;
  int128_t unit_;
  int128_t limit_;
};

/// Decimal digits for CHAR and VARCHAR, eight bytes from the highest down for BINARY and VARBINARY.
class TextSequence final : public ColumnGenerator {
 public:
  TextSequence(bool binary, int64_t start) : binary_(binary), start_(start) {}
  ColumnPtr generate(const GeneratedRows& rows) override {
    MutableColumn column(PhysicalType::kString, rows.count);
    for (size_t row = 0; row < rows.count; ++row) {
      const int64_t value = start_ + rows.first + static_cast<int64_t>(row) * rows.step;
      char text[kLongestInteger];
      const size_t length = binary_ ? write_bytes(text, value) : static_cast<size_t>(write_integer(text, value) - text);
      column.set_string(row, {text, length});
    }
    return column.seal(rows.count);
  }

 private:
  static size_t write_bytes(char* out, int64_t value) {
    const uint64_t swapped = __builtin_bswap64(static_cast<uint64_t>(value));
    std::memcpy(out, &swapped, sizeof(swapped));
    return sizeof(swapped);
  }

  bool binary_;
  int64_t start_;
};

std::unique_ptr<ColumnGenerator> make_sequence(const DataType& type, int64_t start) {
  const PhysicalType physical = type.physical_type();
  if (type.is_character() || type.is_binary()) return std::make_unique<TextSequence>(type.is_binary(), start);
  if (type.is(TypeRoot::kDecimal)) {
    if (physical == PhysicalType::kInt128) return std::make_unique<DecimalSequence<int128_t>>(type, start);
    return std::make_unique<DecimalSequence<int64_t>>(type, start);
  }
  return visit_physical(physical, [&](auto tag) -> std::unique_ptr<ColumnGenerator> {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_arithmetic_v<T>) return std::make_unique<IntegerSequence<T>>(physical, start);
    return nullptr;
  });
}

Result<int64_t> required_property(const Option<int64_t>& option, const RowField& field, const Configuration& options) {
  ASSIGN_OR_RETURN(const std::optional<int64_t> value, options.find(option, field.name));
  if (!value) {
    return validation_error("Could not find required property '" + option.key_of(field.name) +
                            "' for sequence generator.");
  }
  return *value;
}

}  // namespace

Result<FieldGenerator> make_sequence_generator(const RowField& field, const Configuration& options) {
  ASSIGN_OR_RETURN(const int64_t start, required_property(datagen_sequence_options().start, field, options));
  ASSIGN_OR_RETURN(const int64_t end, required_property(datagen_sequence_options().end, field, options));
  if (end < start) {
    return validation_error("The sequence of field '" + field.name + "' ends at " + std::to_string(end) +
                            ", before its start " + std::to_string(start) + ".");
  }
  const uint64_t steps = static_cast<uint64_t>(end) - static_cast<uint64_t>(start);
  constexpr auto kMost = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  return FieldGenerator{
      .make = [type = field.type, start](uint64_t) { return make_sequence(type, start); },
      .value_bytes = physical_width(field.type.physical_type()),
      .values = static_cast<int64_t>(steps < kMost ? steps + 1 : kMost),
  };
}

}  // namespace eddyline::connectors
