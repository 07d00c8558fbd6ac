// The forms that values, types and tables have in plans.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expression/function_registry.hpp"
#include "plan/json/literal_json.hpp"
#include "plan/json/table_json.hpp"
#include "plan/json/type_json.hpp"

namespace eddyline::plan {
namespace {

std::string read_again(const DataType& type, const Value& value) {
  const JsonValue json = literal_to_json(value, type);
  const std::string text = to_text(json, JsonLayout::kCompact);
  const JsonValue parsed = *parse_json(text);
  const auto read = read_literal(JsonField(parsed), type);
  if (!read.ok()) return text + " is refused: " + read.status().message();
  const bool both_nan = type.is_approximate() && !value.is_null() && std::isnan(value.as_real()) && std::isnan(read->as_real());
  return both_nan || *read == value ? text : text + " is read as another value";
}

std::string refusal(const DataType& type, const JsonValue& json) {
  const auto read = read_literal(JsonField(json), type);
  return read.ok() ? "accepted" : read.status().message();
}

constexpr int128_t kLargestDecimal = (int128_t{9'999'999'999'999'999'999U} * 10'000'000'000'000'000'000U + 9'999'999'999'999'999'999U);

TEST(PlanLiterals, AreReadToTheLastBit) {
  EXPECT_EQ(read_again(DataType::boolean(), Value::boolean(true)), "true");
  EXPECT_EQ(read_again(DataType::tinyint(), Value::integer(-128)), "-128");
  EXPECT_EQ(read_again(DataType::bigint(), Value::integer(INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(read_again(DataType::integer(), Value::null()), "null");
  EXPECT_EQ(read_again(DataType::float_(), Value::real(0.1F)), R"("0.1")");
  EXPECT_EQ(read_again(DataType::double_(), Value::real(5e-324)), R"("5e-324")");
  EXPECT_EQ(read_again(DataType::double_(), Value::real(-0.0)), R"("-0")");
  EXPECT_EQ(read_again(DataType::double_(), Value::real(std::nan(""))), R"("NaN")");
  EXPECT_EQ(read_again(DataType::double_(), Value::real(-std::numeric_limits<double>::infinity())), R"("-Infinity")");
  EXPECT_EQ(read_again(DataType::decimal(38, 2), Value::integer(-kLargestDecimal)), R"("-999999999999999999999999999999999999.99")");
  EXPECT_EQ(read_again(DataType::decimal(3, 3), Value::integer(5)), R"("0.005")");
  EXPECT_EQ(read_again(DataType::decimal(2, 0), Value::integer(7)), R"("7")");
  EXPECT_EQ(read_again(DataType::string(), Value::string("a\"\n\xC3\xBC")), R"("a\"\n)" "\xC3\xBC\"");
  EXPECT_EQ(read_again(DataType::string(), Value::string("\xff")), R"({"base64":"/w=="})");
  EXPECT_EQ(read_again(DataType::bytes(), Value::string(std::string("\0\xff", 2))), R"("AP8=")");
  EXPECT_EQ(read_again(DataType::date(), Value::integer(-719529)), R"("-0001-12-31")");
  EXPECT_EQ(read_again(DataType::time(3), Value::integer(86'399'999)), R"("23:59:59.999")");
  EXPECT_EQ(read_again(DataType::timestamp(9), Value::integer(int128_t{1'767'322'845} * 1'000'000'000 + 123'456'789)),
            R"("2026-01-02 03:00:45.123456789")");
  EXPECT_EQ(read_again(DataType::timestamp_ltz(3), Value::integer(-1)), R"("1969-12-31 23:59:59.999")");
  EXPECT_EQ(read_again(DataType::interval_day_time(IntervalUnit::kDay, IntervalUnit::kSecond), Value::integer(INT64_MIN)),
            R"("-9223372036854775808")");
  EXPECT_EQ(read_again(DataType::interval_year_month(IntervalUnit::kYear, IntervalUnit::kMonth), Value::integer(-14)), R"("-14")");
}

TEST(PlanLiterals, TakeNoOtherForm) {
  EXPECT_EQ(refusal(DataType::tinyint(), 128), "expected a value of the type, found 128");
  EXPECT_EQ(refusal(DataType::integer(), "1"), "expected an integer from -9223372036854775808 to 9223372036854775807, found \"1\"");
  EXPECT_EQ(refusal(DataType::boolean(), 1), "expected true or false, found 1");
  for (const char* text : {"1.2.3", ".", "5.", "1.23", "-", "", "12345.678", "01.234", "+1.234", "-0.000"}) {
    EXPECT_NE(refusal(DataType::decimal(5, 3), text), "accepted") << text;
  }
  for (const char* text : {"", "1x", "0x1", "1e999"}) EXPECT_NE(refusal(DataType::double_(), text), "accepted") << text;
  EXPECT_NE(refusal(DataType::date(), "2026-02-30"), "accepted");
  EXPECT_NE(refusal(DataType::timestamp(3), "2026-02-03T00:00:00"), "accepted");
  EXPECT_NE(refusal(DataType::timestamp(6), "999999999-01-01 00:00:00"), "accepted");
  EXPECT_NE(refusal(DataType::bytes(), "*"), "accepted");
  EXPECT_NE(refusal(DataType::array(DataType::integer()), JsonValue::Array()), "accepted");
}

TEST(PlanTypes, AreTakenOnlyAsTheyAreWritten) {
  const RowType columns{{"a", DataType::timestamp_ltz(3).not_null().with_time_attribute(TimeAttribute::kProctime)},
                        {"`b", DataType::row({{"c", DataType::timestamp(3).with_time_attribute(TimeAttribute::kRowtime)}}).not_null()}};
  const JsonValue json = row_type_to_json(columns);
  EXPECT_EQ(*read_row_type(JsonField(json)), columns);
  for (const char* text : {"NULL", "ARRAY<NULL>", "ROW<`a` NULL>", "STRING", "CHAR(-0)", "TIMESTAMP_LTZ(3)", "INT  NOT NULL"}) {
    const JsonValue type(text);
    EXPECT_FALSE(read_type(JsonField(type)).ok()) << text;
  }
}

TEST(PlanTables, AreReadAsTheyWereWritten) {
  expression::FunctionRegistry functions;
  ResolvedTable table;
  table.identifier = {"c`", "", "t.`"};
  table.temporary = true;
  const DataType id = DataType::bigint().not_null();
  table.columns.resize(3);
  table.columns[0].name = "id";
  table.columns[0].type = id;
  table.columns[0].comment = "the key";
  table.columns[1].name = "at";
  table.columns[1].type = DataType::timestamp_ltz(3);
  table.columns[1].kind = ColumnKind::kMetadata;
  table.columns[1].metadata_key = "timestamp";
  table.columns[1].is_virtual = true;
  table.columns[2].name = "copy";
  table.columns[2].type = id;
  table.columns[2].kind = ColumnKind::kComputed;
  table.columns[2].expression = expression::Expression::input_ref(0, id);
  table.columns[2].expression_text = "`id`";
  table.primary_key = PrimaryKey{"PK_id", {0}};
  table.partition_keys = {"id"};
  table.comment = "a \"table\"";
  table.options = {{"connector", "print"}, {"x.y", ""}};
  const JsonValue json = to_json(table);
  const auto read = read_table(JsonField(json), functions);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(to_json(**read), json);
  EXPECT_EQ((*read)->row_type(), table.row_type());
  for (const char* text : {"`a`.`b`", "`a`.`b`.`c`x", "`a`.`b`.`c", "`a`.`b`.`c``", "a.b.c", "", "`a`x`b`.`c`"}) {
    JsonValue other = json;
    other.as_object()[0].second = text;
    EXPECT_FALSE(read_table(JsonField(other), functions).ok()) << text;
  }
}

}  // namespace
}  // namespace eddyline::plan
