#pragma once

#include "plan/exec_node.hpp"

namespace eddyline::plan {

struct PlanTreeStyle {
  expression::PrintStyle style = expression::PrintStyle::kPrefix;
  /// changelogMode=[...] as every node's last item.
  bool changelog_mode = false;
  /// A node that was printed before is named by its number: Reused(reference_id=[1]).
  bool reuse = false;
};

/// One line a node, children behind "+- " and ":- ".
std::string plan_tree(const ExecNode& root, const PlanTreeStyle& style);
/// The trees one after the other, parted by empty lines; numbers of reused parts count through all of them.
std::string plan_trees(const std::vector<ExecNodePtr>& roots, const PlanTreeStyle& style);

}  // namespace eddyline::plan
