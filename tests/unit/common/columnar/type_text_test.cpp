#include "common/columnar/type_text.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

std::string read_again(std::string_view text) {
  auto type = parse_data_type(text);
  return type.ok() ? type->to_string() : type.status().message();
}

TEST(TypeText, EveryTypeIsReadAsItIsWritten) {
  for (const std::string_view text :
       {"NULL", "BOOLEAN", "TINYINT", "SMALLINT", "INT NOT NULL", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL(38, 38)", "CHAR(0)",
        "VARCHAR(2147483647)", "BINARY(3)", "VARBINARY(2147483647) NOT NULL", "DATE", "TIME(3)", "TIMESTAMP(9)",
        "TIMESTAMP(3) *ROWTIME*", "TIMESTAMP_LTZ(3) NOT NULL *PROCTIME*", "INTERVAL YEAR", "INTERVAL YEAR(4) TO MONTH",
        "INTERVAL MONTH", "INTERVAL DAY(3) TO SECOND(3)", "INTERVAL HOUR TO MINUTE", "INTERVAL SECOND(6) NOT NULL",
        "ARRAY<INT NOT NULL>", "MULTISET<CHAR(1)>", "MAP<BIGINT, ARRAY<DOUBLE>>", "ROW<>",
        "ROW<`a` INT, `b ``c``` ROW<`d` TIMESTAMP(3) *ROWTIME*> NOT NULL>"}) {
    EXPECT_EQ(read_again(text), text);
  }
  EXPECT_EQ(read_again("STRING"), "VARCHAR(2147483647)");
  EXPECT_EQ(read_again("BYTES NOT NULL"), "VARBINARY(2147483647) NOT NULL");
}

TEST(TypeText, CompiledPlansHaveTheSerializableForm) {
  const DataType row = DataType::row({{"a`b", DataType::timestamp_ltz(3).not_null()},
                                      {"c", DataType::timestamp(3).with_time_attribute(TimeAttribute::kRowtime)},
                                      {"d", DataType::map(DataType::integer(), DataType::array(DataType::date().not_null()))}})
                           .not_null();
  const std::string text = serializable_text(row);
  EXPECT_EQ(text, "ROW<`a``b` TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL, `c` TIMESTAMP(3), `d` MAP<INT, ARRAY<DATE NOT NULL>>> "
                  "NOT NULL");
  EXPECT_EQ(serializable_text(*parse_data_type(text)), text);
}

TEST(TypeText, SaysWhereATextIsNoType) {
  EXPECT_EQ(read_again("INTEGER"), "'INTEGER' is no type: expected a type at character 1");
  EXPECT_EQ(read_again("INT NULL"), "'INT NULL' is no type: expected the end at character 4");
  EXPECT_EQ(read_again("DECIMAL(39, 2)"), "'DECIMAL(39, 2)' is no type: expected a number from 1 to 38 at character 9");
  EXPECT_EQ(read_again("DECIMAL(3, 4)"), "'DECIMAL(3, 4)' is no type: expected a number from 0 to 3 at character 12");
  EXPECT_EQ(read_again("TIMESTAMP"), "'TIMESTAMP' is no type: expected '(' at character 10");
  EXPECT_EQ(read_again("INT *ROWTIME*"), "'INT *ROWTIME*' is no type: expected the end at character 4");
  EXPECT_EQ(read_again("INTERVAL DAY TO MONTH"), "'INTERVAL DAY TO MONTH' is no type: expected a smaller unit at character 22");
  EXPECT_EQ(read_again("ROW<`a INT>"), "'ROW<`a INT>' is no type: expected a backtick at character 12");
  EXPECT_FALSE(parse_data_type("").ok());
}

TEST(TypeText, BoundsHowDeepTypesNest) {
  const auto nested = [](size_t depth) {
    std::string text;
    for (size_t i = 1; i < depth; ++i) text += "ARRAY<";
    return text + "INT" + std::string(depth - 1, '>');
  };
  EXPECT_TRUE(parse_data_type(nested(kTypeDepthMax)).ok());
  EXPECT_FALSE(parse_data_type(nested(kTypeDepthMax + 1)).ok());
}

}  // namespace
}  // namespace eddyline
