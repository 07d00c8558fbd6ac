#pragma once

#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"
#include "common/config/table_options.hpp"

namespace eddyline::operators {

/// Keeps NULLs out of the NOT NULL columns of a sink: table.exec.sink.not-null-enforcer.
class NotNullEnforcement {
 public:
  /// `columns`: those of the sink, in order.
  NotNullEnforcement(const RowType& columns, NotNullEnforcer mode);

  /// What may be written of a batch.
  struct Accepted {
    Batch rows;
    /// Why the row behind them must not be: kDataError naming the column.
    Status failure;
  };
  /// The batch without its rows that have such a NULL or, where rows are not to be dropped, up to the first of them.
  Accepted apply(const Batch& batch) const;

 private:
  struct Column {
    size_t index;
    std::string name;
  };
  std::vector<Column> columns_;
  NotNullEnforcer mode_;
};

}  // namespace eddyline::operators
