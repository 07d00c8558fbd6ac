#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/fuzz/parser_property.hpp"

namespace eddyline::sql {
namespace {

TEST(ParserCorpus, HoldsTheProperty) {
  const std::string folder = std::string(EDDYLINE_SOURCE_DIR) + "/tests/fuzz/corpus/parser";
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::stringstream content;
    content << file.rdbuf();
    EXPECT_EQ(broken_parser_property(content.str()), "") << entry.path();
    ++count;
  }
  EXPECT_GT(count, 50U);
}

}  // namespace
}  // namespace eddyline::sql
