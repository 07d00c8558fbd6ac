#include "connectors/table_description.hpp"
#include "operators/operator_registry.hpp"
#include "operators/sink/collect_operator.hpp"
#include "operators/sink/sink_operator.hpp"
#include "plan/nodes/collect_node.hpp"
#include "plan/nodes/sink_node.hpp"

namespace eddyline::operators {
namespace {

Result<OperatorMaker> prepare_sink(std::shared_ptr<const plan::SinkNode> node, const JobServices& services,
                                   const OperatorDeployment&) {
  if (node->type_length_enforcer != TypeLengthEnforcer::kIgnore) {
    return not_supported("'" + table_options().sink_type_length_enforcer.key() + "' other than IGNORE");
  }
  connectors::TableDescription table = connectors::describe_table(*node->table);
  table.static_partition.assign(node->static_partition.begin(), node->static_partition.end());
  ASSIGN_OR_RETURN(std::shared_ptr<const connectors::TableSink> sink, services.connectors->create_sink(table));
  if (sink->create_committer() != nullptr) return not_supported("sinks that commit in two phases");
  const NotNullEnforcement not_null(node->table->sink_row_type(), node->not_null_enforcer);
  const SinkOperator::Outputs outputs{services.standard_output, services.standard_error};
  return [=](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
    return std::make_unique<SinkOperator>(sink, not_null, outputs);
  };
}

Result<OperatorMaker> prepare_collect(std::shared_ptr<const plan::CollectNode>, const JobServices& services,
                                      const OperatorDeployment&) {
  if (services.results == nullptr) return validation_error("the rows of a SELECT have nobody who takes them");
  return [results = services.results](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
    return std::make_unique<CollectOperator>(results);
  };
}

}  // namespace

void register_sink(OperatorRegistry& registry) {
  registry.add<plan::SinkNode>(prepare_sink);
}
void register_collect(OperatorRegistry& registry) {
  registry.add<plan::CollectNode>(prepare_collect);
}

}  // namespace eddyline::operators
