#pragma once

#include <memory>
#include <vector>

#include "common/columnar/value.hpp"
#include "connectors/source.hpp"

namespace eddyline::connectors {

/// Rows written in the statement: VALUES. A bounded source without a table, made by the planner; its one split is read
/// by subtask 0.
class ValuesSource final : public TableSource {
 public:
  using Rows = std::vector<std::vector<Value>>;

  /// Each row has one value a column, in units of the column's type.
  ValuesSource(RowType columns, std::shared_ptr<const Rows> rows);

  SourceDescriptor descriptor() const override;
  std::unique_ptr<SplitEnumerator> create_enumerator() const override;
  Result<std::unique_ptr<SourceReader>> create_reader(const SourceReaderContext& context) const override;

 private:
  RowType columns_;
  std::shared_ptr<const Rows> rows_;
};

}  // namespace eddyline::connectors
