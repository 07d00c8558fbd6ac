#include "plan/nodes/watermark_assigner_node.hpp"

#include "common/json/json_field.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/expression_json.hpp"
#include "plan/json/field_json.hpp"
#include "plan/json/node_checks.hpp"
#include "plan/json/plan_vocabulary.hpp"

namespace eddyline::plan {

NodeItems WatermarkAssignerNode::items(expression::PrintStyle style) const {
  const std::vector<std::string> names = column_names(inputs[0]->output_type);
  return {{"rowtime", names[rowtime_index]}, {"watermark", expression::to_string(*watermark, names, style)}};
}

JsonValue::Object WatermarkAssignerNode::own_fields() const {
  return {{"watermarkExpr", to_json(watermark)},
          {"rowtimeFieldIndex", rowtime_index},
          {"idleTimeout", idle_timeout.count()}};
}

Status WatermarkAssignerNode::read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) {
  RETURN_IF_ERROR(check_input_count(node, inputs.size(), 1));
  const RowType& columns = inputs[0]->output_type;
  RETURN_IF_ERROR(check_same_shape(node, "the input", columns, output_type));
  ASSIGN_OR_RETURN(const JsonField rowtime, node.member("rowtimeFieldIndex"));
  ASSIGN_OR_RETURN(rowtime_index, read_column(rowtime, columns.size()));
  RETURN_IF_ERROR(check_time_column(node, columns, rowtime_index));
  ASSIGN_OR_RETURN(const JsonField expression, node.member("watermarkExpr"));
  ASSIGN_OR_RETURN(watermark, ExpressionReader(vocabulary.scalar_functions, columns).read(expression));
  if (!watermark->type().same_shape(columns[rowtime_index].type)) return expression.expected("the type of the rowtime column");
  ASSIGN_OR_RETURN(const JsonField timeout, node.member("idleTimeout"));
  ASSIGN_OR_RETURN(idle_timeout, read_milliseconds(timeout));
  return {};
}

void register_watermark_assigner(ExecNodeRegistry& registry);
void register_watermark_assigner(ExecNodeRegistry& registry) {
  registry.add<WatermarkAssignerNode>();
}

}  // namespace eddyline::plan
