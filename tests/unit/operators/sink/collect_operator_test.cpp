#include "operators/sink/collect_operator.hpp"

#include "operators/sink/result_reader.hpp"
#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

using std::chrono::milliseconds;

class CollectOperatorTest : public OperatorTestBase {
 protected:
  void SetUp() override { ASSERT_TRUE(collect_.open(surroundings_.context()).ok()); }

  Progress push(int64_t value) {
    Output output;
    return collect_.on_batch(0, batch({{value}}), output).value();
  }
  ResultReader::Next next() { return reader_.next(milliseconds(0)).value(); }

  std::shared_ptr<ResultBuffer> results_ = std::make_shared<ResultBuffer>(Bytes(100), surroundings_.memory().child("rows"));
  ResultReader reader_{results_, {PhysicalType::kInt64}};
  CollectOperator collect_{results_};
};

TEST_F(CollectOperatorTest, WaitsForAClientThatDoesNotRead) {
  int64_t pushed = 0;
  while (push(pushed + 1) == Progress::kDone) ++pushed;
  ASSERT_GT(pushed, 0);
  // What a fetch gave may be asked for again, so only the next one makes room.
  for (int64_t value = 1; value <= pushed; ++value) {
    EXPECT_EQ(rows_of(*next().batch), std::vector<std::string>{"+I " + std::to_string(value)});
  }
  EXPECT_FALSE(next().batch.has_value());
  EXPECT_EQ(push(pushed + 1), Progress::kDone);
}

TEST_F(CollectOperatorTest, RowsBeforeTheEnd) {
  push(1);
  ASSERT_TRUE(collect_.close().ok());
  EXPECT_TRUE(next().batch.has_value());
  EXPECT_TRUE(next().ended);
}

TEST_F(CollectOperatorTest, AClosedBufferTakesAndDropsEverything) {
  results_->close();
  for (int64_t value = 0; value < 100; ++value) EXPECT_EQ(push(value), Progress::kDone);
  EXPECT_FALSE(next().batch.has_value());
}

TEST_F(CollectOperatorTest, KindsArrive) {
  Output output;
  ASSERT_EQ(collect_.on_batch(0, batch({{1, 2}}, {RowKind::kUpdateBefore, RowKind::kUpdateAfter}), output).value(),
            Progress::kDone);
  EXPECT_EQ(rows_of(*next().batch), (std::vector<std::string>{"-U 1", "+U 2"}));
}

/// Rows with long texts, as REPEAT makes them.
class CollectedTextsTest : public OperatorTestBase {
 protected:
  void SetUp() override { ASSERT_TRUE(collect_.open(surroundings_.context()).ok()); }

  /// A row a length.
  static Batch texts(const std::vector<size_t>& lengths) {
    MutableColumn column(PhysicalType::kString, lengths.size());
    for (size_t row = 0; row < lengths.size(); ++row) {
      column.set_string(row, std::string(lengths[row], static_cast<char>('a' + row % 26)));
    }
    return Batch({column.seal(lengths.size())}, lengths.size());
  }
  /// Pushes all of it, and fetches whenever the operator waits: the sizes of the pieces that came.
  Result<std::vector<size_t>> pieces_of(const Batch& batch) {
    std::vector<size_t> sizes;
    while (true) {
      Output output;
      ASSIGN_OR_RETURN(const Progress progress, collect_.on_batch(0, batch, output));
      if (progress == Progress::kMore) continue;
      ASSIGN_OR_RETURN(const ResultBuffer::Fetched fetched, results_->fetch(fetched_, Bytes(UINT64_MAX)));
      fetched_ += fetched.rows;
      for (const auto& piece : fetched.batches) sizes.push_back(piece->size());
      RETURN_IF_ERROR(results_->fetch(fetched_, Bytes(0)).status());
      if (progress == Progress::kDone) return sizes;
    }
  }

  std::shared_ptr<ResultBuffer> results_ =
      std::make_shared<ResultBuffer>(Bytes(uint64_t{8} << 20), surroundings_.memory().child("rows"));
  CollectOperator collect_{results_};
  uint64_t fetched_ = 0;
};

TEST_F(CollectedTextsTest, ALargeBatchGoesInPieces) {
  constexpr size_t kLength = 300'000;
  const std::vector<size_t> sizes = pieces_of(texts(std::vector<size_t>(100, kLength))).value();
  EXPECT_EQ(fetched_, 100U);
  for (const size_t size : sizes) EXPECT_LE(size, kResultPieceBytesMax.value() + 1000);
  EXPECT_EQ(sizes.size(), 34U);
}

TEST_F(CollectedTextsTest, ATextThatManyRowsShareGoesInPiecesToo) {
  constexpr size_t kLength = 900'000;
  const BufferPtr indices = allocate_buffer(2048 * sizeof(int32_t));
  std::memset(indices->data(), 0, 2048 * sizeof(int32_t));
  const Batch shared({Column::dictionary(texts({kLength}).column(0), indices, 2048)}, 2048);
  const std::vector<size_t> sizes = pieces_of(shared).value();
  EXPECT_EQ(fetched_, 2048U);
  for (const size_t size : sizes) ASSERT_LE(size, kResultPieceBytesMax.value());
}

TEST_F(CollectedTextsTest, ARowOfTheLimitGoesAloneAndALongerOneFailsItsQuery) {
  constexpr size_t kFixed = sizeof(StringView);
  const size_t longest = kResultRowBytesMax.value() - kFixed;
  const std::vector<size_t> sizes = pieces_of(texts({5, longest, 5})).value();
  EXPECT_EQ(sizes.size(), 3U);
  EXPECT_EQ(fetched_, 3U);
  const Status failed = pieces_of(texts({5, longest + 1, 5})).status();
  EXPECT_EQ(failed.message(),
            "Row 5 of the result takes 67108865 bytes; a row for a client takes 67108864 at most.");
}

TEST_F(CollectedTextsTest, WhatWaitsForTheClientCountsAndFailsWhereThereIsNoMemory) {
  Output output;
  const Batch rows = texts({500'000});
  ASSERT_EQ(collect_.on_batch(0, rows, output).value(), Progress::kDone);
  EXPECT_GE(surroundings_.memory().used().value(), 500'000U);
  ASSERT_TRUE(results_->fetch(1, Bytes(0)).ok());
  EXPECT_EQ(surroundings_.memory().used().value(), 0U);

  const auto small = MemoryPool::root("process", Bytes(400'000), "taskmanager.memory.process.size");
  CollectOperator collect(std::make_shared<ResultBuffer>(Bytes(uint64_t{8} << 20), small->child("rows of q")));
  ASSERT_TRUE(collect.open(surroundings_.context()).ok());
  const Status failed = collect.on_batch(0, rows, output).status();
  EXPECT_EQ(failed.code(), ErrorCode::kOutOfMemory);
  EXPECT_NE(failed.message().find("'rows of q'"), std::string::npos) << failed.message();
}

}  // namespace
}  // namespace eddyline::operators
