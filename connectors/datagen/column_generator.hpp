#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/columnar/column.hpp"
#include "common/columnar/data_type.hpp"
#include "common/config/configuration.hpp"

namespace eddyline::connectors {

/// The rows that one batch gives: numbers first, first + step, ... of the table.
struct GeneratedRows {
  int64_t first;
  int64_t step;
  size_t count;
  ProcessingTime now;
};

/// Makes one column of a batch at a time. Owned by one reader.
class ColumnGenerator {
 public:
  virtual ~ColumnGenerator() = default;
  virtual ColumnPtr generate(const GeneratedRows& rows) = 0;
};

/// A checked field of the table: how its generators are made. A value.
struct FieldGenerator {
  /// Random generators of the same seed give the same values, however these are cut into batches.
  std::function<std::unique_ptr<ColumnGenerator>(uint64_t seed)> make;
  /// Bytes of one value, for the size of batches.
  size_t value_bytes = 16;
  /// Of a sequence: how many values it has.
  std::optional<int64_t> values;
};

/// Reads the field's options. Errors: kValidationError in Flink's words; kNotSupported names nested types.
Result<FieldGenerator> make_field_generator(const RowField& field, const Configuration& options);

/// Kinds of fields, one source file each; called with a field of their kind.
Result<FieldGenerator> make_sequence_generator(const RowField& field, const Configuration& options);
Result<FieldGenerator> make_number_generator(const RowField& field, const Configuration& options);
Result<FieldGenerator> make_string_generator(const RowField& field, const Configuration& options);
Result<FieldGenerator> make_temporal_generator(const RowField& field, const Configuration& options);

/// True for types of which a sequence can be made; others are random whatever 'kind' says, as in Flink.
bool is_sequence_type(const DataType& type);

}  // namespace eddyline::connectors
