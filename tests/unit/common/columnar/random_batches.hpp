#pragma once

#include <string>
#include <vector>

#include "common/base/random.hpp"
#include "common/columnar/batch.hpp"

namespace eddyline {

/// Batches of every type, encoding and size from a seed: NULLs, dictionaries, constants, selections, kinds; none is nested.
class RandomBatches {
 public:
  explicit RandomBatches(uint64_t seed) : random_(seed) {}

  /// Types of up to seven columns.
  std::vector<PhysicalType> types();
  /// Rows of these types, up to so many.
  Batch batch(const std::vector<PhysicalType>& types, size_t rows_max);

 private:
  ColumnPtr column(PhysicalType type, size_t rows);
  ColumnPtr flat(PhysicalType type, size_t rows);
  void fill(MutableColumn& column, size_t rows);
  BufferPtr kinds(size_t rows);
  BufferPtr random_bits(size_t rows);
  Selection selection(size_t rows);

  Random random_;
};

/// The selected rows with their kinds, a line each.
std::vector<std::string> row_texts(const Batch& batch);

}  // namespace eddyline
