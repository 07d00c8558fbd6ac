#include "tests/unit/common/columnar/random_batches.hpp"

#include <cstring>

#include "common/base/int128.hpp"

namespace eddyline {
namespace {

constexpr size_t kFlatTypes = static_cast<size_t>(PhysicalType::kString) + 1;

std::string cell_text(const Column& column, size_t row) {
  const DecodedColumn decoded(column);
  if (decoded.is_null(row)) return "NULL";
  if (column.type() == PhysicalType::kString) return std::string(decoded.string(row));
  return visit_physical(column.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T value = decoded.value<T>(row);
    return std::string(reinterpret_cast<const char*>(&value), sizeof(T));
  });
}

}  // namespace

std::vector<PhysicalType> RandomBatches::types() {
  std::vector<PhysicalType> types(random_.below(8));
  for (PhysicalType& type : types) type = static_cast<PhysicalType>(random_.below(kFlatTypes));
  return types;
}

Batch RandomBatches::batch(const std::vector<PhysicalType>& types, size_t rows_max) {
  const size_t rows = random_.below(rows_max + 1);
  std::vector<ColumnPtr> columns;
  for (const PhysicalType type : types) columns.push_back(column(type, rows));
  Batch batch(std::move(columns), rows, kinds(rows), selection(rows));
  return batch.with_split(static_cast<uint32_t>(random_.below(5)));
}

ColumnPtr RandomBatches::column(PhysicalType type, size_t rows) {
  const uint64_t form = random_.below(6);
  if (form == 0) return Column::constant(flat(type, 1), rows);
  if (form == 1) return Column::null_constant(type, rows);
  if (form > 2 || rows == 0) return flat(type, rows);
  const size_t base_rows = 1 + random_.below(10);
  BufferPtr indices = allocate_buffer(rows * sizeof(int32_t));
  for (size_t row = 0; row < rows; ++row) indices->as<int32_t>()[row] = static_cast<int32_t>(random_.below(base_rows));
  return Column::dictionary(flat(type, base_rows), std::move(indices), rows, random_bits(rows));
}

ColumnPtr RandomBatches::flat(PhysicalType type, size_t rows) {
  MutableColumn column(type, rows);
  fill(column, rows);
  if (random_.below(2) == 0) {
    for (size_t row = 0; row < rows; ++row) {
      if (random_.below(4) == 0) column.set_null(row);
    }
  }
  return column.seal(rows);
}

void RandomBatches::fill(MutableColumn& column, size_t rows) {
  for (size_t row = 0; row < rows; ++row) {
    if (column.type() == PhysicalType::kString) {
      const size_t length_max = random_.below(20) == 0 ? 3000 : 20;
      column.set_string(row, std::string(random_.below(length_max), static_cast<char>('a' + random_.below(26))));
    } else if (column.type() == PhysicalType::kBool) {
      column.values<uint8_t>()[row] = static_cast<uint8_t>(random_.below(2));
    } else {
      const size_t width = physical_width(column.type());
      const uint64_t words[2] = {random_.next(), random_.next()};
      std::memcpy(column.values<uint8_t>() + row * width, words, width);
    }
  }
}

BufferPtr RandomBatches::kinds(size_t rows) {
  if (random_.below(2) == 0) return nullptr;
  BufferPtr kinds = allocate_buffer(rows);
  for (size_t row = 0; row < rows; ++row) kinds->data()[row] = static_cast<uint8_t>(random_.below(4));
  return kinds;
}

BufferPtr RandomBatches::random_bits(size_t rows) {
  if (random_.below(2) == 0) return nullptr;
  BufferPtr bits = allocate_buffer(bitmap_words(rows) * sizeof(uint64_t));
  for (size_t word = 0; word < bitmap_words(rows); ++word) bits->as<uint64_t>()[word] = random_.next();
  return bits;
}

Selection RandomBatches::selection(size_t rows) {
  if (random_.below(2) == 0) return {};
  BufferPtr picked = allocate_buffer(rows * sizeof(int32_t));
  size_t count = 0;
  for (size_t row = 0; row < rows; ++row) {
    if (random_.below(3) != 0) picked->as<int32_t>()[count++] = static_cast<int32_t>(row);
  }
  return {std::move(picked), count};
}

std::vector<std::string> row_texts(const Batch& batch) {
  std::vector<std::string> texts;
  batch.selected().for_each([&](size_t row) {
    std::string& text = texts.emplace_back(row_kind_text(batch.kind(row)));
    for (const ColumnPtr& column : batch.columns()) text += "|" + cell_text(*column, row);
  });
  return texts;
}

}  // namespace eddyline
