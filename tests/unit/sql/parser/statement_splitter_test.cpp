#include <gtest/gtest.h>

#include <string>

#include "sql/parser/statement_splitter.hpp"

namespace eddyline::sql {
namespace {

/// "line:column[text]" of each statement, with `;` when it was terminated, then the open end.
std::string shown(std::string_view script, SourcePosition start = {}) {
  const Result<SplitScript> split = split_statements(script, start);
  if (!split.ok()) return split.status().to_string();
  std::string text;
  for (const StatementText& statement : split->statements) {
    text += std::to_string(statement.position.line) + ":" + std::to_string(statement.position.column) + "[" +
            std::string(statement.text) + "]" + (statement.terminated ? "; " : " ");
  }
  if (!split->unreadable.ok()) return text + split->unreadable.to_string();
  return text + std::to_string(static_cast<int>(split->open_end));
}

std::string open(OpenEnd end) {
  return std::to_string(static_cast<int>(end));
}

TEST(StatementSplitter, CutsAtSemicolons) {
  EXPECT_EQ(shown("SELECT 1;\n  SELECT 2 ;"), "1:1[SELECT 1]; 2:3[SELECT 2]; 0");
  EXPECT_EQ(shown(""), "0");
  EXPECT_EQ(shown(" ;; \n ; -- nothing"), "0");
}

TEST(StatementSplitter, LeavesQuotesCommentsAndHintsWhole) {
  EXPECT_EQ(shown("SELECT 'a;b', `c;d`, e'x\\';y' -- z;\n;"), "1:1[SELECT 'a;b', `c;d`, e'x\\';y']; 0");
  EXPECT_EQ(shown("SELECT /*+ A('k;'='v') */ 1 /* ; */;"), "1:1[SELECT /*+ A('k;'='v') */ 1]; 0");
  EXPECT_EQ(shown("-- only a comment; with one\nSELECT 1;"), "2:1[SELECT 1]; 0");
}

TEST(StatementSplitter, KeepsStatementSetsWhole) {
  const std::string set =
      "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN x THEN 1 END FROM b; "
      "INSERT INTO c SELECT 1; END";
  EXPECT_EQ(shown(set + ";SELECT 1;"), "1:1[" + set + "]; 1:" + std::to_string(set.size() + 2) + "[SELECT 1]; 0");
  EXPECT_EQ(shown("BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END;"),
            "1:1[BEGIN STATEMENT SET]; 1:22[INSERT INTO a SELECT 1]; 1:46[END]; 0");
}

TEST(StatementSplitter, SaysWhatIsOpen) {
  EXPECT_EQ(shown("SELECT 1"), "1:1[SELECT 1] " + open(OpenEnd::kMissingTerminator));
  EXPECT_EQ(shown("SELECT 'a;"), "1:1[SELECT 'a;] " + open(OpenEnd::kString));
  EXPECT_EQ(shown("SELECT `a;"), "1:1[SELECT `a;] " + open(OpenEnd::kQuotedName));
  EXPECT_EQ(shown("SELECT 1; /* a;"), "1:1[SELECT 1]; 1:11[/* a;] " + open(OpenEnd::kComment));
  EXPECT_EQ(shown("SELECT /*+ A('k'='v');"), "1:1[SELECT /*+ A('k'='v');] " + open(OpenEnd::kHint));
  EXPECT_EQ(shown("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1;"),
            "1:1[EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1;] " + open(OpenEnd::kStatementSet));
}

TEST(StatementSplitter, CountsCharactersFromTheGivenStart) {
  EXPECT_EQ(shown("'äö'; X", {.line = 7, .column = 5}), "7:5['äö']; 7:11[X] 1");
  EXPECT_EQ(shown("A;\r\nB;\rC;\nD;"), "1:1[A]; 2:1[B]; 3:1[C]; 4:1[D]; 0");
}

TEST(StatementSplitter, RefusesOtherBytesThanUtf8) {
  const std::string text = "SELECT 1;\nSELECT 'ä\xff';";
  EXPECT_EQ(shown(text),
            "1:1[SELECT 1]; ParseError: Lexical error at line 2, column 10. The text is not UTF-8: unexpected byte 0xFF.");
}

}  // namespace
}  // namespace eddyline::sql
