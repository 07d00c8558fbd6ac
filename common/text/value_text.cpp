#include "common/text/value_text.hpp"

#include "common/base/check.hpp"
#include "common/base/civil.hpp"
#include "common/text/number_text.hpp"
#include "common/text/temporal_text.hpp"
#include "common/text/utf8.hpp"

namespace eddyline {

/// One function a type and style, all of the type Append.
struct ValueTextWriters {
  static constexpr int64_t kNanosecondsPerMillisecond = 1'000'000;

  template <bool kUpperCase>
  static void boolean(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    const bool value = column.value<uint8_t>(row) != 0;
    out.append(kUpperCase ? (value ? "TRUE" : "FALSE") : (value ? "true" : "false"));
  }

  template <class T>
  static void integer(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.end_at(write_integer(out.reserve(kLongestInteger), column.value<T>(row)));
  }

  static void real32(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.end_at(write_float(out.reserve(kLongestReal), column.value<float>(row)));
  }
  static void real64(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.end_at(write_double(out.reserve(kLongestReal), column.value<double>(row)));
  }

  template <class T, DecimalForm kForm>
  static void decimal(const ValueText& self, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.end_at(write_decimal(out.reserve(kLongestDecimal), column.value<T>(row), self.type_.scale(), kForm));
  }

  static void text(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.append(column.string(row));
  }

  /// For readers outside: what is no UTF-8 is marked.
  static void shown_text(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    const std::string_view text = column.string(row);
    if (!first_malformed_utf8_byte(text)) return out.append(text);
    std::string marked;
    append_as_utf8(marked, text);
    out.append(marked);
  }

  static void signed_bytes(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.append('[');
    bool first = true;
    for (const char byte : column.string(row)) {
      if (!first) out.append(", ");
      first = false;
      out.end_at(write_integer(out.reserve(kLongestInteger), static_cast<signed char>(byte)));
    }
    out.append(']');
  }

  static void hex_bytes(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out.append("x'");
    for (const char byte : column.string(row)) {
      const auto value = static_cast<unsigned char>(byte);
      out.append(kDigits[value >> 4]);
      out.append(kDigits[value & 15]);
    }
    out.append('\'');
  }

  static void date(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.end_at(write_date(out.reserve(kLongestTemporal), column.value<int32_t>(row)));
  }

  static void time_iso(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    const int64_t time = column.value<int32_t>(row) * kNanosecondsPerMillisecond;
    out.end_at(write_time_iso(out.reserve(kLongestTemporal), time));
  }
  template <bool kFraction>
  static void time_sql(const ValueText& self, const DecodedColumn& column, size_t row, TextBuffer& out) {
    const int64_t time = column.value<int32_t>(row) * kNanosecondsPerMillisecond;
    out.end_at(write_time_sql(out.reserve(kLongestTemporal), time, kFraction ? self.type_.precision() : 0));
  }

  template <class T>
  static void timestamp_iso(const ValueText& self, const DecodedColumn& column, size_t row, TextBuffer& out) {
    const DayTime time = split_timestamp(column.value<T>(row), self.type_.precision());
    out.end_at(write_timestamp_iso(out.reserve(kLongestTemporal), time));
  }
  template <class T>
  static void timestamp_sql(const ValueText& self, const DecodedColumn& column, size_t row, TextBuffer& out) {
    const DayTime time = split_timestamp(column.value<T>(row), self.type_.precision());
    out.end_at(write_timestamp_sql(out.reserve(kLongestTemporal), time, self.type_.precision()));
  }
  template <class T>
  static void instant_iso(const ValueText& self, const DecodedColumn& column, size_t row, TextBuffer& out) {
    const DayTime time = split_timestamp(column.value<T>(row), self.type_.precision());
    out.end_at(write_instant_iso(out.reserve(kLongestTemporal), time));
  }
  template <class T>
  static void instant_sql(const ValueText& self, const DecodedColumn& column, size_t row, TextBuffer& out) {
    const DayTime time = self.local_time(split_timestamp(column.value<T>(row), self.type_.precision()));
    out.end_at(write_timestamp_sql(out.reserve(kLongestTemporal), time, self.type_.precision()));
  }

  static void months_iso(const ValueText& self, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.end_at(write_months_iso(out.reserve(kLongestTemporal), column.value<int32_t>(row), self.type_.first_unit(),
                                self.type_.last_unit()));
  }
  static void months_sql(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.end_at(write_months_sql(out.reserve(kLongestTemporal), column.value<int32_t>(row)));
  }
  static void duration_iso(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.end_at(write_duration_iso(out.reserve(kLongestTemporal), column.value<int64_t>(row)));
  }
  static void duration_sql(const ValueText&, const DecodedColumn& column, size_t row, TextBuffer& out) {
    out.end_at(write_duration_sql(out.reserve(kLongestTemporal), column.value<int64_t>(row)));
  }

  static void nothing(const ValueText& self, const DecodedColumn&, size_t, TextBuffer& out) {
    out.append(null_text(self.style_));
  }

  static ValueText::Append choose_decimal(const DataType& type, TextStyle style) {
    const bool wide = type.physical_type() == PhysicalType::kInt128;
    if (style == TextStyle::kRow) {
      return wide ? decimal<int128_t, DecimalForm::kJava> : decimal<int64_t, DecimalForm::kJava>;
    }
    return wide ? decimal<int128_t, DecimalForm::kPlain> : decimal<int64_t, DecimalForm::kPlain>;
  }

  static ValueText::Append choose_timestamp(const DataType& type, TextStyle style) {
    const bool wide = type.physical_type() == PhysicalType::kInt128;
    const bool zoned = type.is(TypeRoot::kTimestampLtz);
    if (style == TextStyle::kRow) {
      if (zoned) return wide ? instant_iso<int128_t> : instant_iso<int64_t>;
      return wide ? timestamp_iso<int128_t> : timestamp_iso<int64_t>;
    }
    if (zoned) return wide ? instant_sql<int128_t> : instant_sql<int64_t>;
    return wide ? timestamp_sql<int128_t> : timestamp_sql<int64_t>;
  }

  static ValueText::Append choose_binary(TextStyle style) {
    switch (style) {
      case TextStyle::kRow:
        return signed_bytes;
      case TextStyle::kCast:
        return text;
      case TextStyle::kDisplay:
        return hex_bytes;
    }
    return text;
  }

  static ValueText::Append choose_time(TextStyle style) {
    switch (style) {
      case TextStyle::kRow:
        return time_iso;
      case TextStyle::kCast:
        return time_sql<false>;
      case TextStyle::kDisplay:
        return time_sql<true>;
    }
    return time_iso;
  }
};

ValueText::Append ValueText::choose(const DataType& type, TextStyle style) {
  using Writers = ValueTextWriters;
  const bool row = style == TextStyle::kRow;
  switch (type.root()) {
    case TypeRoot::kNull:
      return Writers::nothing;
    case TypeRoot::kBoolean:
      return row ? Writers::boolean<false> : Writers::boolean<true>;
    case TypeRoot::kTinyint:
      return Writers::integer<int8_t>;
    case TypeRoot::kSmallint:
      return Writers::integer<int16_t>;
    case TypeRoot::kInteger:
      return Writers::integer<int32_t>;
    case TypeRoot::kBigint:
      return Writers::integer<int64_t>;
    case TypeRoot::kFloat:
      return Writers::real32;
    case TypeRoot::kDouble:
      return Writers::real64;
    case TypeRoot::kDecimal:
      return Writers::choose_decimal(type, style);
    case TypeRoot::kChar:
    case TypeRoot::kVarchar:
      return style == TextStyle::kCast ? Writers::text : Writers::shown_text;
    case TypeRoot::kBinary:
    case TypeRoot::kVarbinary:
      return Writers::choose_binary(style);
    case TypeRoot::kDate:
      return Writers::date;
    case TypeRoot::kTime:
      return Writers::choose_time(style);
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return Writers::choose_timestamp(type, style);
    case TypeRoot::kIntervalYearMonth:
      return row ? Writers::months_iso : Writers::months_sql;
    case TypeRoot::kIntervalDayTime:
      return row ? Writers::duration_iso : Writers::duration_sql;
    case TypeRoot::kArray:
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
    case TypeRoot::kRow:
      break;
  }
  CHECK(false) << "no text for values of the nested type " << type.to_string();
  return nullptr;
}

ValueText::ValueText(DataType type, TextStyle style, UtcOffset offset)
    : type_(std::move(type)), style_(style), offset_(std::move(offset)), append_(choose(type_, style)) {}

DayTime ValueText::local_time(DayTime utc) const {
  if (offset_ == nullptr) return utc;
  constexpr int64_t kSecondsPerDay = 86'400;
  constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;
  const int64_t second = utc.day * kSecondsPerDay + utc.nanosecond / kNanosecondsPerSecond;
  const int64_t local = second + offset_(second);
  return {floor_divide(local, kSecondsPerDay),
          floor_remainder(local, kSecondsPerDay) * kNanosecondsPerSecond + utc.nanosecond % kNanosecondsPerSecond};
}

std::string_view null_text(TextStyle style) {
  switch (style) {
    case TextStyle::kRow:
      return "null";
    case TextStyle::kCast:
      return "NULL";
    case TextStyle::kDisplay:
      return "<NULL>";
  }
  return "";
}

std::string text_of(const Value& value, const DataType& type, TextStyle style, const UtcOffset& offset) {
  if (value.is_null()) return std::string(null_text(style));
  const ColumnPtr column = value.to_constant(type, 1);
  TextBuffer out;
  ValueText(type, style, offset).append(DecodedColumn(*column), 0, out);
  return std::string(out.view());
}

}  // namespace eddyline
