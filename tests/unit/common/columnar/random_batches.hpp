#pragma once

#include <string>
#include <vector>

#include "common/base/random.hpp"
#include "common/columnar/batch.hpp"

namespace eddyline {

/// Batches of every type, encoding and size from a seed: NULLs, dictionaries, constants, selections, kinds, nested columns.
class RandomBatches {
 public:
  explicit RandomBatches(uint64_t seed) : random_(seed) {}

  /// Types of up to seven columns, none of them nested.
  std::vector<PhysicalType> types();
  /// Rows of these types, up to so many.
  Batch batch(const std::vector<PhysicalType>& types, size_t rows_max);
  /// Flat columns that are arrays, maps and rows, within each other.
  Batch nested_batch(size_t rows_max);

 private:
  ColumnPtr column(PhysicalType type, size_t rows);
  ColumnPtr flat(PhysicalType type, size_t rows);
  ColumnPtr nested(size_t rows, int depth);
  ColumnPtr with_elements(PhysicalType type, size_t rows, int depth);
  void fill(MutableColumn& column, size_t rows);
  BufferPtr kinds(size_t rows);
  BufferPtr random_bits(size_t rows);
  Selection selection(size_t rows);

  Random random_;
};

/// The selected rows with their kinds, a line each; columns that are not nested.
std::vector<std::string> row_texts(const Batch& batch);

}  // namespace eddyline
