#include "common/columnar/row_bytes.hpp"

#include <gtest/gtest.h>

#include <array>

namespace eddyline {
namespace {

/// A text column; none for a NULL.
ColumnPtr texts(const std::vector<std::optional<std::string>>& values) {
  MutableColumn column(PhysicalType::kString, values.size());
  for (size_t row = 0; row < values.size(); ++row) {
    column.set_string(row, values[row].value_or(std::string(5000, 'n')));
    if (!values[row].has_value()) column.set_null(row);
  }
  return column.seal(values.size());
}

TEST(RowBytes, RowsOfFixedWidthAreNotLookedAt) {
  const Batch batch({MutableColumn(PhysicalType::kInt64, 4).seal(4), MutableColumn(PhysicalType::kInt32, 4).seal(4)}, 4);
  EXPECT_EQ(RowBytes(batch).fitting(identity_rows(4), 36), 3U);
  EXPECT_EQ(RowBytes(batch).fitting(identity_rows(4), 35), 2U);
  EXPECT_EQ(RowBytes(batch).fitting(identity_rows(2), 1000), 2U);
  EXPECT_EQ(RowBytes(batch).fitting(identity_rows(2), 0), 0U);
}

TEST(RowBytes, KindsCountAByteARow) {
  const Batch batch({MutableColumn(PhysicalType::kInt64, 4).seal(4)}, 4, allocate_buffer(4));
  EXPECT_EQ(RowBytes(batch).fitting(identity_rows(4), 27), 3U);
}

TEST(RowBytes, ABatchWithoutColumnsFitsAlways) {
  EXPECT_EQ(RowBytes(Batch({}, 4)).fitting(identity_rows(4), 0), 4U);
}

TEST(RowBytes, TextsCountTheirLengthUnlessInlineOrNull) {
  const Batch batch({texts({std::string(100, 'a'), "short", std::nullopt, std::string(50, 'b')})}, 4);
  // 116, 16, 16, 66.
  const RowBytes bytes(batch);
  EXPECT_EQ(bytes.fitting(identity_rows(4), 115), 0U);
  EXPECT_EQ(bytes.fitting(identity_rows(4), 116), 1U);
  EXPECT_EQ(bytes.fitting(identity_rows(4), 213), 3U);
  EXPECT_EQ(bytes.fitting(identity_rows(4), 214), 4U);
  EXPECT_EQ(bytes.fitting(std::array<int32_t, 2>{1, 3}, 82), 2U);
}

TEST(RowBytes, ATextCountsAsOftenAsItIsReferredTo) {
  const ColumnPtr text = texts({std::string(100, 'a')});
  BufferPtr indices = allocate_buffer(3 * sizeof(int32_t));
  std::fill_n(indices->as<int32_t>(), 3, 0);
  for (const ColumnPtr& column : {Column::dictionary(text, indices, 3), Column::constant(text, 3)}) {
    const Batch batch({column}, 3);
    EXPECT_EQ(RowBytes(batch).fitting(identity_rows(3), 2 * 116), 2U);
    EXPECT_EQ(referred_heap_bytes(*column), 300U);
  }
  EXPECT_EQ(referred_heap_bytes(*texts({"short"})), 0U);
}

}  // namespace
}  // namespace eddyline
