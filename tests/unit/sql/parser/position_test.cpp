#include <gtest/gtest.h>

#include "sql/parser/ast_ddl.hpp"
#include "sql/parser/parser.hpp"

namespace eddyline::sql {
namespace {

TEST(ParserPosition, CountsLinesAndCharacters) {
  const Result<StatementPtr> statement = parse_statement("SELECT 'ä', b\nFROM `t` AS x\n WHERE x.y < z", {3, 10});
  ASSERT_TRUE(statement.ok()) << statement.status().to_string();
  const Query& query = *(*statement)->as<QueryStatement>().query;
  EXPECT_EQ(query.position, (SourcePosition{3, 10}));
  const auto& select = std::get<Select>(query.body);
  EXPECT_EQ(select.items[0].expression->position, (SourcePosition{3, 17}));
  EXPECT_EQ(select.items[1].expression->position, (SourcePosition{3, 22}));
  EXPECT_EQ(select.from->position, (SourcePosition{4, 6}));
  EXPECT_EQ(select.from->alias->position, (SourcePosition{4, 13}));
  EXPECT_EQ(select.where->position, (SourcePosition{5, 8}));
  EXPECT_EQ(select.where->as<BinaryExpression>().right->position, (SourcePosition{5, 14}));
}

TEST(ParserPosition, ViewKeepsItsQueryText) {
  const Result<StatementPtr> statement = parse_statement("CREATE VIEW v AS SELECT a -- why\n FROM t;");
  ASSERT_TRUE(statement.ok()) << statement.status().to_string();
  EXPECT_EQ((*statement)->as<CreateView>().query_text, "SELECT a -- why\n FROM t");
}

TEST(ParserPosition, IntervalsHaveValues) {
  const auto value = [](std::string_view text) {
    const Result<ExpressionPtr> interval = parse_expression(text);
    return interval.ok() ? (*interval)->as<IntervalLiteral>().value : INT64_MIN;
  };
  EXPECT_EQ(value("INTERVAL '2-10' YEAR TO MONTH"), 34);
  EXPECT_EQ(value("INTERVAL '10 00:00:00.004' DAY TO SECOND"), 864'000'004);
  EXPECT_EQ(value("INTERVAL '10 00:12' DAY TO MINUTE"), 864'720'000);
  EXPECT_EQ(value("INTERVAL '0.003' SECOND"), 3);
  EXPECT_EQ(value("INTERVAL '0.0009' SECOND"), 0);
  EXPECT_EQ(value("INTERVAL '-30' DAY"), -2'592'000'000);
  EXPECT_EQ(value("INTERVAL -'-30' DAY"), 2'592'000'000);
  EXPECT_EQ(value("INTERVAL '1:02' MINUTE TO SECOND"), 62'000);
}

}  // namespace
}  // namespace eddyline::sql
