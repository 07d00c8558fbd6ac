// Joins a project above a project to one, and drops a project that changes nothing but names.

#include <algorithm>

#include "sql/rules/node_expressions.hpp"
#include "sql/rules/rule.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

bool is_identity(const LogicalProject& project) {
  const RowType& input = project.input()->output();
  if (project.expressions().size() != input.size()) return false;
  for (size_t column = 0; column < input.size(); ++column) {
    const Expression& expression = *project.expressions()[column];
    if (!expression.is_input_ref() || expression.index() != column || !(expression.type() == input[column].type))
      return false;
  }
  return true;
}

/// Literal rows take the project's names, since nothing else gives them any.
LogicalPtr without_project(const LogicalProject& project) {
  if (project.input()->kind() != LogicalKind::kValues) return project.input();
  const auto& values = as<LogicalValues>(*project.input());
  return std::make_shared<LogicalValues>(project.output(), values.rows(), values.position());
}

/// An expression that answers differently each time must not be computed twice for what the query names once, and one that
/// projects build up step by step must not double with every step.
bool can_inline(const LogicalProject& upper, const LogicalProject& lower) {
  if (grows_too_large(upper.expressions(), lower.expressions())) return false;
  for (size_t column = 0; column < lower.expressions().size(); ++column) {
    if (!expression::is_deterministic(*lower.expressions()[column]) && reads_twice(upper.expressions(), column))
      return false;
  }
  return true;
}

LogicalPtr merged(const LogicalProject& upper, const LogicalProject& lower) {
  std::vector<ExpressionPtr> expressions;
  std::vector<std::string> names;
  for (const ExpressionPtr& expression : upper.expressions()) {
    expressions.push_back(expression::replace_inputs(
        expression, [&](size_t index, const DataType&) { return lower.expressions()[index]; }));
    names.push_back(upper.output()[names.size()].name);
  }
  return std::make_shared<LogicalProject>(lower.input(), std::move(expressions), std::move(names), upper.position());
}

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext&) {
  if (node->kind() != LogicalKind::kProject) return LogicalPtr();
  const auto& project = as<LogicalProject>(*node);
  if (is_identity(project)) return without_project(project);
  if (project.input()->kind() != LogicalKind::kProject) return LogicalPtr();
  const auto& lower = as<LogicalProject>(*project.input());
  return can_inline(project, lower) ? merged(project, lower) : LogicalPtr();
}

}  // namespace

void register_project_merge(RuleList& rules);
void register_project_merge(RuleList& rules) {
  rules.add({"project merge", apply});
}

}  // namespace eddyline::sql
