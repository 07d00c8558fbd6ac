#include "plan/nodes/collect_node.hpp"

namespace eddyline::plan {

NodeItems CollectNode::items(expression::PrintStyle) const {
  return {{"fields", joined_names(inputs[0]->output_type)}};
}

}  // namespace eddyline::plan
