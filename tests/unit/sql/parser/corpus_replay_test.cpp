#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "common/base/random.hpp"
#include "tests/fuzz/parser_property.hpp"

namespace eddyline::sql {
namespace {

struct Input {
  std::string name;
  std::string content;
};

std::vector<Input> corpus() {
  std::vector<Input> inputs;
  const std::string folder = std::string(EDDYLINE_SOURCE_DIR) + "/tests/fuzz/corpus/parser";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::stringstream content;
    content << file.rdbuf();
    inputs.push_back({entry.path().filename().string(), content.str()});
  }
  // The order of a folder is nobody's promise.
  std::sort(inputs.begin(), inputs.end(), [](const Input& a, const Input& b) { return a.name < b.name; });
  return inputs;
}

TEST(ParserCorpus, HoldsTheProperty) {
  const std::vector<Input> inputs = corpus();
  EXPECT_GT(inputs.size(), 50U);
  for (const Input& input : inputs) EXPECT_EQ(broken_parser_property(input.content), "") << input.name;
}

/// The head of one input and the tail of another, with a byte changed.
std::string spliced(const Input& head, const Input& tail, Random& random) {
  std::string text = head.content.substr(0, random.below(head.content.size() + 1)) +
                     tail.content.substr(random.below(tail.content.size() + 1));
  if (!text.empty()) text[random.below(text.size())] = static_cast<char>(random.below(256));
  return text;
}

TEST(ParserCorpus, HoldsThePropertyWhenSpliced) {
  const std::vector<Input> inputs = corpus();
  Random random(20261130);
  for (int i = 0; i < 5'000; ++i) {
    const Input& head = inputs[random.below(inputs.size())];
    const Input& tail = inputs[random.below(inputs.size())];
    const std::string text = spliced(head, tail, random);
    ASSERT_EQ(broken_parser_property(text), "") << "run " << i << ":\n" << text;
  }
}

}  // namespace
}  // namespace eddyline::sql
