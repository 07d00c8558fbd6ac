#pragma once

#include "plan/exec_node.hpp"

namespace eddyline::sql {

/// The trees with equal parts made one node, which several consumers then share. Parts that may answer differently each
/// time they run stay apart.
std::vector<plan::ExecNodePtr> reuse_subplans(const std::vector<plan::ExecNodePtr>& roots);

}  // namespace eddyline::sql
