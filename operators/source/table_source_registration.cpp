#include <algorithm>
#include <iterator>

#include "connectors/table_description.hpp"
#include "connectors/values/values_source.hpp"
#include "operators/operator_registry.hpp"
#include "operators/source/table_source_operator.hpp"
#include "plan/nodes/table_source_scan_node.hpp"
#include "plan/nodes/values_node.hpp"

namespace eddyline::operators {
namespace {

using Splits = std::vector<connectors::SourceSplit>;

/// The splits of all subtasks, whatever their number was.
Result<Splits> restored_splits(const std::vector<std::string>& restored) {
  Splits all;
  for (const std::string& state : restored) {
    ASSIGN_OR_RETURN(Splits splits, connectors::decode_splits(state));
    std::ranges::move(splits, std::back_inserter(all));
  }
  return all;
}

/// Deals the splits out once; every subtask takes its own.
Result<OperatorMaker> make_from(std::shared_ptr<const connectors::TableSource> source,
                                const OperatorDeployment& deployment) {
  const auto enumerator = source->create_enumerator();
  connectors::SplitAssignment splits;
  if (deployment.restored == nullptr) {
    ASSIGN_OR_RETURN(splits, enumerator->assign(deployment.parallelism, nullptr));
  } else {
    ASSIGN_OR_RETURN(const Splits restored, restored_splits(*deployment.restored));
    ASSIGN_OR_RETURN(splits, enumerator->assign(deployment.parallelism, &restored));
  }
  return [source = std::move(source),
          splits = std::move(splits)](SubtaskIndex subtask) -> Result<std::unique_ptr<Operator>> {
    return std::make_unique<TableSourceOperator>(source, splits[subtask.value()]);
  };
}

Result<OperatorMaker> prepare_scan(std::shared_ptr<const plan::TableSourceScanNode> node, const JobServices& services,
                                   const OperatorDeployment& deployment) {
  ASSIGN_OR_RETURN(std::unique_ptr<connectors::TableSource> source,
                   services.connectors->create_source(connectors::describe_table(*node->table)));
  return make_from(std::move(source), deployment);
}

Result<OperatorMaker> prepare_values(std::shared_ptr<const plan::ValuesNode> node, const JobServices&,
                                     const OperatorDeployment& deployment) {
  // The rows live as long as the node.
  std::shared_ptr<const connectors::ValuesSource::Rows> rows(node, &node->rows);
  return make_from(std::make_shared<connectors::ValuesSource>(node->output_type, std::move(rows)), deployment);
}

}  // namespace

void register_table_source_scan(OperatorRegistry& registry) {
  registry.add<plan::TableSourceScanNode>(prepare_scan);
}
void register_values(OperatorRegistry& registry) {
  registry.add<plan::ValuesNode>(prepare_values);
}

}  // namespace eddyline::operators
