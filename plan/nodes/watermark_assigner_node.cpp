#include "plan/nodes/watermark_assigner_node.hpp"

namespace eddyline::plan {

NodeItems WatermarkAssignerNode::items(expression::PrintStyle style) const {
  const std::vector<std::string> names = column_names(inputs[0]->output_type);
  return {{"rowtime", names[rowtime_index]}, {"watermark", expression::to_string(*watermark, names, style)}};
}

}  // namespace eddyline::plan
