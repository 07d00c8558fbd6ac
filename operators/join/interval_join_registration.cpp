#include "operators/join/interval_join_operator.hpp"
#include "operators/operator_registry.hpp"
#include "plan/nodes/interval_join_node.hpp"

namespace eddyline::operators {

void register_interval_join(OperatorRegistry& registry);
void register_interval_join(OperatorRegistry& registry) {
  registry.add<plan::IntervalJoinNode>([](std::shared_ptr<const plan::IntervalJoinNode> node, const JobServices&,
                                          const OperatorDeployment&) -> Result<OperatorMaker> {
    const IntervalJoinParameters parameters{node->spec, node->inputs[0]->output_type, node->inputs[1]->output_type,
                                            node->min_cleanup_interval};
    return OperatorMaker([parameters](SubtaskIndex) { return make_interval_join(parameters); });
  });
}

}  // namespace eddyline::operators
