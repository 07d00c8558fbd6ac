// Runs every tests/plan/*.plan file. REWRITE=1 writes what came out into the files, to be reviewed as a diff.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sql/parser/statement_splitter.hpp"
#include "sql/session/session.hpp"
#include "tests/plan/plan_file.hpp"
#include "tests/plan/test_connector.hpp"

namespace eddyline::sql {
namespace {

std::filesystem::path folder() {
  return std::filesystem::path(EDDYLINE_SOURCE_DIR) / "tests" / "plan";
}

std::vector<std::string> plan_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() == ".plan") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

class PlanGoldenTest : public ::testing::TestWithParam<std::string> {
 protected:
  PlanGoldenTest() {
    expression::register_scalar_functions(functions_);
    expression::register_aggregate_functions(aggregate_functions_);
    connectors::register_connectors(connectors_);
    register_test_connector(connectors_);
    session_ =
        std::make_unique<Session>(SessionServices{functions_, aggregate_functions_, connectors_}, Configuration());
  }

  /// What a statement shows, or its error.
  Result<std::string> run(const std::string& sql) {
    ASSIGN_OR_RETURN(const StatementResult result, session_->execute(sql));
    const auto* table = std::get_if<StaticTable>(&result);
    std::string text;
    if (table == nullptr) return text;
    for (const auto& row : table->rows) text += row.front();
    return text;
  }

  void run_all(const std::filesystem::path& path) {
    std::ifstream stream(path);
    std::stringstream text;
    text << stream.rdbuf();
    const std::string script = text.str();
    const Result<SplitScript> statements = split_statements(script);
    ASSERT_TRUE(statements.ok()) << statements.status().to_string();
    for (const StatementText& statement : statements->statements) {
      const Result<std::string> result = run(std::string(statement.text));
      ASSERT_TRUE(result.ok()) << path << ": " << statement.text << "\n" << result.status().to_string();
    }
  }

  /// The statement of a block, without the last line's end and semicolon.
  static std::string statement_of(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ';' || text.back() == ' ')) text.pop_back();
    return text;
  }

  std::string outcome(const PlanBlock& block) {
    const Result<std::string> result = run(statement_of(block.text));
    if (block.kind == PlanBlock::Kind::kPlan) return result.ok() ? *result : result.status().to_string() + "\n";
    return result.ok() ? "no error\n" : result.status().message() + "\n";
  }

  void check(PlanBlock& block) {
    switch (block.kind) {
      case PlanBlock::Kind::kTables:
        run_all(folder() / "tables" / (block.text + ".sql"));
        return;
      case PlanBlock::Kind::kStatement: {
        const Result<std::string> result = run(statement_of(block.text));
        EXPECT_TRUE(result.ok()) << "line " << block.line << ": " << result.status().to_string();
        return;
      }
      case PlanBlock::Kind::kPlan:
      case PlanBlock::Kind::kError:
        break;
    }
    std::string actual = outcome(block);
    if (!rewrites()) {
      EXPECT_EQ(actual, block.expected) << "line " << block.line << ": " << block.text;
    }
    block.expected = std::move(actual);
  }

  static bool rewrites() {
    const char* value = std::getenv("REWRITE");
    return value != nullptr && std::string_view(value) == "1";
  }

  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  connectors::ConnectorRegistry connectors_;
  std::unique_ptr<Session> session_;
};

TEST_P(PlanGoldenTest, PlansAsWritten) {
  const std::filesystem::path path = folder() / (GetParam() + ".plan");
  Result<PlanFile> file = read_plan_file(path);
  ASSERT_TRUE(file.ok()) << file.status().to_string();
  for (PlanBlock& block : file->blocks) check(block);
  if (rewrites()) {
    const Status written = write_plan_file(path, *file);
    EXPECT_TRUE(written.ok()) << written.to_string();
  }
}

INSTANTIATE_TEST_SUITE_P(Files, PlanGoldenTest, ::testing::ValuesIn(plan_files()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace eddyline::sql
