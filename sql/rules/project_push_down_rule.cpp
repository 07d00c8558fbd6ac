// Moves a project below a union, so that what it computes or leaves out is done before rows meet.

#include <algorithm>

#include "sql/rules/rule.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

/// A project that only renames or reorders is left to other rules.
bool computes(const LogicalProject& project) {
  return std::ranges::any_of(project.expressions(),
                             [](const ExpressionPtr& expression) { return !expression->is_input_ref(); });
}

/// The project's expressions over one input of the union, whose types are the union's.
LogicalPtr over_input(const LogicalProject& project, const LogicalPtr& input) {
  std::vector<ExpressionPtr> expressions;
  std::vector<std::string> names;
  for (const ExpressionPtr& expression : project.expressions()) {
    expressions.push_back(expression::replace_inputs(expression, [&](size_t index, const DataType&) {
      return Expression::input_ref(index, input->output()[index].type);
    }));
    names.push_back(project.output()[names.size()].name);
  }
  return std::make_shared<LogicalProject>(input, std::move(expressions), std::move(names), project.position());
}

bool has_types_of(const LogicalPtr& input, const RowType& row) {
  return std::ranges::equal(input->output(), row, [](const RowField& a, const RowField& b) { return a.type == b.type; });
}

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext&) {
  if (node->kind() != LogicalKind::kProject || node->input()->kind() != LogicalKind::kUnion) return LogicalPtr();
  const auto& project = as<LogicalProject>(*node);
  const LogicalPtr& all = node->input();
  // Rows that differ before the project may be the same behind it.
  if (!as<LogicalUnion>(*all).all()) return LogicalPtr();
  const bool same_types =
      std::ranges::all_of(all->inputs(), [&](const LogicalPtr& input) { return has_types_of(input, all->output()); });
  if (!computes(project) || !same_types) return LogicalPtr();
  std::vector<LogicalPtr> inputs;
  for (const LogicalPtr& input : all->inputs()) inputs.push_back(over_input(project, input));
  return all->with_inputs(std::move(inputs));
}

}  // namespace

void register_project_push_down(RuleList& rules);
void register_project_push_down(RuleList& rules) {
  rules.add({"project push-down", apply});
}

}  // namespace eddyline::sql
