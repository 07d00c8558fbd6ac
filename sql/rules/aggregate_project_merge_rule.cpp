// An aggregate reads columns by index, so a project below it that only puts all columns into another order has no work
// to do.

#include <algorithm>
#include <set>

#include "sql/rules/rule.hpp"

namespace eddyline::sql {

namespace {

bool is_permutation(const LogicalProject& project) {
  std::set<size_t> columns;
  for (const expression::ExpressionPtr& expression : project.expressions()) {
    if (!expression->is_input_ref() || !columns.insert(expression->index()).second) return false;
  }
  return columns.size() == project.input()->output().size();
}

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext&) {
  if (node->kind() != LogicalKind::kAggregate || node->input()->kind() != LogicalKind::kProject) return LogicalPtr();
  const auto& aggregate = as<LogicalAggregate>(*node);
  const auto& project = as<LogicalProject>(*node->input());
  if (!is_permutation(project)) return LogicalPtr();
  const auto below = [&project](size_t column) { return project.expressions()[column]->index(); };

  std::vector<size_t> groups;
  for (const size_t group : aggregate.groups()) groups.push_back(below(group));
  std::vector<expression::AggregateCall> calls = aggregate.calls();
  for (expression::AggregateCall& call : calls) {
    std::ranges::transform(call.arguments, call.arguments.begin(), below);
    if (call.filter) call.filter = below(*call.filter);
  }
  return LogicalPtr(
      std::make_shared<LogicalAggregate>(project.input(), std::move(groups), std::move(calls), node->position()));
}

}  // namespace

void register_aggregate_project_merge(RuleList& rules);
void register_aggregate_project_merge(RuleList& rules) {
  rules.add({"aggregate project merge", apply});
}

}  // namespace eddyline::sql
