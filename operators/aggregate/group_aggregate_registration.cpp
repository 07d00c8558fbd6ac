#include "common/config/table_options.hpp"
#include "common/config/whole_milliseconds.hpp"
#include "operators/aggregate/group_aggregate_operator.hpp"
#include "operators/operator_registry.hpp"
#include "plan/nodes/group_aggregate_node.hpp"

namespace eddyline::operators {

void register_group_aggregate(OperatorRegistry& registry);
void register_group_aggregate(OperatorRegistry& registry) {
  registry.add<plan::GroupAggregateNode>([](std::shared_ptr<const plan::GroupAggregateNode> node,
                                            const JobServices& services, const OperatorDeployment&) -> Result<OperatorMaker> {
    ASSIGN_OR_RETURN(const Duration ttl, services.configuration.get(table_options().state_ttl));
    const GroupAggregateParameters parameters{
        .input = node->inputs[0]->output_type,
        .grouping = node->grouping,
        .calls = node->calls,
        .with_update_before = node->generate_update_before,
        .retracting = node->needs_retraction,
        .ttl = cut_to_milliseconds(ttl)};
    return OperatorMaker([parameters](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
      ASSIGN_OR_RETURN(std::unique_ptr<GroupAggregateOperator> made, GroupAggregateOperator::make(parameters));
      return made;
    });
  });
}

}  // namespace eddyline::operators
