#include "plan/nodes/drop_update_before_node.hpp"

namespace eddyline::plan {

std::optional<std::vector<UpdateKind>> DropUpdateBeforeNode::demanded_updates(UpdateKind wanted) const {
  if (wanted == UpdateKind::kBeforeAndAfter) return std::nullopt;
  return std::vector<UpdateKind>{UpdateKind::kBeforeAndAfter};
}

}  // namespace eddyline::plan
