#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "connectors/datagen/column_generator.hpp"
#include "connectors/source.hpp"

namespace eddyline::connectors {

/// What a datagen table gives: checked options, shared by its readers. Immutable.
struct DatagenTable {
  std::vector<FieldGenerator> fields;
  int64_t rows_per_second = 10000;
  /// 'number-of-rows', and the same with the shortest sequence taken into account.
  std::optional<int64_t> number_of_rows;
  std::optional<int64_t> rows;
  std::optional<Parallelism> parallelism;
};

class DatagenSource final : public TableSource {
 public:
  explicit DatagenSource(std::shared_ptr<const DatagenTable> table) : table_(std::move(table)) {}

  /// Bounded with 'number-of-rows' only: a sequence that ends still declares an unbounded table, as in Flink.
  SourceDescriptor descriptor() const override;
  std::unique_ptr<SplitEnumerator> create_enumerator() const override;
  Result<std::unique_ptr<SourceReader>> create_reader(const SourceReaderContext& context) const override;

 private:
  std::shared_ptr<const DatagenTable> table_;
};

}  // namespace eddyline::connectors
