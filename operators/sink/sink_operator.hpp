#pragma once

#include <memory>
#include <string>

#include "common/file/text_output.hpp"
#include "connectors/sink.hpp"
#include "operators/operator.hpp"
#include "operators/sink/not_null_enforcement.hpp"

namespace eddyline::operators {

/// Writes rows into a table. What the writer holds back goes out when the input runs empty.
class SinkOperator final : public Operator {
 public:
  /// The outputs are the process's and outlive the operator.
  struct Outputs {
    TextOutput* standard_output = nullptr;
    TextOutput* standard_error = nullptr;
  };
  SinkOperator(std::shared_ptr<const connectors::TableSink> sink, NotNullEnforcement not_null, Outputs outputs)
      : sink_(std::move(sink)), not_null_(std::move(not_null)), outputs_(outputs) {}

  Status open(OperatorContext& context) override;
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) override;
  Result<Progress> on_end_of_input(size_t input, Output& output) override;
  Status on_input_empty() override;
  Result<std::string> snapshot() override;
  Status close() override;

 private:
  std::shared_ptr<const connectors::TableSink> sink_;
  NotNullEnforcement not_null_;
  Outputs outputs_;
  std::unique_ptr<connectors::SinkWriter> writer_;
};

}  // namespace eddyline::operators
