#pragma once

#include <memory>
#include <string>
#include <utility>

#include "bench/interleaved_runs.hpp"
#include "common/base/check.hpp"
#include "common/clock/clock.hpp"
#include "expression/time_zone.hpp"
#include "operators/operator.hpp"
#include "operators/operator_context.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"

namespace eddyline::bench {

/// An open operator with everything that a subtask gives it, and no threads.
class DrivenOperator {
 public:
  DrivenOperator(std::string name, std::unique_ptr<operators::Operator> driven) : operator_(std::move(driven)) {
    operators::OperatorContext::Parts parts;
    parts.operator_name = std::move(name);
    parts.clock = &clock_;
    parts.memory = memory_.get();
    parts.state_backend = &backend_;
    parts.time_zone = &expression::utc_time_zone();
    context_ = std::make_unique<operators::OperatorContext>(std::move(parts));
    CHECK(operator_->open(*context_).ok());
  }

  /// call(operator, output) until done, as a chain does; take(batch) for what comes out.
  template <class Call, class Take>
  void drive(Call call, Take take) {
    operators::Progress progress = operators::Progress::kMore;
    while (progress != operators::Progress::kDone) {
      operators::Output output;
      progress = call(*operator_, output).value();
      if (const auto batch = output.take()) take(*batch);
    }
  }

 private:
  VirtualClock clock_{ProcessingTime(0)};
  std::unique_ptr<MemoryPool> memory_ = MemoryPool::root("bench");
  state::HashmapStateBackend backend_;
  std::unique_ptr<operators::OperatorContext> context_;
  std::unique_ptr<operators::Operator> operator_;
};

/// Notes the batch's rows, and the values of a BIGINT column.
inline void note_column(const Batch& batch, size_t column, Digest& digest) {
  digest.rows += batch.rows();
  const DecodedColumn values(*batch.column(column));
  batch.selected().for_each([&](size_t row) { digest.sum += static_cast<uint64_t>(values.value<int64_t>(row)); });
}

}  // namespace eddyline::bench
