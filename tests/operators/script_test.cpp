#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/operators/script_runner.hpp"

namespace eddyline::tests {
namespace {

const std::filesystem::path kScripts = std::filesystem::path(EDDYLINE_SOURCE_DIR) / "tests" / "operators";

std::vector<std::string> script_paths() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kScripts)) {
    if (entry.path().extension() == ".script") paths.push_back(entry.path().lexically_relative(kScripts).string());
  }
  std::ranges::sort(paths);
  return paths;
}

bool rewriting() {
  const char* const wish = std::getenv("REWRITE");
  return wish != nullptr && std::string_view(wish) == "1";
}

using ScriptAndMode = std::tuple<std::string, size_t>;

class OperatorScriptTest : public testing::TestWithParam<ScriptAndMode> {};

TEST_P(OperatorScriptTest, GivesWhatTheScriptSays) {
  const auto& [path, mode_index] = GetParam();
  const DriverMode& mode = driver_modes()[mode_index];
  const Result<Script> script = read_script((kScripts / path).string());
  ASSERT_TRUE(script.ok()) << script.status().to_string();
  EXPECT_EQ(script->head_text.front(), "# name: tests/operators/" + path);

  const Result<std::vector<Lines>> outputs = run_script(*script, mode);
  ASSERT_TRUE(outputs.ok()) << path << ": " << outputs.status().to_string();
  if (rewriting() && mode_index == 0) {
    std::ofstream(script->path) << script_text(*script, *outputs);
    return;
  }
  for (size_t i = 0; i < outputs->size(); ++i) {
    const ScriptEvent& event = script->events[i];
    EXPECT_EQ((*outputs)[i], event.expected)
        << path << ":" << event.line << ": " << event.verb << " " << event.argument;
  }
}

std::string test_name(const testing::TestParamInfo<ScriptAndMode>& info) {
  std::string name = std::get<0>(info.param);
  name.resize(name.size() - std::string_view(".script").size());
  std::ranges::replace_if(
      name, [](char character) { return std::isalnum(static_cast<unsigned char>(character)) == 0; }, '_');
  return name + "_" + driver_modes()[std::get<1>(info.param)].name;
}

INSTANTIATE_TEST_SUITE_P(Scripts, OperatorScriptTest,
                         testing::Combine(testing::ValuesIn(script_paths()),
                                          testing::Range(size_t{0}, driver_modes().size())),
                         test_name);

}  // namespace
}  // namespace eddyline::tests
