#include "operators/calc/drop_update_before_operator.hpp"

#include "operators/operator_registry.hpp"
#include "plan/nodes/drop_update_before_node.hpp"

namespace eddyline::operators {

Result<Progress> DropUpdateBeforeOperator::on_batch(size_t, const Batch& batch, Output& output) {
  if (batch.insert_only()) {
    output.emit(batch);
    return Progress::kDone;
  }
  BufferPtr rows = allocate_buffer(batch.rows() * sizeof(int32_t));
  size_t count = 0;
  batch.selected().for_each([&](size_t row) {
    rows->as<int32_t>()[count] = static_cast<int32_t>(row);
    count += batch.kind(row) == RowKind::kUpdateBefore ? 0 : 1;
  });
  output.emit(count == batch.rows() ? batch : batch.with_selection(Selection(std::move(rows), count)));
  return Progress::kDone;
}

void register_drop_update_before(OperatorRegistry& registry) {
  registry.add<plan::DropUpdateBeforeNode>([](std::shared_ptr<const plan::DropUpdateBeforeNode>, const JobServices&,
                                              const OperatorDeployment&) -> Result<OperatorMaker> {
    return
        [](SubtaskIndex) -> Result<std::unique_ptr<Operator>> { return std::make_unique<DropUpdateBeforeOperator>(); };
  });
}

}  // namespace eddyline::operators
