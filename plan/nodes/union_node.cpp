#include "plan/nodes/union_node.hpp"

namespace eddyline::plan {

ModifyKinds UnionNode::produced_kinds() const {
  ModifyKinds kinds;
  for (const ExecNodePtr& input : inputs) kinds = kinds.plus(input->modify_kinds);
  return kinds;
}

NodeItems UnionNode::items(expression::PrintStyle) const {
  return {{"all", "true"}, {"union", joined_names(output_type)}};
}

}  // namespace eddyline::plan
