#pragma once

#include "plan/exec_node.hpp"
#include "plan/join_spec.hpp"

namespace eddyline::plan {

/// Upsert keys of a join's output (left columns, then right): each side's keys that contain that side's join keys,
/// combined; a side that matches at most one row of the other adds nothing of that other side.
std::vector<ColumnSet> join_upsert_keys(const JoinSpec& join, const ExecNode& left, const ExecNode& right);

}  // namespace eddyline::plan
