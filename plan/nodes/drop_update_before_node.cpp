#include "plan/nodes/drop_update_before_node.hpp"

#include "common/json/json_field.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/node_checks.hpp"

namespace eddyline::plan {

std::optional<std::vector<UpdateKind>> DropUpdateBeforeNode::demanded_updates(UpdateKind wanted) const {
  if (wanted == UpdateKind::kBeforeAndAfter) return std::nullopt;
  return std::vector<UpdateKind>{UpdateKind::kBeforeAndAfter};
}

JsonValue::Object DropUpdateBeforeNode::own_fields() const { return {}; }

Status DropUpdateBeforeNode::read_own_fields(const JsonField& node, const PlanVocabulary&) {
  RETURN_IF_ERROR(check_input_count(node, inputs.size(), 1));
  return check_same_shape(node, "the input", inputs[0]->output_type, output_type);
}

void register_drop_update_before(ExecNodeRegistry& registry);
void register_drop_update_before(ExecNodeRegistry& registry) {
  registry.add<DropUpdateBeforeNode>();
}

}  // namespace eddyline::plan
