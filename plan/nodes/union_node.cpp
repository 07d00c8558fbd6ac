#include "plan/nodes/union_node.hpp"

#include "common/json/json_field.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/node_checks.hpp"

namespace eddyline::plan {

ModifyKinds UnionNode::produced_kinds() const {
  ModifyKinds kinds;
  for (const ExecNodePtr& input : inputs) kinds = kinds.plus(input->modify_kinds);
  return kinds;
}

NodeItems UnionNode::items(expression::PrintStyle) const {
  return {{"all", "true"}, {"union", joined_names(output_type)}};
}

JsonValue::Object UnionNode::own_fields() const { return {}; }

Status UnionNode::read_own_fields(const JsonField& node, const PlanVocabulary&) {
  if (inputs.empty()) return node.fail("a union has inputs");
  for (const ExecNodePtr& input : inputs) {
    RETURN_IF_ERROR(check_same_shape(node, "an input", input->output_type, output_type));
  }
  return {};
}

void register_union(ExecNodeRegistry& registry);
void register_union(ExecNodeRegistry& registry) {
  registry.add<UnionNode>();
}

}  // namespace eddyline::plan
