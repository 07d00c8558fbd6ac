#include "common/text/value_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace eddyline {
namespace {

using enum TextStyle;

Value integer(int64_t value) {
  return Value::integer(value);
}

TEST(ValueText, NullDependsOnTheStyle) {
  EXPECT_EQ(text_of(Value::null(), DataType::bigint(), kRow), "null");
  EXPECT_EQ(text_of(Value::null(), DataType::bigint(), kCast), "NULL");
  EXPECT_EQ(text_of(Value::null(), DataType::bigint(), kDisplay), "<NULL>");
}

TEST(ValueText, ShownTextIsUtf8) {
  const Value broken = Value::string("\xff""A");
  EXPECT_EQ(text_of(broken, DataType::string(), kRow), "\xef\xbf\xbd""A");
  EXPECT_EQ(text_of(broken, DataType::string(), kDisplay), "\xef\xbf\xbd""A");
  EXPECT_EQ(text_of(broken, DataType::string(), kCast), "\xff""A");
}

TEST(ValueText, ScalarsInEachStyle) {
  EXPECT_EQ(text_of(Value::boolean(true), DataType::boolean(), kRow), "true");
  EXPECT_EQ(text_of(Value::boolean(false), DataType::boolean(), kCast), "FALSE");
  EXPECT_EQ(text_of(integer(-128), DataType::tinyint(), kRow), "-128");
  EXPECT_EQ(text_of(integer(INT64_MIN), DataType::bigint(), kDisplay), "-9223372036854775808");
  EXPECT_EQ(text_of(Value::real(1), DataType::double_(), kRow), "1.0");
  EXPECT_EQ(text_of(Value::real(0.1F), DataType::float_(), kCast), "0.1");
  EXPECT_EQ(text_of(integer(1), DataType::decimal(20, 10), kRow), "1E-10");
  EXPECT_EQ(text_of(integer(1), DataType::decimal(12, 10), kCast), "0.0000000001");
  EXPECT_EQ(text_of(Value::string("a, b"), DataType::string(), kRow), "a, b");
}

TEST(ValueText, BytesInEachStyle) {
  const Value bytes = Value::string("h\xff");
  EXPECT_EQ(text_of(bytes, DataType::bytes(), kRow), "[104, -1]");
  EXPECT_EQ(text_of(bytes, DataType::bytes(), kDisplay), "x'68ff'");
  EXPECT_EQ(text_of(Value::string("hé"), DataType::bytes(), kCast), "hé");
  EXPECT_EQ(text_of(Value::string(""), DataType::binary(1), kRow), "[]");
}

TEST(ValueText, TemporalTypesInEachStyle) {
  EXPECT_EQ(text_of(integer(20769), DataType::date(), kRow), "2026-11-12");
  EXPECT_EQ(text_of(integer(45'240'120), DataType::time(3), kRow), "12:34:00.120");
  EXPECT_EQ(text_of(integer(45'240'120), DataType::time(3), kCast), "12:34:00");
  EXPECT_EQ(text_of(integer(45'240'120), DataType::time(2), kDisplay), "12:34:00.12");
  EXPECT_EQ(text_of(integer(1794445303221), DataType::timestamp(3), kRow), "2026-11-12T01:01:43.221");
  EXPECT_EQ(text_of(integer(1794445303221), DataType::timestamp(3), kCast), "2026-11-12 01:01:43.221");
  EXPECT_EQ(text_of(integer(1), DataType::timestamp(9), kDisplay), "1970-01-01 00:00:00.000000001");
}

TEST(ValueText, ZonesMatterForSqlFormsOnly) {
  const UtcOffset shanghai = [](int64_t) { return 8 * 3600; };
  const DataType type = DataType::timestamp_ltz(3);
  EXPECT_EQ(text_of(integer(1794445303221), type, kRow, shanghai), "2026-11-12T01:01:43.221Z");
  EXPECT_EQ(text_of(integer(1794445303221), type, kCast, shanghai), "2026-11-12 09:01:43.221");
  EXPECT_EQ(text_of(integer(1794445303221), type, kDisplay), "2026-11-12 01:01:43.221");
  const UtcOffset west = [](int64_t) { return -5 * 3600; };
  EXPECT_EQ(text_of(integer(-1), type, kCast, west), "1969-12-31 18:59:59.999");
}

TEST(ValueText, ReadsAnyEncoding) {
  MutableColumn base(PhysicalType::kString, 2);
  base.set_string(0, "left");
  base.set_string(1, "a string that lies in the heap");
  const BufferPtr indices = allocate_buffer(8);
  indices->as<int32_t>()[0] = 1;
  indices->as<int32_t>()[1] = 0;
  const ColumnPtr column = Column::dictionary(base.seal(2), indices, 2);
  TextBuffer out;
  const ValueText text(DataType::string(), kRow);
  text.append(DecodedColumn(*column), 0, out);
  text.append(DecodedColumn(*column), 1, out);
  EXPECT_EQ(out.view(), "a string that lies in the heapleft");
}

}  // namespace
}  // namespace eddyline
