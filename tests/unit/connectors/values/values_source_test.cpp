#include "connectors/values/values_source.hpp"

#include "tests/unit/connectors/connector_test_base.hpp"

namespace eddyline::connectors {
namespace {

class ValuesSourceTest : public ConnectorTestBase {
 protected:
  const RowType columns_{{"EXPR$0", DataType::integer()}, {"EXPR$1", DataType::string()}};
  const ValuesSource source_{columns_, std::make_shared<const ValuesSource::Rows>(ValuesSource::Rows{
                                           {Value::integer(1), Value::string("a")},
                                           {Value::integer(2), Value::null()},
                                           {Value::null(), Value::string("a long string in the heap")}})};

  std::unique_ptr<SourceReader> reader(size_t batch_rows, std::vector<SourceSplit> splits) {
    SourceReaderContext context = reader_context();
    context.limits.rows = batch_rows;
    auto reader = source_.create_reader(context);
    CHECK(reader.ok());
    CHECK((*reader)->add_splits(std::move(splits)).ok());
    return std::move(reader).value();
  }
  std::vector<SourceSplit> fresh_splits() {
    return source_.create_enumerator()->assign(Parallelism(1), nullptr)->at(0);
  }
};

TEST_F(ValuesSourceTest, IsBoundedAndNotParallel) {
  EXPECT_EQ(source_.descriptor().boundedness, Boundedness::kBounded);
  EXPECT_EQ(source_.descriptor().parallelism, Parallelism(1));
}

TEST_F(ValuesSourceTest, GivesItsRowsInBatches) {
  const auto values = reader(2, fresh_splits());
  const auto first = values->read();
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(first->next, ReadOutcome::Next::kMore);
  EXPECT_EQ(rows_of(first->batch, columns_), (std::vector<std::string>{"1, a", "2, null"}));
  const auto second = values->read();
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->next, ReadOutcome::Next::kEnd);
  EXPECT_EQ(rows_of(second->batch, columns_), (std::vector<std::string>{"null, a long string in the heap"}));
}

TEST_F(ValuesSourceTest, ContinuesAfterARestore) {
  const auto before = reader(1, fresh_splits());
  ASSERT_TRUE(before->read().ok());
  const auto kept = before->snapshot();
  ASSERT_TRUE(kept.ok());
  const auto after = reader(10, source_.create_enumerator()->assign(Parallelism(1), &*kept)->at(0));
  EXPECT_EQ(after->read()->batch.rows(), 2U);
}

TEST_F(ValuesSourceTest, ASubtaskWithoutSplitEndsAtOnce) {
  EXPECT_EQ(reader(10, {})->read()->next, ReadOutcome::Next::kEnd);
}

TEST_F(ValuesSourceTest, ForeignStateIsRefused) {
  auto reader = source_.create_reader(reader_context());
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ((*reader)->add_splits({{"values", "4"}}).code(), ErrorCode::kDataError);
  EXPECT_EQ((*reader)->add_splits({{"values", "x"}}).code(), ErrorCode::kDataError);
}

}  // namespace
}  // namespace eddyline::connectors
