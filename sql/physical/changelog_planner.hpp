#pragma once

#include "common/base/status.hpp"
#include "plan/exec_node.hpp"

namespace eddyline::sql {

/// Settles which row kinds every node of a tree emits: what each consumer accepts is checked from the root down, then
/// how updates are written is chosen as the root prefers; a DropUpdateBefore goes where a source writes more than is
/// asked for.
///
/// Errors   Flink's text for a consumer that cannot take its input's changes, and for a plan in which no way of writing
/// updates
///          suits every node.
Result<plan::ExecNodePtr> plan_changelog(const plan::ExecNodePtr& root);

}  // namespace eddyline::sql
