#include "sql/explain/explain.hpp"

#include <algorithm>

#include "plan/plan_tree.hpp"

namespace eddyline::sql {

namespace {

Status check_details(const std::vector<Explain::Detail>& details) {
  for (const auto& [detail, position] : details) {
    switch (detail) {
      case ExplainDetail::kChangelogMode:
        break;
      case ExplainDetail::kEstimatedCost:
        return not_supported("EXPLAIN ESTIMATED_COST").at(position);
      case ExplainDetail::kJsonExecutionPlan:
        return not_supported("EXPLAIN JSON_EXECUTION_PLAN").at(position);
      case ExplainDetail::kPlanAdvice:
        return not_supported("EXPLAIN PLAN_ADVICE").at(position);
    }
  }
  return {};
}

/// A SELECT's tree starts below its sink, which the user did not write.
std::string syntax_trees(const std::vector<LogicalPtr>& sinks) {
  std::string text;
  for (const LogicalPtr& sink : sinks) {
    if (!text.empty()) text += '\n';
    text += tree_text(as<LogicalSink>(*sink).table() == nullptr ? *sink->input() : *sink);
  }
  return text;
}

}  // namespace

Result<std::string> explain_statement(const std::vector<LogicalPtr>& sinks, const std::vector<Explain::Detail>& details,
                                      const PlannerContext& context) {
  RETURN_IF_ERROR(check_details(details));
  ASSIGN_OR_RETURN(const PhysicalPlan physical_plan, plan_statement(sinks, context, PlanPurpose::kExplain));
  const bool changelog_mode = std::ranges::count(details, ExplainDetail::kChangelogMode, &Explain::Detail::detail) > 0;
  const plan::PlanTreeStyle physical{.style = expression::PrintStyle::kPrefix, .changelog_mode = changelog_mode};
  const plan::PlanTreeStyle execution{.style = expression::PrintStyle::kInfix, .changelog_mode = false, .reuse = true};
  return "== Abstract Syntax Tree ==\n" + syntax_trees(sinks) + "\n== Optimized Physical Plan ==\n" +
         plan::plan_trees(physical_plan.roots, physical) + "\n== Optimized Execution Plan ==\n" +
         plan::plan_trees(physical_plan.graph.roots, execution);
}

}  // namespace eddyline::sql
