#pragma once

#include <memory>

#include "operators/operator.hpp"
#include "operators/sink/result_buffer.hpp"

namespace eddyline::operators {

/// What a piece of rows takes at most, unless it is one row: little beside the heartbeats of the connection that it goes by.
inline constexpr Bytes kResultPieceBytesMax{uint64_t{1} << 20};
/// What one row may take. A message that is too long ends the connection of its task executor and all jobs there, and whoever
/// passes rows on has them several times in memory; a message carries twice as much.
inline constexpr Bytes kResultRowBytesMax{uint64_t{64} << 20};

/// Hands the rows of a SELECT to its client, in pieces, and waits while the client has not taken what came before.
///
/// Errors   kDataError for a row that is too long for a client; what the buffer says.
class CollectOperator final : public Operator {
 public:
  explicit CollectOperator(std::shared_ptr<ResultBuffer> results) : results_(std::move(results)) {}

  Status open(OperatorContext& context) override;
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) override;
  Status close() override;

 private:
  std::shared_ptr<ResultBuffer> results_;
  /// Rows of the batch under way that the buffer has, and of all batches before it.
  size_t taken_ = 0;
  uint64_t taken_before_ = 0;
};

}  // namespace eddyline::operators
