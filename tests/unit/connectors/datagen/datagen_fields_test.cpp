#include <algorithm>
#include <limits>
#include <set>

#include "tests/unit/connectors/datagen/datagen_test_base.hpp"

namespace eddyline::connectors {
namespace {

using Rows = std::vector<std::string>;

class DatagenFieldsTest : public DatagenTestBase {
 protected:
  /// Texts of `rows` values of one field "f"; `options` are those of the field without "fields.f.".
  Rows values(const DataType& type, const Configuration::Entries& field_options, int rows = 1000) {
    const RowType columns{{"f", type}};
    return read_now(*reader(*source(columns, with_prefix(field_options, rows)), reader_context()), columns);
  }
  std::string field_error(const DataType& type, const Configuration::Entries& field_options) const {
    const std::string message = error({{"f", type}}, with_prefix(field_options, 1));
    return message.substr(0, message.find("\n\nUnable to create"));
  }
  /// Smallest and largest of numbers.
  static std::pair<double, double> range(const Rows& rows) {
    double least = std::numeric_limits<double>::max();
    double most = std::numeric_limits<double>::lowest();
    for (const std::string& row : rows) {
      least = std::min(least, std::stod(row));
      most = std::max(most, std::stod(row));
    }
    return {least, most};
  }

 private:
  static Configuration::Entries with_prefix(const Configuration::Entries& field_options, int rows) {
    Configuration::Entries options{{"number-of-rows", std::to_string(rows)}};
    for (const auto& [key, value] : field_options) options.emplace("fields.f." + key, value);
    return options;
  }
};

TEST_F(DatagenFieldsTest, IntegersCoverTheirTypeOrTheirRange) {
  const auto tiny = range(values(DataType::tinyint(), {}));
  EXPECT_GE(tiny.first, -128);
  EXPECT_LT(tiny.first, -100);
  EXPECT_GT(tiny.second, 100);
  EXPECT_LE(tiny.second, 127);
  EXPECT_LT(range(values(DataType::bigint(), {})).first, -1e18);
  EXPECT_GT(range(values(DataType::integer(), {})).second, 1e9);
  EXPECT_EQ(range(values(DataType::smallint(), {{"min", "-3"}, {"max", "4"}})), std::pair(-3.0, 4.0));
  EXPECT_EQ(values(DataType::bigint(), {{"min", "7"}, {"max", "7"}}, 2), (Rows{"7", "7"}));
}

TEST_F(DatagenFieldsTest, RealsArePositiveByDefault) {
  EXPECT_GT(range(values(DataType::float_(), {})).first, 0);
  EXPECT_GT(range(values(DataType::double_(), {})).first, 0);
  const auto both = range(values(DataType::double_(), {{"min", "-1.5"}, {"max", "2"}}));
  EXPECT_GE(both.first, -1.5);
  EXPECT_LT(both.first, -1.4);
  EXPECT_LE(both.second, 2);
}

TEST_F(DatagenFieldsTest, DecimalsKeepTheirScaleAndRange) {
  for (const std::string& text : values(DataType::decimal(5, 2), {{"min", "0"}, {"max", "9.99"}})) {
    ASSERT_EQ(text.size(), 4U) << text;
    ASSERT_EQ(text[1], '.');
  }
  const auto wide = range(values(DataType::decimal(38, 0), {}));
  EXPECT_LT(wide.first, -9e37);
  EXPECT_GT(wide.second, 9e37);
  const auto wide_range = range(values(DataType::decimal(30, 2), {{"min", "-1"}, {"max", "1"}}));
  EXPECT_GE(wide_range.first, -1);
  EXPECT_LE(wide_range.second, 1);
}

TEST_F(DatagenFieldsTest, BooleansAreBoth) {
  const Rows rows = values(DataType::boolean(), {});
  EXPECT_EQ(std::set<std::string>(rows.begin(), rows.end()), (std::set<std::string>{"false", "true"}));
}

TEST_F(DatagenFieldsTest, StringsAreHexOfTheDeclaredOrTheGivenLength) {
  const auto check = [&](const DataType& type, const Configuration::Entries& options, size_t length) {
    for (const std::string& text : values(type, options, 50)) {
      ASSERT_EQ(text.size(), length);
      ASSERT_EQ(text.find_first_not_of("0123456789abcdef"), std::string::npos) << text;
    }
  };
  check(DataType::string(), {}, 100);
  check(DataType::varchar(17), {}, 17);
  check(DataType::char_(12), {}, 12);
  check(DataType::varchar(40), {{"length", "33"}}, 33);
  check(DataType::string(), {{"length", "200"}}, 200);
}

TEST_F(DatagenFieldsTest, VariableLengthsRunFromOneToTheLength) {
  std::set<size_t> lengths;
  for (const std::string& text : values(DataType::string(), {{"length", "16"}, {"var-len", "true"}}))
    lengths.insert(text.size());
  EXPECT_EQ(*lengths.begin(), 1U);
  EXPECT_EQ(*lengths.rbegin(), 16U);
  EXPECT_EQ(lengths.size(), 16U);
}

TEST_F(DatagenFieldsTest, BytesHaveTheirLength) {
  for (const std::string& text : values(DataType::binary(3), {}, 20)) {
    EXPECT_EQ(std::count(text.begin(), text.end(), ','), 2) << text;
  }
}

TEST_F(DatagenFieldsTest, TimesAreNow) {
  EXPECT_EQ(values(DataType::date(), {}, 1), (Rows{"2026-11-12"}));
  EXPECT_EQ(values(DataType::time(), {}, 1), (Rows{"01:01:43.221"}));
  EXPECT_EQ(values(DataType::timestamp(3), {}, 1), (Rows{"2026-11-12T01:01:43.221"}));
  EXPECT_EQ(values(DataType::timestamp(6), {}, 1), (Rows{"2026-11-12T01:01:43.221"}));
  EXPECT_EQ(values(DataType::timestamp_ltz(9), {}, 1), (Rows{"2026-11-12T01:01:43.221Z"}));
  const Rows past = values(DataType::timestamp(3), {{"max-past", "1 s"}});
  EXPECT_GE(*std::min_element(past.begin(), past.end()), "2026-11-12T01:01:42.221");
  EXPECT_LT(*std::min_element(past.begin(), past.end()), "2026-11-12T01:01:42.250");
  EXPECT_LE(*std::max_element(past.begin(), past.end()), "2026-11-12T01:01:43.221");
}

TEST_F(DatagenFieldsTest, IntervalsHaveRanges) {
  const DataType months = DataType::interval_year_month(IntervalUnit::kMonth, IntervalUnit::kMonth);
  EXPECT_EQ(values(months, {{"min", "14"}, {"max", "14"}}, 1), (Rows{"P14M"}));
  const DataType time = DataType::interval_day_time(IntervalUnit::kDay, IntervalUnit::kSecond);
  EXPECT_EQ(values(time, {{"min", "1500"}, {"max", "1500"}}, 1), (Rows{"PT1.5S"}));
}

TEST_F(DatagenFieldsTest, NullRateIsAShare) {
  const Rows rows = values(DataType::bigint(), {{"null-rate", "0.25"}}, 4000);
  const auto nulls = std::count(rows.begin(), rows.end(), "null");
  EXPECT_GT(nulls, 900);
  EXPECT_LT(nulls, 1100);
  EXPECT_EQ(values(DataType::string(), {{"null-rate", "1"}}, 2), (Rows{"null", "null"}));
}

TEST_F(DatagenFieldsTest, SequencesOfEveryType) {
  const Configuration::Entries sequence{{"kind", "sequence"}, {"start", "9"}, {"end", "11"}};
  const Rows integers{"9", "10", "11"};
  for (const DataType& type : {DataType::tinyint(), DataType::smallint(), DataType::integer(), DataType::bigint(),
                               DataType::string(), DataType::char_(2), DataType::decimal(20, 0)}) {
    EXPECT_EQ(values(type, sequence, 5), integers) << type.to_string();
  }
  EXPECT_EQ(values(DataType::float_(), sequence, 5), (Rows{"9.0", "10.0", "11.0"}));
  EXPECT_EQ(values(DataType::double_(), sequence, 1), (Rows{"9.0"}));
  EXPECT_EQ(values(DataType::decimal(5, 2), sequence, 2), (Rows{"9.00", "10.00"}));
  EXPECT_EQ(values(DataType::decimal(2, 1), sequence, 2), (Rows{"9.0", "null"}));
  EXPECT_EQ(values(DataType::bytes(), sequence, 1), (Rows{"[0, 0, 0, 0, 0, 0, 0, 9]"}));
}

TEST_F(DatagenFieldsTest, ASequenceMayEndAtTheLargestValue) {
  EXPECT_EQ(values(DataType::bigint(),
                   {{"kind", "sequence"}, {"start", "9223372036854775806"}, {"end", "9223372036854775807"}}, 5),
            (Rows{"9223372036854775806", "9223372036854775807"}));
}

TEST_F(DatagenFieldsTest, SequenceOfDatesIsRandomInstead) {
  EXPECT_EQ(values(DataType::date(), {{"kind", "sequence"}}, 1), (Rows{"2026-11-12"}));
  for (const DataType& type : {DataType::boolean(), DataType::date(), DataType::time(0)}) {
    EXPECT_EQ(values(type, {{"kind", "sequence"}, {"start", "1"}, {"end", "2"}}, 5), values(type, {{"kind", "random"}}, 5))
        << type.to_string();
  }
}

TEST_F(DatagenFieldsTest, SequenceNeedsItsEnds) {
  EXPECT_EQ(field_error(DataType::bigint(), {{"kind", "sequence"}, {"end", "5"}}),
            "Could not find required property 'fields.f.start' for sequence generator.");
  EXPECT_EQ(field_error(DataType::bigint(), {{"kind", "sequence"}, {"start", "5"}}),
            "Could not find required property 'fields.f.end' for sequence generator.");
  EXPECT_EQ(field_error(DataType::bigint(), {{"kind", "sequence"}, {"start", "5"}, {"end", "4"}}),
            "The sequence of field 'f' ends at 4, before its start 5.");
  EXPECT_EQ(field_error(DataType::timestamp(3), {{"kind", "sequence"}}), "Unsupported type: TIMESTAMP(3)");
}

TEST_F(DatagenFieldsTest, UnknownKind) {
  EXPECT_EQ(field_error(DataType::bigint(), {{"kind", "faker"}}), "Unsupported generator kind: faker");
}

TEST_F(DatagenFieldsTest, LengthsAreChecked) {
  EXPECT_EQ(field_error(DataType::char_(5), {{"length", "5"}}),
            "Custom length for fixed-length type (CHAR/BINARY) field 'f' is not supported.");
  EXPECT_EQ(
      field_error(DataType::varchar(5), {{"length", "6"}}),
      "Custom length '6' for variable-length type (VARCHAR/STRING/VARBINARY/BYTES) field 'f' should be shorter than "
      "'5' defined in the schema.");
  EXPECT_TRUE(field_error(DataType::binary(5), {{"var-len", "true"}})
                  .starts_with("Only supports specifying 'fields.#.var-len' option for variable-length types"));
  EXPECT_TRUE(
      field_error(DataType::string(), {{"length", "0"}}).starts_with("Invalid value for option 'fields.f.length'."));
}

TEST_F(DatagenFieldsTest, BoundsAreNumbersOfTheType) {
  EXPECT_TRUE(field_error(DataType::integer(), {{"min", "a"}}).starts_with("Invalid value for option 'fields.f.min'."));
  EXPECT_TRUE(
      field_error(DataType::tinyint(), {{"max", "128"}}).starts_with("Invalid value for option 'fields.f.max'."));
  EXPECT_TRUE(
      field_error(DataType::bigint(), {{"max", "1.5"}}).starts_with("Invalid value for option 'fields.f.max'."));
  EXPECT_EQ(field_error(DataType::bigint(), {{"min", "2"}, {"max", "1"}}),
            "'fields.f.min' (2) is greater than 'fields.f.max' (1).");
  EXPECT_EQ(field_error(DataType::decimal(3, 0), {{"min", "0.2"}, {"max", "0.3"}}),
            "No value of type DECIMAL(3, 0) lies between 'fields.f.min' and 'fields.f.max'.");
}

TEST_F(DatagenFieldsTest, OtherValuesAreChecked) {
  EXPECT_TRUE(field_error(DataType::bigint(), {{"null-rate", "NaN"}})
                  .starts_with("Invalid value for option 'fields.f.null-rate'."));
  EXPECT_TRUE(field_error(DataType::bigint(), {{"null-rate", "1.1"}})
                  .starts_with("Invalid value for option 'fields.f.null-rate'."));
  EXPECT_TRUE(field_error(DataType::timestamp(3), {{"max-past", "soon"}})
                  .starts_with("Invalid value for option 'fields.f.max-past'."));
  EXPECT_TRUE(field_error(DataType::bigint().not_null(), {{"null-rate", "0.5"}}).starts_with("Field 'f' is NOT NULL"));
  const RowType columns{{"f", DataType::bigint()}};
  EXPECT_TRUE(error(columns, {{"rows-per-second", "0"}}).starts_with("Invalid value for option 'rows-per-second'."));
  EXPECT_TRUE(error(columns, {{"number-of-rows", "-1"}}).starts_with("Invalid value for option 'number-of-rows'."));
  EXPECT_TRUE(error(columns, {{"scan.parallelism", "0"}}).starts_with("Invalid value for option 'scan.parallelism'."));
}

TEST_F(DatagenFieldsTest, OptionsOfOtherKindsAndTypesAreUnsupported) {
  EXPECT_EQ(field_error(DataType::string(), {{"min", "1"}}),
            "Unsupported options found for 'datagen'.\n\nUnsupported options:\n\nfields.f.min\n\n"
            "Supported options:\n\nconnector\nfields.f.kind\nfields.f.length\nfields.f.null-rate\nfields.f.var-len\n"
            "number-of-rows\nproperty-version\nrows-per-second\nscan.parallelism\nscan.watermark.idle-timeout");
  EXPECT_TRUE(field_error(DataType::bigint(), {{"kind", "sequence"}, {"start", "1"}, {"end", "2"}, {"max", "1"}})
                  .starts_with("Unsupported options found for 'datagen'.\n\nUnsupported options:\n\nfields.f.max\n\n"));
  EXPECT_TRUE(
      error({{"f", DataType::bigint()}}, {{"fields.g.kind", "random"}})
          .starts_with("Unsupported options found for 'datagen'.\n\nUnsupported options:\n\nfields.g.kind\n\n"));
}

TEST_F(DatagenFieldsTest, NestedTypesAreNotSupportedYet) {
  const std::string message = field_error(DataType::row({{"a", DataType::integer()}}), {});
  EXPECT_TRUE(message.starts_with("not supported yet: generating field 'f' of type ROW<")) << message;
}

TEST_F(DatagenFieldsTest, ScanParallelismIsDeclared) {
  EXPECT_EQ(source({{"f", DataType::bigint()}}, {{"scan.parallelism", "3"}})->descriptor().parallelism, Parallelism(3));
}

}  // namespace
}  // namespace eddyline::connectors
