#include "plan/nodes/collect_node.hpp"

#include "common/json/json_field.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/field_json.hpp"
#include "plan/json/node_checks.hpp"

namespace eddyline::plan {

NodeItems CollectNode::items(expression::PrintStyle) const {
  return {{"fields", joined_names(inputs[0]->output_type)}};
}

JsonValue::Object CollectNode::own_fields() const { return {{"inputChangelogMode", to_json(input_changelog_mode)}}; }

Status CollectNode::read_own_fields(const JsonField& node, const PlanVocabulary&) {
  RETURN_IF_ERROR(check_input_count(node, inputs.size(), 1));
  ASSIGN_OR_RETURN(const JsonField mode, node.member("inputChangelogMode"));
  ASSIGN_OR_RETURN(input_changelog_mode, read_changelog_mode(mode));
  return {};
}

void register_collect(ExecNodeRegistry& registry);
void register_collect(ExecNodeRegistry& registry) {
  registry.add<CollectNode>();
}

}  // namespace eddyline::plan
