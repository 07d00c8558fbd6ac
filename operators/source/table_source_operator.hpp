#pragma once

#include <memory>
#include <string>
#include <vector>

#include "connectors/source.hpp"
#include "operators/operator.hpp"

namespace eddyline::operators {

/// Reads one subtask's splits of a table.
class TableSourceOperator final : public SourceOperator {
 public:
  TableSourceOperator(std::shared_ptr<const connectors::TableSource> source,
                      std::vector<connectors::SourceSplit> splits)
      : source_(std::move(source)), splits_(std::move(splits)) {}

  Status open(OperatorContext& context) override;
  Result<SourceProgress> read(Output& output) override;
  Result<std::string> snapshot() override;
  Status close() override;

 private:
  std::shared_ptr<const connectors::TableSource> source_;
  /// Until open.
  std::vector<connectors::SourceSplit> splits_;
  std::unique_ptr<connectors::SourceReader> reader_;
};

}  // namespace eddyline::operators
