#pragma once

#include <map>
#include <string>

#include "plan/exec_graph.hpp"

namespace eddyline::plan {

/// The uid of every node: a hash of its kind, of the uids of the nearest stateful nodes below each input, and of an
/// ordinal that tells nodes apart for which both are the same. Nothing else enters, so that a hint, a filter, a select
/// list or a name may change and the operator still finds its state in a savepoint.
std::map<const ExecNode*, std::string> operator_uids(const ExecGraph& graph);

}  // namespace eddyline::plan
