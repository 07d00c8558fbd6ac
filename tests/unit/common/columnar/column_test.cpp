#include "common/columnar/column.hpp"

#include <gtest/gtest.h>

#include "common/columnar/batch.hpp"
#include "common/columnar/hash.hpp"
#include "common/columnar/value.hpp"

namespace eddyline {
namespace {

ColumnPtr strings(const std::vector<std::string>& texts) {
  MutableColumn column(PhysicalType::kString, texts.size());
  for (size_t row = 0; row < texts.size(); ++row) column.set_string(row, texts[row]);
  return column.seal(texts.size());
}

ColumnPtr bigints(const std::vector<std::optional<int64_t>>& values) {
  MutableColumn column(PhysicalType::kInt64, values.size());
  for (size_t row = 0; row < values.size(); ++row) {
    (values[row] ? Value::integer(*values[row]) : Value::null()).write_to(column, row);
  }
  return column.seal(values.size());
}

BufferPtr indices(const std::vector<int32_t>& rows) {
  BufferPtr buffer = allocate_buffer(rows.size() * sizeof(int32_t));
  std::copy(rows.begin(), rows.end(), buffer->as<int32_t>());
  return buffer;
}

TEST(ColumnTest, StringsShortAndLongKeepTheirBytes) {
  const std::string twelve = "123456789012";
  const std::string long_text(100'000, 'x');
  const ColumnPtr column = strings({"", "a", twelve, twelve + "3", long_text});
  const DecodedColumn decoded(*column);
  EXPECT_EQ(decoded.string(0), "");
  EXPECT_EQ(decoded.string(2), twelve);
  EXPECT_EQ(decoded.string(3), twelve + "3");
  EXPECT_EQ(decoded.string(4), long_text);
}

TEST(ColumnTest, DictionaryOfDictionaryHasAFlatBaseAndBothNulls) {
  const ColumnPtr base = bigints({10, std::nullopt, 30});
  BufferPtr validity = allocate_buffer(8);
  *validity->as<uint64_t>() = 0b1011;  // row 2 is NULL by the dictionary's own bit
  const ColumnPtr inner = Column::dictionary(base, indices({2, 1, 0, 0}), 4, validity);
  const ColumnPtr outer = Column::dictionary(inner, indices({3, 2, 1, 0}), 4);
  EXPECT_TRUE(outer->base()->is_flat());
  EXPECT_EQ(Value::from(*outer, 0), Value::integer(10));
  EXPECT_TRUE(outer->is_null(1));
  EXPECT_TRUE(outer->is_null(2));
  EXPECT_EQ(Value::from(*outer, 3), Value::integer(30));
}

TEST(ColumnTest, DictionaryOfAConstant) {
  const ColumnPtr column = Column::dictionary(Value::integer(7).to_constant(DataType::bigint(), 5), indices({4, 0}), 2);
  EXPECT_EQ(Value::from(*column, 0), Value::integer(7));
  EXPECT_EQ(Value::from(*column, 1), Value::integer(7));
}

TEST(HashTest, EncodingAndWidthDoNotMatter) {
  const ColumnPtr flat = bigints({5, std::nullopt, -3});
  const ColumnPtr dictionary = Column::dictionary(flat, indices({0, 1, 2}), 3);
  MutableColumn narrow(PhysicalType::kInt8, 3);
  MutableColumn wide(PhysicalType::kInt128, 3);
  for (MutableColumn* column : {&narrow, &wide}) {
    Value::integer(5).write_to(*column, 0);
    Value::null().write_to(*column, 1);
    Value::integer(-3).write_to(*column, 2);
  }
  uint64_t expected[3];
  hash_rows(std::span(&flat, 1), SelectedRows::all(3), expected);
  for (const ColumnPtr& other : {dictionary, narrow.seal(3), wide.seal(3)}) {
    uint64_t hashes[3];
    hash_rows(std::span(&other, 1), SelectedRows::all(3), hashes);
    EXPECT_EQ(std::vector(hashes, hashes + 3), std::vector(expected, expected + 3));
  }
}

TEST(HashTest, ZeroAndNanHaveOneHash) {
  EXPECT_EQ(hash_double(0.0), hash_double(-0.0));
  EXPECT_EQ(hash_double(std::numeric_limits<double>::quiet_NaN()), hash_double(-std::numeric_limits<double>::quiet_NaN()));
}

TEST(BatchTest, BuilderKeepsKindsNullsAndOrder) {
  const ColumnPtr numbers = bigints({1, std::nullopt, 3, 4});
  BufferPtr kinds = allocate_buffer(4);
  for (size_t row = 0; row < 4; ++row) kinds->as<RowKind>()[row] = static_cast<RowKind>(row);
  const Batch batch({numbers, strings({"a", "a long string indeed", "c", "d"})}, 4, kinds);
  BatchBuilder builder({PhysicalType::kInt64, PhysicalType::kString}, {.rows = 8});
  builder.append(batch, std::vector<int32_t>{3, 1});
  builder.append(batch.with_kinds(nullptr), std::vector<int32_t>{0});
  const Batch built = builder.take();
  ASSERT_EQ(built.rows(), 3u);
  EXPECT_EQ(built.kind(0), RowKind::kDelete);
  EXPECT_EQ(built.kind(1), RowKind::kUpdateBefore);
  EXPECT_EQ(built.kind(2), RowKind::kInsert);
  EXPECT_EQ(Value::from(*built.column(0), 0), Value::integer(4));
  EXPECT_TRUE(built.column(0)->is_null(1));
  EXPECT_EQ(Value::from(*built.column(1), 1), Value::string("a long string indeed"));
  EXPECT_TRUE(builder.empty());
}

TEST(BatchTest, SliceAndCompactFollowTheSelection) {
  const Batch batch = Batch({bigints({1, 2, 3, 4, 5})}, 5).with_selection(Selection(indices({0, 2, 3, 4}), 4));
  const Batch slice = batch.slice(1, 2).compacted();
  ASSERT_EQ(slice.rows(), 2u);
  EXPECT_EQ(Value::from(*slice.column(0), 0), Value::integer(3));
  EXPECT_EQ(Value::from(*slice.column(0), 1), Value::integer(4));
}

TEST(KeyGroupTest, RangesCoverEveryGroupOnceAndAgreeWithTheOwner) {
  for (const uint32_t parallelism : {1u, 2u, 3u, 7u, 128u}) {
    uint32_t next = 0;
    for (uint32_t subtask = 0; subtask < parallelism; ++subtask) {
      const KeyGroupRange range = key_group_range(MaxParallelism(128), Parallelism(parallelism), SubtaskIndex(subtask));
      EXPECT_EQ(range.first.value(), next);
      for (uint32_t group = next; group <= range.last.value(); ++group) {
        EXPECT_EQ(subtask_of(KeyGroup(group), MaxParallelism(128), Parallelism(parallelism)), SubtaskIndex(subtask));
      }
      next = range.last.value() + 1;
    }
    EXPECT_EQ(next, 128u);
  }
}

}  // namespace
}  // namespace eddyline
