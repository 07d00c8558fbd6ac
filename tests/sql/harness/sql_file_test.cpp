#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "tests/sql/harness/block_runner.hpp"
#include "tests/sql/harness/sql_folder.hpp"
#include "tests/sql/harness/virtual_engine.hpp"

namespace eddyline::sql_tests {
namespace {

bool is_set(const char* variable, std::string_view value) {
  const char* const found = std::getenv(variable);
  return found != nullptr && value == found;
}

std::vector<TestMode> modes() {
  return test_modes(runs_everything());
}

/// Puts the outcomes of blocks into the file, the last first so that line numbers stay right.
void rewrite(const SqlFile& file, const std::vector<std::optional<Lines>>& outcomes) {
  Lines lines = file.lines;
  for (size_t block = outcomes.size(); block-- > 0;) {
    if (!outcomes[block]) continue;
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(file.blocks[block].expected_first);
    const auto end = lines.begin() + static_cast<std::ptrdiff_t>(file.blocks[block].expected_end);
    const bool divider_missing = *(first - 1) != "----" && !outcomes[block]->empty();
    auto at = lines.erase(first, end);
    at = lines.insert(at, outcomes[block]->begin(), outcomes[block]->end());
    if (divider_missing) lines.insert(at, "----");
  }
  std::ofstream out(file.path);
  for (const std::string& line : lines) out << line << '\n';
}

/// tests/sql/skipped_files.txt: path to what it waits for.
std::map<std::string, std::string> listed_as_skipped() {
  std::map<std::string, std::string> listed;
  std::ifstream in(sql_folder() + "/skipped_files.txt");
  for (std::string line; std::getline(in, line);) {
    const size_t blank = line.find(' ');
    if (!line.empty() && line.front() != '#') listed[line.substr(0, blank)] = line.substr(blank + 1);
  }
  return listed;
}

TEST(SqlFilesTest, SkipsJustTheListedFiles) {
  std::map<std::string, std::string> waiting;
  for (const std::string& path : sql_file_paths()) {
    const Result<SqlFile> file = read_sql_file(sql_folder() + "/" + path);
    ASSERT_TRUE(file.ok()) << file.status().to_string();
    const std::string_view feature = missing_feature(*file);
    if (!feature.empty()) waiting[path] = feature;
  }
  EXPECT_EQ(waiting, listed_as_skipped()) << "tests/sql/skipped_files.txt lists what waits for a part of the cluster";
}

using FileAndMode = std::tuple<std::string, size_t>;

class SqlFileTest : public testing::TestWithParam<FileAndMode> {};

TEST_P(SqlFileTest, GivesWhatTheFileSays) {
  const auto& [path, mode_index] = GetParam();
  const TestMode mode = modes()[mode_index];
  const Result<SqlFile> file = read_sql_file(sql_folder() + "/" + path);
  ASSERT_TRUE(file.ok()) << file.status().to_string();
  EXPECT_EQ(file->name, "tests/sql/" + path);
  for (const std::string& restriction : file->restrictions) {
    if (!mode.satisfies(restriction)) GTEST_SKIP() << "the file is restricted to " << restriction;
  }
  VirtualEngine engine(mode);
  BlockRunner runner(engine, mode.parallelism == 1);
  std::vector<std::optional<Lines>> rewritten;
  for (const Block& block : file->blocks) {
    const Result<BlockOutcome> outcome = runner.run(block);
    ASSERT_TRUE(outcome.ok()) << file->path << ":" << block.line << ": " << outcome.status().to_string();
    rewritten.push_back(outcome->rewritten);
    if (is_set("REWRITE", "1")) continue;
    EXPECT_EQ(outcome->expected, outcome->actual) << file->path << ":" << block.line << ":\n" << block.sql;
  }
  if (is_set("REWRITE", "1") && mode_index == 0) rewrite(*file, rewritten);
}

std::string test_name(const testing::TestParamInfo<FileAndMode>& info) {
  return test_name_of(std::get<0>(info.param)) + "_" + modes()[std::get<1>(info.param)].name();
}

INSTANTIATE_TEST_SUITE_P(Files, SqlFileTest,
                         testing::Combine(testing::ValuesIn(sql_file_paths()), testing::Range(size_t{0}, modes().size())),
                         test_name);

}  // namespace
}  // namespace eddyline::sql_tests
