#include "operators/sink/sink_operator.hpp"

#include "operators/operator_context.hpp"

namespace eddyline::operators {

Status SinkOperator::open(OperatorContext& context) {
  connectors::SinkWriterContext writer;
  writer.subtask = context.subtask();
  writer.parallelism = context.parallelism();
  writer.clock = &context.clock();
  writer.standard_output = outputs_.standard_output;
  writer.standard_error = outputs_.standard_error;
  ASSIGN_OR_RETURN(writer_, sink_->create_writer(writer));
  return {};
}

Result<Progress> SinkOperator::on_batch(size_t, const Batch& batch, Output&) {
  const NotNullEnforcement::Accepted accepted = not_null_.apply(batch);
  if (!accepted.rows.empty()) RETURN_IF_ERROR(writer_->write(accepted.rows));
  RETURN_IF_ERROR(accepted.failure);
  return Progress::kDone;
}

Status SinkOperator::on_input_empty() {
  return writer_->flush();
}

Result<Progress> SinkOperator::on_end_of_input(size_t, Output&) {
  RETURN_IF_ERROR(writer_->flush());
  return Progress::kDone;
}

Result<std::string> SinkOperator::snapshot() {
  RETURN_IF_ERROR(writer_->flush());
  return std::string();
}

Status SinkOperator::close() {
  return writer_ == nullptr ? Status() : writer_->close();
}

}  // namespace eddyline::operators
