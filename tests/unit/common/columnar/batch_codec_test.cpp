#include "common/columnar/batch_codec.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "common/columnar/row_bytes.hpp"
#include "tests/fuzz/batch_property.hpp"
#include "tests/unit/common/columnar/random_batches.hpp"

namespace eddyline {
namespace {

/// Bytes that lie `shift` behind an address that is a multiple of 16, and end where their memory does.
class PlacedBytes {
 public:
  PlacedBytes(const std::string& bytes, size_t shift)
      : memory_(static_cast<uint8_t*>(::operator new(shift + bytes.size(), std::align_val_t{16})),
                [](uint8_t* memory) { ::operator delete(memory, std::align_val_t{16}); }),
        bytes_(memory_.get() + shift, bytes.size()) {
    std::memcpy(memory_.get() + shift, bytes.data(), bytes.size());
  }
  Result<Batch> decode(std::span<const PhysicalType> types) const { return decode_batch(bytes_, memory_, types); }
  bool has(const void* data) const {
    return data >= bytes_.data() && data < bytes_.data() + bytes_.size();
  }

 private:
  std::shared_ptr<uint8_t> memory_;
  std::span<const uint8_t> bytes_;
};

ColumnPtr numbers_from(int64_t first, size_t rows) {
  MutableColumn column(PhysicalType::kInt64, rows);
  for (size_t row = 0; row < rows; ++row) column.values<int64_t>()[row] = first + static_cast<int64_t>(row);
  return column.seal(rows);
}

TEST(BatchCodec, EveryBatchComesOutAsItWasWhereverItsBytesLie) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomBatches batches(seed);
    const std::vector<PhysicalType> types = batches.types();
    const Batch batch = batches.batch(types, 200);
    const std::string encoded = encode_batch(batch);
    for (const size_t shift : {0U, 8U, 1U}) {
      const PlacedBytes placed(encoded, shift);
      const auto decoded = placed.decode(types);
      ASSERT_TRUE(decoded.ok()) << decoded.status().to_string();
      EXPECT_EQ(row_texts(*decoded), row_texts(batch));
      EXPECT_EQ(decoded->split(), batch.split());
    }
  }
}

TEST(BatchCodec, ColumnsLieInTheMessageWhereAlignmentAllowsIt) {
  const PhysicalType types[] = {PhysicalType::kInt64, PhysicalType::kInt128};
  const std::string encoded = encode_batch(Batch({numbers_from(1, 100), MutableColumn(types[1], 100).seal(100)}, 100));
  for (const size_t shift : {0U, 8U, 4U}) {
    SCOPED_TRACE(shift);
    const PlacedBytes placed(encoded, shift);
    const Batch batch = placed.decode(types).value();
    EXPECT_EQ(placed.has(batch.column(0)->values<uint8_t>()), shift % 8 == 0);
    EXPECT_EQ(placed.has(batch.column(1)->values<uint8_t>()), shift == 0);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(batch.column(1)->values<uint8_t>()) % 16, 0U);
  }
}

TEST(BatchCodec, OnlyWhatTheRowsNeedIsWritten) {
  MutableColumn texts(PhysicalType::kString, 2048);
  for (size_t row = 0; row < 2048; ++row) texts.set_string(row, std::string(100, 'a'));
  const Batch all({texts.seal(2048), numbers_from(0, 2048)}, 2048);
  EXPECT_LT(encode_batch(all).size(), 2048U * (16 + 100 + 8) + 8192);
  EXPECT_LT(encode_batch(all.slice(2000, 3)).size(), 3U * (16 + 100 + 8) + 256);
  // A flat column of a few rows whose heap has all texts.
  const BufferPtr views = allocate_buffer(3 * sizeof(StringView));
  std::memcpy(views->data(), all.column(0)->values<StringView>() + 2000, 3 * sizeof(StringView));
  const Batch few({Column::flat(PhysicalType::kString, 3, views, nullptr, all.column(0)->heap())}, 3);
  EXPECT_LT(encode_batch(few).size(), 3U * (16 + 100) + 256);
  EXPECT_EQ(row_texts(decode_batch(encode_batch(few), std::array{PhysicalType::kString}).value()), row_texts(few));
}

TEST(BatchCodec, OtherTypesThanExpectedAreRefused) {
  const std::string encoded = encode_batch(Batch({numbers_from(1, 3)}, 3));
  EXPECT_EQ(decode_batch(encoded, std::array{PhysicalType::kDouble}).status().message(),
            "an encoded batch has a column of another type than expected");
  EXPECT_EQ(decode_batch(encoded, {}).status().message(), "an encoded batch has 1 columns instead of 0");
}

TEST(BatchCodec, NestedColumnsAreRefused) {
  for (const PhysicalType type : {PhysicalType::kArray, PhysicalType::kMap, PhysicalType::kRow}) {
    std::string encoded = encode_batch(Batch({MutableColumn(PhysicalType::kBool, 0).seal(0)}, 0));
    // Whoever sends it thinks so, too.
    encoded[16] = static_cast<char>(type);
    EXPECT_EQ(decode_batch(encoded, std::array{type}).status().message(), "an encoded batch has a nested column");
    EXPECT_DEATH(encode_batch(Batch({Column::flat(type, 0, allocate_buffer(16))}, 0)), "a nested column cannot be sent");
  }
}

TEST(BatchCodec, BytesThatWereChangedOrCutNeverCrash) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    RandomBatches batches(seed);
    const std::vector<PhysicalType> types = batches.types();
    const std::string encoded = encode_batch(batches.batch(types, 20));
    for (int change = 0; change < 50; ++change) {
      std::string changed = encoded;
      for (uint64_t times = random.below(4); times > 0; --times) {
        changed[random.below(changed.size())] = static_cast<char>(random.below(3) == 0 ? 0xff : random.next());
      }
      if (random.below(4) == 0) changed.resize(random.below(changed.size()));
      const std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t*>(changed.data()), changed.size());
      ASSERT_EQ(broken_batch_property(bytes, types), "") << "seed " << seed << ", change " << change;
    }
  }
}

/// Bytes of an encoded batch, to be changed one at a time.
struct Encoded {
  std::string bytes;
  std::vector<PhysicalType> types;
  std::string refusal() const {
    const auto decoded = decode_batch(bytes, types);
    return decoded.ok() ? "" : decoded.status().message();
  }
};

TEST(BatchCodec, WhatCannotBeReadIsRefused) {
  MutableColumn bools(PhysicalType::kBool, 2);
  bools.values<uint8_t>()[0] = bools.values<uint8_t>()[1] = 1;
  bools.set_null(1);
  BufferPtr kinds = allocate_buffer(2);
  std::memset(kinds->data(), 0, 2);
  Encoded batch{encode_batch(Batch({bools.seal(2)}, 2, kinds)), {PhysicalType::kBool}};
  ASSERT_EQ(batch.refusal(), "");
  // Head, one column, then kinds, values, NULL bits: each from a multiple of 16 on.
  batch.bytes[32] = 4;
  EXPECT_EQ(batch.refusal(), "an encoded batch has an unknown row kind");
  batch.bytes[32] = 3;
  batch.bytes[49] = 2;
  EXPECT_EQ(batch.refusal(), "") << "a value below a NULL may be anything";
  batch.bytes[48] = 2;
  EXPECT_EQ(batch.refusal(), "an encoded batch has a BOOLEAN that is neither");
  batch.bytes.resize(batch.bytes.size() - 1);
  EXPECT_EQ(batch.refusal(), "an encoded batch ends within a buffer");
}

TEST(BatchCodec, ATextOutsideItsHeapIsRefused) {
  MutableColumn texts(PhysicalType::kString, 1);
  texts.set_string(0, std::string(40, 'x'));
  Encoded batch{encode_batch(Batch({texts.seal(1)}, 1)), {PhysicalType::kString}};
  ASSERT_EQ(batch.refusal(), "");
  // Head, one column, one heap's size; then the view: length, prefix, buffer, offset.
  const size_t view = 48;
  Encoded other = batch;
  other.bytes[view + 8] = 1;
  EXPECT_EQ(other.refusal(), "an encoded batch has a text outside its heap");
  other = batch;
  other.bytes[view + 12] = 9;
  EXPECT_EQ(other.refusal(), "an encoded batch has a text outside its heap");
  other = batch;
  other.bytes[view + 3] = 1;
  EXPECT_EQ(other.refusal(), "an encoded batch has a text outside its heap");
}

}  // namespace
}  // namespace eddyline
