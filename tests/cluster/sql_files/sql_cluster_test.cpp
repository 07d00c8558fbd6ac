#include <gtest/gtest.h>

#include <fstream>

#include "tests/cluster/sql_files/cluster_engine.hpp"
#include "tests/sql/harness/block_runner.hpp"
#include "tests/sql/harness/sql_folder.hpp"

namespace eddyline::sql_tests {
namespace {

constexpr size_t kExecutors = 2;

/// For the ordinary run: aggregates, joins, watermarks, failures and what needs no script tables.
std::vector<std::string> chosen_files() {
  return {"aggregate/sum_retract.test", "calc/runtime_error.test", "calc/values.test", "early_fire/right_and_full.test",
          "interval_join/left.test", "watermark/fed.test"};
}

std::vector<std::string> paths() {
  return runs_everything() ? sql_file_paths() : chosen_files();
}

/// One cluster for all files.
SqlCluster& cluster() {
  static SqlCluster cluster(kExecutors);
  return cluster;
}

/// Whether what the block gives depends on a clock that the test moves.
bool needs_virtual_clock(const Block& block) {
  return block.kind == Block::Kind::kTimeline || std::ranges::any_of(block.steps, [](const Step& step) {
           return step.kind == Step::Kind::kAdvance;
         });
}

/// Whether the file's queries have branches, which run beside each other and whose rows meet as luck has it.
bool has_branches(const SqlFile& file) {
  return std::ranges::any_of(
      file.blocks, [](const Block& block) { return block.sql.find("UNION") != std::string::npos; });
}

/// tests/cluster/sql_files/skipped_blocks.txt: "path:line" to the reason.
std::map<std::string, std::string> listed_as_skipped() {
  std::map<std::string, std::string> listed;
  std::ifstream in(EDDYLINE_SOURCE_DIR "/tests/cluster/sql_files/skipped_blocks.txt");
  for (std::string line; std::getline(in, line);) {
    const size_t blank = line.find(' ');
    if (!line.empty() && line.front() != '#') listed[line.substr(0, blank)] = line.substr(blank + 1);
  }
  return listed;
}

using FileAndParallelism = std::tuple<std::string, uint32_t>;

class SqlClusterTest : public testing::TestWithParam<FileAndParallelism> {};

TEST_P(SqlClusterTest, GivesWhatTheFileSays) {
  const auto& [path, parallelism] = GetParam();
  const Result<SqlFile> file = read_sql_file(sql_folder() + "/" + path);
  ASSERT_TRUE(file.ok()) << file.status().to_string();
  if (parallelism > 1 && std::ranges::find(file->restrictions, "parallelism=1") != file->restrictions.end()) {
    GTEST_SKIP() << "the file is restricted to parallelism=1";
  }
  if (const std::string_view feature = missing_feature(*file); !feature.empty()) {
    GTEST_SKIP() << feature << " are not there yet";
  }
  const auto skipped = listed_as_skipped();
  ClusterEngine engine(cluster(), parallelism);
  BlockRunner runner(engine, parallelism == 1 && !has_branches(*file));
  for (const Block& block : file->blocks) {
    if (needs_virtual_clock(block) || skipped.contains(path + ":" + std::to_string(block.line))) continue;
    const size_t logged = cluster().log_lines();
    const Result<BlockOutcome> outcome = runner.run(block);
    ASSERT_TRUE(outcome.ok()) << file->path << ":" << block.line << ": " << outcome.status().to_string() << "\n"
                              << cluster().log_since(logged);
    EXPECT_EQ(outcome->expected, outcome->actual) << file->path << ":" << block.line << ":\n"
                                                  << block.sql << "\n"
                                                  << cluster().log_since(logged);
  }
}

std::string test_name(const testing::TestParamInfo<FileAndParallelism>& info) {
  return test_name_of(std::get<0>(info.param)) + "_parallelism" + std::to_string(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Files, SqlClusterTest, testing::Combine(testing::ValuesIn(paths()), testing::Values(1U, 2U)),
                         test_name);

}  // namespace
}  // namespace eddyline::sql_tests
