#include "sql/physical/planner.hpp"

#include "plan/plan_limits.hpp"
#include "sql/physical/changelog_planner.hpp"
#include "sql/physical/early_fire_hint.hpp"
#include "sql/physical/physical_converter.hpp"
#include "sql/physical/subplan_reuse.hpp"
#include "sql/rules/optimizer.hpp"

namespace eddyline::sql {

namespace {

Result<plan::ExecNodePtr> plan_sink(const LogicalPtr& sink, const PlannerContext& context, PlanPurpose purpose) {
  RETURN_IF_ERROR(check_early_fire_hints(*sink));
  ASSIGN_OR_RETURN(const LogicalPtr rewritten, optimize(sink, RuleContext{context.functions, context.time_zone}));
  ASSIGN_OR_RETURN(const plan::ExecNodePtr root, PhysicalConverter(context, purpose).convert(rewritten));
  Result<plan::ExecNodePtr> settled = plan_changelog(root);
  if (!settled.ok()) return settled.status().at(sink->position());
  return settled;
}

/// What no job manager would take.
Status check_size(const plan::ExecGraph& graph) {
  const std::vector<plan::ExecNodePtr> nodes = graph.nodes();
  RETURN_IF_ERROR(plan::PlanLimits::check_nodes(nodes.size()));
  plan::PlanLimits limits;
  for (const plan::ExecNodePtr& node : nodes) RETURN_IF_ERROR(limits.add(*node));
  return {};
}

}  // namespace

Result<PhysicalPlan> plan_statement(const std::vector<LogicalPtr>& sinks, const PlannerContext& context,
                                    PlanPurpose purpose) {
  PhysicalPlan plan;
  for (const LogicalPtr& sink : sinks) {
    ASSIGN_OR_RETURN(plan::ExecNodePtr root, plan_sink(sink, context, purpose));
    plan.roots.push_back(std::move(root));
  }
  plan.graph = plan::number_nodes(reuse_subplans(plan.roots));
  RETURN_IF_ERROR(check_size(plan.graph));
  return plan;
}

}  // namespace eddyline::sql
