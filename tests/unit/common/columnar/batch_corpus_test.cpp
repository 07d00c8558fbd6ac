#include <gtest/gtest.h>

#include "tests/fuzz/batch_property.hpp"
#include "tests/unit/common/corpus_folder.hpp"
#include "tests/unit/common/columnar/random_batches.hpp"

namespace eddyline {
namespace {

/// As the fuzzer takes it: how many columns, their types, the encoded batch.
std::string fuzz_input(const Batch& batch) {
  std::string input(1, static_cast<char>(batch.columns().size()));
  for (const ColumnPtr& column : batch.columns()) input += static_cast<char>(column->type());
  return input + encode_batch(batch);
}

TEST(BatchCorpusTest, HoldsTheProperty) {
  const CorpusFolder corpus("batch");
  if (CorpusFolder::is_to_be_rewritten()) {
    for (uint64_t seed = 1; seed <= 24; ++seed) {
      RandomBatches batches(seed);
      corpus.write("batch_" + std::to_string(seed), fuzz_input(batches.batch(batches.types(), 8)));
    }
  }
  EXPECT_GE(corpus.inputs().size(), 24U);
  for (const auto& [name, bytes] : corpus.inputs()) EXPECT_EQ(broken_batch_property(bytes), "") << name;
}

}  // namespace
}  // namespace eddyline
