#include "plan/plan_limits.hpp"

#include <algorithm>
#include <string>

namespace eddyline::plan {
namespace {

Status beyond(const std::string& what, size_t allowed) {
  return planning_error(what + "; " + std::to_string(allowed) + " are allowed.");
}

}  // namespace

Status PlanLimits::check_nodes(size_t nodes) {
  if (nodes <= kNodesMax) return {};
  return beyond("The plan has " + std::to_string(nodes) + " nodes", kNodesMax);
}

Status PlanLimits::add(const ExecNode& node) {
  Reach reach{.depth = 1, .streams = node.inputs.empty() ? size_t{1} : size_t{0}};
  for (const ExecNodePtr& input : node.inputs) {
    const Reach& below = reach_.at(input.get());
    reach.depth = std::max(reach.depth, below.depth + 1);
    reach.streams += below.streams;
  }
  streams_total_ += reach.streams;
  if (reach.depth > kDepthMax) {
    return beyond("The plan is " + std::to_string(reach.depth) + " nodes deep", kDepthMax);
  }
  if (reach.streams > kStreamsMax) {
    return beyond("The node reads " + std::to_string(reach.streams) + " streams", kStreamsMax);
  }
  if (streams_total_ > kStreamsTotalMax) {
    return beyond("The nodes of the plan read " + std::to_string(streams_total_) + " streams together", kStreamsTotalMax);
  }
  if (node.keeps_state()) reach.streams = 1;
  reach_.emplace(&node, reach);
  return {};
}

}  // namespace eddyline::plan
