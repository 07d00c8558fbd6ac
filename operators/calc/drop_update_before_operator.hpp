#pragma once

#include "operators/operator.hpp"

namespace eddyline::operators {

/// Leaves out the -U rows, for consumers that replace rows by key.
class DropUpdateBeforeOperator final : public Operator {
 public:
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) override;
};

}  // namespace eddyline::operators
