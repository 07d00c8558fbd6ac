#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/batch_property.hpp"
#include "tests/unit/common/columnar/random_batches.hpp"

namespace eddyline {
namespace {

std::filesystem::path folder() {
  return std::filesystem::path(EDDYLINE_SOURCE_DIR) / "tests/fuzz/corpus/batch";
}

/// As the fuzzer takes it: how many columns, their types, the encoded batch.
std::string fuzz_input(const Batch& batch) {
  std::string input(1, static_cast<char>(batch.columns().size()));
  for (const ColumnPtr& column : batch.columns()) input += static_cast<char>(column->type());
  return input + encode_batch(batch);
}

/// With REWRITE=1 the inputs that the fuzzer starts from are made anew.
void rewrite() {
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    RandomBatches batches(seed);
    const Batch batch = batches.batch(batches.types(), 8);
    std::ofstream file(folder() / ("batch_" + std::to_string(seed) + ".bin"), std::ios::binary);
    file << fuzz_input(batch);
  }
}

TEST(BatchCorpusTest, HoldsTheProperty) {
  if (std::getenv("REWRITE") != nullptr) rewrite();
  size_t inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::vector<uint8_t> input{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    EXPECT_EQ(broken_batch_property(input), "") << entry.path();
    ++inputs;
  }
  EXPECT_GE(inputs, 24U);
}

}  // namespace
}  // namespace eddyline
