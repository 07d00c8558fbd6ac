#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/unit/jobmanager/core/core_script.hpp"

namespace eddyline::jobmanager::tests {
namespace {

const std::filesystem::path kScripts =
    std::filesystem::path(EDDYLINE_SOURCE_DIR) / "tests" / "unit" / "jobmanager" / "scripts";

std::vector<std::string> script_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kScripts)) names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

class JobManagerScriptTest : public testing::TestWithParam<std::string> {};

TEST_P(JobManagerScriptTest, GivesWhatTheScriptSays) {
  const std::filesystem::path path = kScripts / (GetParam() + ".script");
  const std::vector<std::string> lines = run_core_script(read_core_script(path));
  const char* const wish = std::getenv("REWRITE");
  if (wish != nullptr && std::string_view(wish) == "1") {
    std::ofstream file(path);
    for (const std::string& line : lines) file << line << '\n';
    return;
  }
  EXPECT_EQ(lines.front(), "# name: tests/unit/jobmanager/scripts/" + GetParam() + ".script");
  EXPECT_EQ(lines, lines_of(path)) << path << " (REWRITE=1 writes what is said now)";
}

INSTANTIATE_TEST_SUITE_P(Scripts, JobManagerScriptTest, testing::ValuesIn(script_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace eddyline::jobmanager::tests
