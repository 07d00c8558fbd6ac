#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/columnar/physical_type.hpp"

namespace eddyline {

enum class TypeRoot : uint8_t {
  kNull,
  kBoolean,
  kTinyint,
  kSmallint,
  kInteger,
  kBigint,
  kFloat,
  kDouble,
  kDecimal,
  kChar,
  kVarchar,
  kBinary,
  kVarbinary,
  kDate,
  kTime,
  kTimestamp,
  kTimestampLtz,
  kIntervalYearMonth,
  kIntervalDayTime,
  kArray,
  kMap,
  kMultiset,
  kRow,
};

/// What a TIMESTAMP or TIMESTAMP_LTZ column is to the engine.
enum class TimeAttribute : uint8_t { kNone, kRowtime, kProctime };

/// Resolution of an interval, for printing; values are months or milliseconds all the same.
enum class IntervalUnit : uint8_t { kYear, kMonth, kDay, kHour, kMinute, kSecond };

inline constexpr int32_t kMaxLength = 2147483647;
inline constexpr int32_t kMaxDecimalPrecision = 38;
inline constexpr int32_t kMaxCompactDecimalPrecision = 18;

struct RowField;

/// A SQL type with its nullability: a value, cheap to copy, compared by content.
///
/// Units of the values, by root (see physical_type()):
///   DATE days and TIME milliseconds as int32; TIMESTAMP and TIMESTAMP_LTZ by precision: 0..3 milliseconds and 4..6
///   microseconds as int64, 7..9 nanoseconds as int128, all since 1970-01-01; INTERVAL YEAR TO MONTH months as int32, INTERVAL DAY
///   TO SECOND milliseconds as int64; DECIMAL(p, s) the unscaled number, int64 for p <= 18, else int128.
class DataType {
 public:
  /// The type of an untyped NULL literal.
  DataType() = default;

  static DataType null() { return DataType(); }
  static DataType boolean() { return DataType(TypeRoot::kBoolean); }
  static DataType tinyint() { return DataType(TypeRoot::kTinyint); }
  static DataType smallint() { return DataType(TypeRoot::kSmallint); }
  static DataType integer() { return DataType(TypeRoot::kInteger); }
  static DataType bigint() { return DataType(TypeRoot::kBigint); }
  static DataType float_() { return DataType(TypeRoot::kFloat); }
  static DataType double_() { return DataType(TypeRoot::kDouble); }
  static DataType decimal(int32_t precision, int32_t scale) { return DataType(TypeRoot::kDecimal, precision, scale); }
  static DataType char_(int32_t length) { return DataType(TypeRoot::kChar, length); }
  static DataType varchar(int32_t length) { return DataType(TypeRoot::kVarchar, length); }
  static DataType string() { return varchar(kMaxLength); }
  static DataType binary(int32_t length) { return DataType(TypeRoot::kBinary, length); }
  static DataType varbinary(int32_t length) { return DataType(TypeRoot::kVarbinary, length); }
  static DataType bytes() { return varbinary(kMaxLength); }
  static DataType date() { return DataType(TypeRoot::kDate); }
  static DataType time(int32_t precision = 0) { return DataType(TypeRoot::kTime, precision); }
  static DataType timestamp(int32_t precision = 6) { return DataType(TypeRoot::kTimestamp, precision); }
  static DataType timestamp_ltz(int32_t precision = 6) { return DataType(TypeRoot::kTimestampLtz, precision); }
  /// `precision` is that of the leading YEAR (or MONTH).
  static DataType interval_year_month(IntervalUnit first, IntervalUnit last, int32_t precision = 2);
  /// `day_precision` counts digits of days, `fraction_precision` those of the fraction of a second.
  static DataType interval_day_time(IntervalUnit first, IntervalUnit last, int32_t day_precision = 2,
                                    int32_t fraction_precision = 6);
  static DataType array(DataType element);
  static DataType map(DataType key, DataType value);
  static DataType multiset(DataType element);
  static DataType row(std::vector<RowField> fields);

  TypeRoot root() const { return root_; }
  bool nullable() const { return nullable_; }
  /// Digits of DECIMAL, fraction digits of TIME and TIMESTAMP, leading digits of intervals.
  int32_t precision() const { return precision_; }
  /// Scale of DECIMAL; fraction digits of day-time intervals.
  int32_t scale() const { return scale_; }
  /// Characters of CHAR and VARCHAR, bytes of BINARY and VARBINARY.
  int32_t length() const { return precision_; }
  IntervalUnit first_unit() const { return first_unit_; }
  IntervalUnit last_unit() const { return last_unit_; }
  TimeAttribute time_attribute() const { return attribute_; }
  bool is_rowtime() const { return attribute_ == TimeAttribute::kRowtime; }
  bool is_proctime() const { return attribute_ == TimeAttribute::kProctime; }

  /// ARRAY and MULTISET: one; MAP: key and value. ROW: its fields.
  const std::vector<RowField>& children() const;

  DataType with_nullable(bool nullable) const;
  DataType not_null() const { return with_nullable(false); }
  DataType with_time_attribute(TimeAttribute attribute) const;

  bool is(TypeRoot root) const { return root_ == root; }
  bool is_integer() const { return root_ >= TypeRoot::kTinyint && root_ <= TypeRoot::kBigint; }
  bool is_approximate() const { return root_ == TypeRoot::kFloat || root_ == TypeRoot::kDouble; }
  bool is_exact_numeric() const { return is_integer() || root_ == TypeRoot::kDecimal; }
  bool is_numeric() const { return is_exact_numeric() || is_approximate(); }
  bool is_character() const { return root_ == TypeRoot::kChar || root_ == TypeRoot::kVarchar; }
  bool is_binary() const { return root_ == TypeRoot::kBinary || root_ == TypeRoot::kVarbinary; }
  bool is_timestamp() const { return root_ == TypeRoot::kTimestamp || root_ == TypeRoot::kTimestampLtz; }
  bool is_temporal() const { return root_ >= TypeRoot::kDate && root_ <= TypeRoot::kTimestampLtz; }
  bool is_interval() const { return root_ == TypeRoot::kIntervalYearMonth || root_ == TypeRoot::kIntervalDayTime; }
  bool is_nested() const { return root_ >= TypeRoot::kArray; }

  /// How values of the type are held; CHECKs that the type is not NULL's.
  PhysicalType physical_type() const;

  /// Flink's summary: "INT NOT NULL", "VARCHAR(2147483647)", "TIMESTAMP(3) *ROWTIME*", "INTERVAL SECOND(6) NOT NULL".
  std::string to_string() const;
  /// The same with STRING and BYTES for the longest lengths, as DESCRIBE prints.
  std::string to_short_string() const;

  /// Equal in all but nullability and time attribute.
  bool same_shape(const DataType& other) const;
  friend bool operator==(const DataType& a, const DataType& b);

 private:
  explicit DataType(TypeRoot root, int32_t precision = 0, int32_t scale = 0)
      : root_(root), precision_(precision), scale_(scale) {}

  TypeRoot root_ = TypeRoot::kNull;
  bool nullable_ = true;
  TimeAttribute attribute_ = TimeAttribute::kNone;
  IntervalUnit first_unit_ = IntervalUnit::kYear;
  IntervalUnit last_unit_ = IntervalUnit::kYear;
  int32_t precision_ = 0;
  int32_t scale_ = 0;
  std::shared_ptr<const std::vector<RowField>> children_;
};

/// A named, typed column of a row.
struct RowField {
  std::string name;
  DataType type;
  friend bool operator==(const RowField&, const RowField&) = default;
};

/// Names and types of the columns of a batch.
using RowType = std::vector<RowField>;

/// The word of an interval unit: "SECOND".
std::string_view interval_unit_name(IntervalUnit unit);

}  // namespace eddyline
