#include "checkpoint/storage/state_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/columnar/batch_codec.hpp"
#include "common/columnar/mutable_column.hpp"
#include "tests/process_driver/scratch_folder.hpp"

namespace eddyline::checkpoint {
namespace {

const std::vector<PhysicalType> kTypes = {PhysicalType::kInt64};

Batch numbers(int64_t first, size_t count) {
  MutableColumn column(PhysicalType::kInt64, count);
  for (size_t i = 0; i < count; ++i) column.values<int64_t>()[i] = first + static_cast<int64_t>(i);
  std::vector<ColumnPtr> columns;
  columns.push_back(column.seal(count));
  return {std::move(columns), count};
}

class StateFileTest : public testing::Test {
 protected:
  SavedBytes save(size_t batches, size_t rows, size_t inline_max) {
    StateFileWriter writer(folder_.path(), "state", inline_max);
    for (size_t i = 0; i < batches; ++i) EXPECT_TRUE(writer.add(static_cast<uint32_t>(i % 3), numbers(static_cast<int64_t>(i), rows)).ok());
    return writer.finish().value();
  }

  /// "state: first value", by block; or why it cannot be read.
  Result<std::vector<std::string>> read(const SavedBytes& saved) const {
    ASSIGN_OR_RETURN(StateFileReader reader, StateFileReader::open(folder_.path(), saved));
    std::vector<std::string> blocks;
    while (true) {
      ASSIGN_OR_RETURN(const std::optional<StateFileReader::Block> block, reader.next());
      if (!block.has_value()) return blocks;
      ASSIGN_OR_RETURN(const Batch rows, decode_batch(*block->bytes, block->bytes, kTypes));
      blocks.push_back(std::to_string(block->state) + ": " + std::to_string(DecodedColumn(*rows.column(0)).value<int64_t>(0)));
    }
  }

  std::string path() const { return folder_.path() + "/state"; }
  std::string contents() const {
    std::ostringstream all;
    all << std::ifstream(path(), std::ios::binary).rdbuf();
    return all.str();
  }
  void overwrite(const std::string& bytes) const { std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes; }

  tests::ScratchFolder folder_;
};

TEST_F(StateFileTest, LittleStateNeedsNoFile) {
  const SavedBytes saved = save(4, 10, 20'000);
  EXPECT_FALSE(saved.file.has_value());
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
  EXPECT_EQ(read(saved).value(), (std::vector<std::string>{"0: 0", "1: 1", "2: 2", "0: 3"}));
}

TEST_F(StateFileTest, NoStateIsNothing) {
  const SavedBytes saved = save(0, 0, 0);
  EXPECT_EQ(saved, SavedBytes());
  EXPECT_TRUE(read(saved).value().empty());
}

TEST_F(StateFileTest, MoreIsAFileOfBlocks) {
  const SavedBytes saved = save(4, 40'000, 20'000);
  ASSERT_TRUE(saved.file.has_value());
  EXPECT_EQ(saved.file->path, "state");
  EXPECT_EQ(saved.file->bytes, std::filesystem::file_size(path()));
  EXPECT_GT(saved.file->bytes, 4u * 40'000 * sizeof(int64_t));
  EXPECT_EQ(read(saved).value(), (std::vector<std::string>{"0: 0", "1: 1", "2: 2", "0: 3"}));
}

TEST_F(StateFileTest, EveryCutIsFound) {
  const SavedBytes saved = save(2, 20, 0);
  const std::string whole = contents();
  for (size_t bytes = 0; bytes < whole.size(); ++bytes) {
    overwrite(whole.substr(0, bytes));
    const Status status = read(saved).status();
    ASSERT_EQ(status.message(), "The saved file '" + path() + "' has " + std::to_string(bytes) + " bytes instead of " +
                                    std::to_string(whole.size()) + ": it is torn or altered");
  }
}

TEST_F(StateFileTest, EveryFlippedBitIsFound) {
  const SavedBytes saved = save(2, 20, 0);
  const std::string whole = contents();
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string altered = whole;
    altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ (1 << (bit % 8)));
    overwrite(altered);
    const Status status = read(saved).status();
    ASSERT_FALSE(status.ok()) << "bit " << bit;
    ASSERT_NE(status.message().find("'" + path() + "'"), std::string::npos) << status.message();
    ASSERT_NE(status.message().find("torn or altered"), std::string::npos) << status.message();
  }
}

TEST_F(StateFileTest, InlinedBytesAreNotTrustedEither) {
  const SavedBytes saved = save(2, 20, 20'000);
  for (size_t bytes = 1; bytes < saved.inlined.size(); ++bytes) {
    SavedBytes cut = saved;
    cut.inlined.resize(bytes);
    const Result<std::vector<std::string>> blocks = read(cut);
    // A cut between blocks shows in the metadata's checksum alone.
    if (blocks.ok()) {
      EXPECT_LT(blocks->size(), 2u) << bytes;
    }
  }
}

TEST_F(StateFileTest, ADiskThatTakesNothingIsTold) {
  StateFileWriter writer("/nowhere", "state", 100);
  ASSERT_TRUE(writer.add(0, numbers(0, 100)).ok());
  EXPECT_EQ(writer.finish().status().message(), "Cannot create file '/nowhere/state.inprogress': No such file or directory");
}

}  // namespace
}  // namespace eddyline::checkpoint
