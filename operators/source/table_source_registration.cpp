#include "connectors/table_description.hpp"
#include "connectors/values/values_source.hpp"
#include "operators/operator_registry.hpp"
#include "operators/source/table_source_operator.hpp"
#include "plan/nodes/table_source_scan_node.hpp"
#include "plan/nodes/values_node.hpp"

namespace eddyline::operators {
namespace {

/// Deals the splits out once; every subtask takes its own.
Result<OperatorMaker> make_from(std::shared_ptr<const connectors::TableSource> source, Parallelism parallelism) {
  ASSIGN_OR_RETURN(connectors::SplitAssignment splits, source->create_enumerator()->assign(parallelism, nullptr));
  return [source = std::move(source),
          splits = std::move(splits)](SubtaskIndex subtask) -> Result<std::unique_ptr<Operator>> {
    return std::make_unique<TableSourceOperator>(source, splits[subtask.value()]);
  };
}

Result<OperatorMaker> prepare_scan(std::shared_ptr<const plan::TableSourceScanNode> node, const JobServices& services,
                                   Parallelism parallelism) {
  ASSIGN_OR_RETURN(std::unique_ptr<connectors::TableSource> source,
                   services.connectors->create_source(connectors::describe_table(*node->table)));
  return make_from(std::move(source), parallelism);
}

Result<OperatorMaker> prepare_values(std::shared_ptr<const plan::ValuesNode> node, const JobServices&,
                                     Parallelism parallelism) {
  // The rows live as long as the node.
  std::shared_ptr<const connectors::ValuesSource::Rows> rows(node, &node->rows);
  return make_from(std::make_shared<connectors::ValuesSource>(node->output_type, std::move(rows)), parallelism);
}

}  // namespace

void register_table_source_scan(OperatorRegistry& registry) {
  registry.add<plan::TableSourceScanNode>(prepare_scan);
}
void register_values(OperatorRegistry& registry) {
  registry.add<plan::ValuesNode>(prepare_values);
}

}  // namespace eddyline::operators
