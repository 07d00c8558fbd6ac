#pragma once

#include <map>

#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// Keeps plans small enough for what walks them: plans are walked node below node, on the stack, and unions of unions of the same
/// streams multiply the edges of a job.
class PlanLimits {
 public:
  static constexpr size_t kNodesMax = 10'000;
  /// Nodes on the longest way from a source to a root.
  static constexpr size_t kDepthMax = 2'000;
  /// That meet in one node without an operator that keeps state between.
  static constexpr size_t kStreamsMax = 10'000;
  /// Of all nodes together.
  static constexpr size_t kStreamsTotalMax = 1'000'000;

  /// Errors   kPlanningError: more than kNodesMax.
  static Status check_nodes(size_t nodes);
  /// Counts a node whose inputs are counted. Errors   kPlanningError: it is beyond the other limits.
  Status add(const ExecNode& node);

 private:
  struct Reach {
    size_t depth = 0;
    /// In its output.
    size_t streams = 0;
  };
  std::map<const ExecNode*, Reach> reach_;
  size_t streams_total_ = 0;
};

}  // namespace eddyline::plan
