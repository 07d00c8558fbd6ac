#include "taskexecutor/snapshot/state_writing.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <thread>
#include <vector>

#include "common/columnar/mutable_column.hpp"
#include "tests/process_driver/scratch_folder.hpp"

namespace eddyline::taskexecutor {
namespace {

Batch numbers(int64_t first) {
  MutableColumn column(PhysicalType::kInt64, 100);
  for (size_t i = 0; i < 100; ++i) column.values<int64_t>()[i] = first + static_cast<int64_t>(i);
  std::vector<ColumnPtr> columns;
  columns.push_back(column.seal(100));
  return {std::move(columns), 100};
}

class StateWritingTest : public testing::Test {
 protected:
  ~StateWritingTest() override {
    for (std::thread& thread : threads_) thread.join();
  }
  std::shared_ptr<StateWriting> begin(const std::string& folder) {
    return std::make_shared<StateWriting>(
        checkpoint::StateFileWriter(folder, "state", 0),
        [this](std::function<void()> work) { threads_.emplace_back(std::move(work)); },
        [this](Result<checkpoint::SavedBytes> saved) { saved_.set_value(std::move(saved)); }, std::make_shared<Wakeup>());
  }

  tests::ScratchFolder folder_;
  std::promise<Result<checkpoint::SavedBytes>> saved_;
  std::vector<std::thread> threads_;
};

TEST_F(StateWritingTest, WritesInOrderWhateverThreadDoes) {
  const auto writing = begin(folder_.path());
  for (uint32_t i = 0; i < 50; ++i) writing->add(i, numbers(i));
  writing->finish();
  const auto saved = saved_.get_future().get();
  ASSERT_TRUE(saved.ok()) << saved.status().to_string();
  EXPECT_EQ(writing->queued_bytes(), 0);
  auto file = checkpoint::StateFileReader::open(folder_.path(), *saved);
  ASSERT_TRUE(file.ok()) << file.status().to_string();
  for (uint32_t i = 0; i < 50; ++i) EXPECT_EQ(file->next().value()->state, i);
  EXPECT_FALSE(file->next().value().has_value());
}

TEST_F(StateWritingTest, SaysWhatFailed) {
  const auto writing = begin(folder_.path() + "/absent");
  for (uint32_t i = 0; i < 3; ++i) writing->add(i, numbers(i));
  writing->finish();
  EXPECT_EQ(saved_.get_future().get().status().code(), ErrorCode::kIoError);
}

TEST_F(StateWritingTest, LeavesNothingWhenAbandoned) {
  auto writing = begin(folder_.path());
  writing->add(0, numbers(0));
  writing->abandon();
  writing.reset();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

}  // namespace
}  // namespace eddyline::taskexecutor
