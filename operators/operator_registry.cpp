#include "operators/operator_registry.hpp"

#include "common/base/check.hpp"

namespace eddyline::operators {

void OperatorRegistry::add(std::string_view node_type, Prepare prepare) {
  const bool added = by_node_type_.emplace(node_type, std::move(prepare)).second;
  CHECK(added) << "two operators for exec node " << node_type;
}

void OperatorRegistry::wrap(std::string_view node_type, const std::function<Prepare(Prepare)>& wrapping) {
  const auto found = by_node_type_.find(node_type);
  CHECK(found != by_node_type_.end()) << "no operator for exec node " << node_type;
  found->second = wrapping(std::move(found->second));
}

Result<OperatorMaker> OperatorRegistry::prepare(std::shared_ptr<const plan::ExecNode> node, const JobServices& services,
                                                const OperatorDeployment& deployment) const {
  const auto found = by_node_type_.find(node->type());
  if (found == by_node_type_.end()) return not_supported("operator of exec node " + std::string(node->type()));
  return found->second(std::move(node), services, deployment);
}

}  // namespace eddyline::operators
