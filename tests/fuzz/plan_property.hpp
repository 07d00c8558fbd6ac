#pragma once

#include <string>
#include <string_view>

#include "plan/exec_node_registry.hpp"
#include "plan/job_graph/job_graph_digest.hpp"
#include "plan/json/plan_json.hpp"

namespace eddyline::plan {

/// What the names in any plan may stand for.
struct PlanNames {
  PlanNames() {
    expression::register_scalar_functions(functions);
    expression::register_aggregate_functions(aggregate_functions);
    register_exec_nodes(nodes);
  }

  expression::FunctionRegistry functions;
  expression::AggregateFunctionRegistry aggregate_functions;
  ExecNodeRegistry nodes;
};

/// What must hold of the reader of plans for any text, which any client may send: nothing crashes, what is refused says why, and of
/// what is read a job graph is made or refused, and the plan is written to what is read as the same. Returns what is broken, empty
/// if nothing.
inline std::string broken_plan_property(std::string_view text, const PlanNames& names) {
  const PlanVocabulary vocabulary{names.functions, names.aggregate_functions};
  const Result<ExecGraph> plan = read_plan(text, names.nodes, vocabulary);
  if (!plan.ok()) return plan.status().message().empty() ? "refused without a reason" : "";
  const Result<JobGraph> job = make_job_graph(*plan, {});
  if (!job.ok()) return job.status().message().empty() ? "a job graph is refused without a reason" : "";
  const std::string written = write_plan(*plan);
  const Result<ExecGraph> same = read_plan(written, names.nodes, vocabulary);
  if (!same.ok()) return "what was read is written to what is refused: " + same.status().to_string();
  if (write_plan(*same) != written) return "what was read is written to another plan";
  const Result<JobGraph> same_job = make_job_graph(*same, {});
  const bool alike = same_job.ok() && job_graph_digest(*same_job) == job_graph_digest(*job);
  return alike ? "" : "the same plan makes another job graph";
}

}  // namespace eddyline::plan
