#pragma once

#include <memory>

#include "operators/operator.hpp"
#include "operators/sink/result_buffer.hpp"

namespace eddyline::operators {

/// Hands the rows of a SELECT to its client; waits while the client has not taken what came before.
class CollectOperator final : public Operator {
 public:
  explicit CollectOperator(std::shared_ptr<ResultBuffer> results) : results_(std::move(results)) {}

  Status open(OperatorContext& context) override;
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) override;
  Status close() override;

 private:
  std::shared_ptr<ResultBuffer> results_;
};

}  // namespace eddyline::operators
