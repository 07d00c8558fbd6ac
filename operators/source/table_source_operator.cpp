#include "operators/source/table_source_operator.hpp"

#include "operators/operator_context.hpp"

namespace eddyline::operators {
namespace {

using connectors::ReadOutcome;

SourceProgress::Next next_of(ReadOutcome::Next next) {
  switch (next) {
    case ReadOutcome::Next::kMore:
      return SourceProgress::Next::kMore;
    case ReadOutcome::Next::kIdle:
      return SourceProgress::Next::kIdle;
    case ReadOutcome::Next::kEnd:
      return SourceProgress::Next::kEnd;
  }
  return SourceProgress::Next::kEnd;
}

}  // namespace

Status TableSourceOperator::open(OperatorContext& context) {
  connectors::SourceReaderContext reader;
  reader.subtask = context.subtask();
  reader.parallelism = context.parallelism();
  reader.limits = context.batch_limits();
  reader.clock = &context.clock();
  reader.seed = context.seed();
  reader.wake = [wakeup = context.wakeup()] { wakeup->notify(); };
  ASSIGN_OR_RETURN(reader_, source_->create_reader(reader));
  return reader_->add_splits(std::move(splits_));
}

Result<SourceProgress> TableSourceOperator::read(Output& output) {
  ASSIGN_OR_RETURN(ReadOutcome outcome, reader_->read());
  output.emit(std::move(outcome.batch));
  if (outcome.watermark.has_value()) output.emit_watermark(*outcome.watermark);
  return SourceProgress{next_of(outcome.next), outcome.wake_at};
}

Result<std::string> TableSourceOperator::snapshot() {
  ASSIGN_OR_RETURN(const std::vector<connectors::SourceSplit> splits, reader_->snapshot());
  return connectors::encode_splits(splits);
}

Status TableSourceOperator::close() {
  return reader_ == nullptr ? Status() : reader_->close();
}

}  // namespace eddyline::operators
