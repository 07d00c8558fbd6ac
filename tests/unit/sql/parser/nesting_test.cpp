#include <gtest/gtest.h>

#include <string>

#include "sql/parser/ast_dml.hpp"
#include "sql/parser/parser.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {
namespace {

std::string repeated(std::string_view text, size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) result += text;
  return result;
}

void expect_too_deep(const std::string& statement) {
  const Result<StatementPtr> result = parse_statement(statement);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), ErrorCode::kParseError);
  EXPECT_NE(result.status().message().find("nested too deeply"), std::string::npos) << result.status().message();
  EXPECT_TRUE(result.status().position().has_value());
}

/// Parses, unparses and destroys it.
void expect_fine(const std::string& statement) {
  const Result<StatementPtr> result = parse_statement(statement);
  ASSERT_TRUE(result.ok()) << result.status().to_string();
  const std::string text = to_sql(**result);
  const Result<StatementPtr> again = parse_statement(text);
  ASSERT_TRUE(again.ok()) << again.status().to_string();
  EXPECT_EQ(to_sql(**again), text);
}

TEST(ParserNesting, ThousandsOfParentheses) {
  expect_too_deep("SELECT " + repeated("(", 1'000'000) + "1" + repeated(")", 1'000'000));
  for (const size_t depth : {5'000U, 20'000U}) {
    expect_too_deep("SELECT " + repeated("(", depth) + "1" + repeated(")", depth));
    expect_too_deep("SELECT * FROM " + repeated("(", depth) + "t" + repeated(")", depth));
    expect_too_deep(repeated("(", depth) + "SELECT 1" + repeated(")", depth));
    expect_too_deep("SELECT " + repeated("f(", depth) + "1" + repeated(")", depth));
    expect_too_deep("SELECT " + repeated("(SELECT ", depth) + "1" + repeated(")", depth));
    expect_too_deep("SELECT CAST(NULL AS " + repeated("ARRAY<", depth) + "INT" + repeated(">", depth) + ")");
  }
}

TEST(ParserNesting, TwoHundredLevelsAreFine) {
  expect_fine("SELECT " + repeated("(", 200) + "1" + repeated(")", 200));
  expect_fine("SELECT " + repeated("f(", 200) + "1" + repeated(")", 200));
  expect_fine("SELECT a" + repeated(" + a", 900));
  expect_fine("SELECT " + repeated("(SELECT ", 100) + "1" + repeated(")", 100));
}

TEST(ParserNesting, PrefixesAndPostfixes) {
  expect_too_deep("SELECT " + repeated("NOT ", 20'000) + "TRUE");
  expect_too_deep("SELECT " + repeated("- ", 20'000) + "1");
  expect_too_deep("SELECT a" + repeated("[1]", 20'000));
  expect_too_deep("SELECT a" + repeated(" IS NULL", 20'000));
  expect_too_deep("SELECT 1" + repeated(" + 1", 20'000));
  expect_too_deep("SELECT CAST(NULL AS INT" + repeated(" ARRAY", 20'000) + ")");
  expect_too_deep("SELECT * FROM a" + repeated(" NATURAL JOIN b", 20'000));
  expect_too_deep("SELECT 1" + repeated(" UNION ALL SELECT 1 EXCEPT SELECT 1", 20'000));
  expect_too_deep("SELECT CASE WHEN a THEN " + repeated("CASE WHEN a THEN ", 20'000));
}

TEST(ParserNesting, DeepSubqueriesUnderDeepOperators) {
  // Neither the operators nor the subqueries alone are too deep.
  std::string query = "SELECT 1";
  for (int i = 0; i < 50; ++i) query = "SELECT (" + query + ")" + repeated(" + 1", 50);
  expect_too_deep(query);
}

TEST(ParserNesting, LongChainsAreFlat) {
  constexpr size_t kLength = 100'000;
  expect_fine("SELECT a" + repeated(" AND a", kLength));
  expect_fine("SELECT a" + repeated(" OR a", kLength / 10));
  expect_fine("SELECT a" + repeated(" || a", kLength));
  expect_fine("SELECT 1" + repeated(" UNION ALL SELECT 1", kLength));
  expect_fine("SELECT a IN (1" + repeated(", 1", kLength) + ")");
  expect_fine("VALUES (1, 'a')" + repeated(", (1, 'a')", kLength / 10));
  expect_fine("SELECT CASE" + repeated(" WHEN a THEN b", kLength / 10) + " END");
}

TEST(ParserNesting, ChainsAreOneNode) {
  const Result<ExpressionPtr> chain = parse_expression("a AND b AND c");
  ASSERT_TRUE(chain.ok());
  EXPECT_EQ((*chain)->as<ChainExpression>().operands.size(), 3U);
  const Result<QueryPtr> query = parse_query("SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION SELECT 4");
  ASSERT_TRUE(query.ok());
  const auto& outer = std::get<SetOperation>((*query)->body);
  EXPECT_FALSE(outer.all);
  ASSERT_EQ(outer.inputs.size(), 2U);
  EXPECT_EQ(std::get<SetOperation>(outer.inputs[0]->body).inputs.size(), 3U);
}

}  // namespace
}  // namespace eddyline::sql
