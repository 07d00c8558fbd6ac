#include "plan/nodes/sink_node.hpp"

namespace eddyline::plan {

NodeItems SinkNode::items(expression::PrintStyle) const {
  return {{"table", table->identifier.to_string()}, {"fields", joined_names(inputs[0]->output_type)}};
}

}  // namespace eddyline::plan
