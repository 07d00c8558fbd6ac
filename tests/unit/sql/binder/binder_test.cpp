// Runs the data files of this folder: statements in, the bound tree or the error out.
//
//   > statement            several lines until "----"; DDL takes effect for the cases below it
//   ----
//   expected               tree of the logical plan; "ok" for DDL; "error CODE line:column message" (message may go on for lines)
//
// A blank line ends a case. REWRITE=1 writes what was found into the file.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "expression/time_zone.hpp"
#include "sql/binder/insert_binder.hpp"
#include "sql/binder/query_binder.hpp"
#include "sql/binder/table_binder.hpp"
#include "sql/logical/logical_node.hpp"
#include "sql/parser/parser.hpp"

namespace eddyline::sql {
namespace {

/// A catalog and the registries, as a session has them.
class Bench {
 public:
  Bench() {
    expression::register_scalar_functions(functions_);
    expression::register_aggregate_functions(aggregate_functions_);
    zone_ = *expression::make_time_zone("UTC");
  }

  std::string run(const std::string& sql) {
    const auto statement = parse_statement(sql);
    if (!statement.ok()) return error_text(statement.status());
    const auto outcome = bind(**statement);
    return outcome.ok() ? *outcome : error_text(outcome.status());
  }

 private:
  static std::string error_text(const Status& status) {
    std::string text = "error " + std::string(error_code_name(status.code())) + " ";
    if (const auto& position = status.position()) {
      text += std::to_string(position->line) + ":" + std::to_string(position->column) + " ";
    }
    return text + status.message();
  }

  Result<std::string> bind(const Statement& statement) {
    const BinderContext context{catalog_, {catalog_.current_catalog(), catalog_.current_database()}, functions_,
                                aggregate_functions_, *zone_};
    switch (statement.kind) {
      case StatementKind::kCreateTable: {
        ASSIGN_OR_RETURN(plan::ResolvedTablePtr table, TableBinder(context).bind(statement.as<CreateTable>()));
        RETURN_IF_ERROR(catalog_.create(std::move(table), false));
        return std::string("ok");
      }
      case StatementKind::kCreateView: {
        const auto& create = statement.as<CreateView>();
        ASSIGN_OR_RETURN(QueryPtr query, parse_query(create.query_text));
        ASSIGN_OR_RETURN(ViewPtr view, bind_view_definition(context, create, std::move(query)));
        RETURN_IF_ERROR(catalog_.create(std::move(view), false));
        return std::string("ok");
      }
      case StatementKind::kDrop: {
        const auto& drop = statement.as<Drop>();
        ASSIGN_OR_RETURN(const plan::ObjectIdentifier identifier, catalog_.qualify(drop.name));
        RETURN_IF_ERROR(catalog_.drop(identifier, drop.object == ObjectKind::kView ? ObjectType::kView : ObjectType::kTable,
                                      drop.temporary, drop.if_exists));
        return std::string("ok");
      }
      case StatementKind::kInsert: {
        ASSIGN_OR_RETURN(const LogicalPtr sink, InsertBinder(context).bind(statement.as<Insert>()));
        return tree_text(*sink);
      }
      case StatementKind::kQuery: {
        ASSIGN_OR_RETURN(const BoundQuery query, QueryBinder(context).bind(*statement.as<QueryStatement>().query));
        return tree_text(*query.node);
      }
      default:
        return not_supported("statement in a binder test");
    }
  }

  CatalogManager catalog_;
  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  std::unique_ptr<expression::TimeZone> zone_;
};

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// One case: its SQL and what the file expects.
struct Case {
  std::string sql;
  std::string expected;
  size_t line = 0;
};

std::vector<Case> read_cases(std::istream& file, std::vector<std::string>& header) {
  std::vector<Case> cases;
  std::string line;
  size_t number = 0;
  bool in_expected = false;
  while (std::getline(file, line)) {
    ++number;
    if (line.starts_with("> ")) {
      cases.push_back({line.substr(2) + "\n", "", number});
      in_expected = false;
    } else if (cases.empty()) {
      header.push_back(line);
    } else if (line == "----") {
      in_expected = true;
    } else {
      (in_expected ? cases.back().expected : cases.back().sql) += line + "\n";
    }
  }
  return cases;
}

class BinderDataTest : public testing::TestWithParam<std::string> {};

TEST_P(BinderDataTest, Matches) {
  std::ifstream file(GetParam());
  std::vector<std::string> header;
  std::vector<Case> cases = read_cases(file, header);
  ASSERT_FALSE(cases.empty());
  const bool rewrite = std::getenv("REWRITE") != nullptr;
  Bench bench;
  std::string text;
  for (const std::string& line : header) text += line + "\n";
  for (const Case& one : cases) {
    const std::string found = trimmed(bench.run(trimmed(one.sql)));
    if (!rewrite) {
      EXPECT_EQ(found, trimmed(one.expected)) << GetParam() << ":" << one.line << "\n" << one.sql;
    }
    text += "> " + trimmed(one.sql) + "\n----\n" + found + "\n\n";
  }
  if (rewrite) std::ofstream(GetParam()) << trimmed(text) << "\n";
}

std::vector<std::string> data_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(EDDYLINE_SOURCE_DIR "/tests/unit/sql/binder/data")) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

INSTANTIATE_TEST_SUITE_P(Files, BinderDataTest, testing::ValuesIn(data_files()),
                         [](const auto& info) { return std::filesystem::path(info.param).stem().string(); });

}  // namespace
}  // namespace eddyline::sql
