#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/columnar/batch.hpp"
#include "common/text/value_text.hpp"

namespace eddyline::sql {

/// The cells of result rows as the client shows them.
class CellTexts {
 public:
  /// `offset`: the session's time zone, for TIMESTAMP_LTZ.
  CellTexts(const RowType& columns, const UtcOffset& offset);

  /// Visits the batch's rows in order. The cells are overwritten by the next row.
  void for_each_row(const Batch& batch,
                    const std::function<void(RowKind, const std::vector<std::string>&)>& visit) const;

 private:
  std::vector<ValueText> texts_;
};

}  // namespace eddyline::sql
