#pragma once

#include <string>
#include <string_view>

#include "common/base/status.hpp"
#include "plan/exec_graph.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/plan_vocabulary.hpp"

namespace eddyline::plan {

/// Of what write_plan() writes: a reader takes its own version only.
inline constexpr int64_t kPlanVersion = 1;

/// The plan as one process hands it to another: the nodes of compiled plans in their JSON form, with what planning settled and
/// such a file leaves out (changelog modes, upsert keys, temporary tables).
std::string write_plan(const ExecGraph& graph);

/// Reads what write_plan() wrote, and trusts nothing: a plan that is read can be made into a job. Reading and writing it again
/// gives the same text.
///
/// Errors   kDataError with the place in the plan; kParseError for text that is no JSON.
Result<ExecGraph> read_plan(std::string_view text, const ExecNodeRegistry& nodes, const PlanVocabulary& vocabulary);

}  // namespace eddyline::plan
