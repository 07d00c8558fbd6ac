#include "tests/sql/harness/sql_folder.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

namespace eddyline::sql_tests {
namespace {

/// Parts of a cluster that are not there yet, by the steps of files that need them.
constexpr std::string_view kCheckpoints = "checkpoints";

}  // namespace

std::string sql_folder() {
  return EDDYLINE_SOURCE_DIR "/tests/sql";
}

std::vector<std::string> sql_file_paths() {
  const std::filesystem::path folder = sql_folder();
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".test") paths.push_back(entry.path().lexically_relative(folder).string());
  }
  std::ranges::sort(paths);
  return paths;
}

bool runs_everything() {
  const char* const extent = std::getenv("EDDYLINE_TEST_EXTENT");
  return extent != nullptr && std::string_view("all") == extent;
}

std::string_view missing_feature(const SqlFile& file) {
  return file.uses(Step::Kind::kBarrier) || file.uses(Step::Kind::kRestore) ? kCheckpoints : "";
}

std::string test_name_of(const std::string& path) {
  std::string name = path.substr(0, path.size() - std::string_view(".test").size());
  std::ranges::replace_if(
      name, [](char character) { return std::isalnum(static_cast<unsigned char>(character)) == 0; }, '_');
  return name;
}

}  // namespace eddyline::sql_tests
