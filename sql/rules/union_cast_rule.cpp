// Gives every input of a union just the union's types: CAST where a column differs, if only by being NOT NULL.

#include "sql/logical/exact_cast.hpp"
#include "sql/rules/rule.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

/// The input with its columns cast; the input itself where none differs.
Result<LogicalPtr> aligned(const LogicalPtr& input, const RowType& row, const RuleContext& context) {
  std::vector<ExpressionPtr> columns;
  std::vector<std::string> names;
  bool changed = false;
  for (size_t i = 0; i < row.size(); ++i) {
    const RowField& field = input->output()[i];
    ExpressionPtr column = Expression::input_ref(i, field.type);
    ASSIGN_OR_RETURN(ExpressionPtr cast, exact_cast(context.functions, column, row[i].type));
    changed = changed || cast != column;
    columns.push_back(std::move(cast));
    names.push_back(field.name);
  }
  if (!changed) return input;
  return LogicalPtr(std::make_shared<LogicalProject>(input, std::move(columns), std::move(names), input->position()));
}

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext& context) {
  if (node->kind() != LogicalKind::kUnion) return LogicalPtr();
  std::vector<LogicalPtr> inputs;
  for (const LogicalPtr& input : node->inputs()) {
    auto cast = aligned(input, node->output(), context);
    if (!cast.ok()) return cast.status().at(node->position());
    inputs.push_back(*std::move(cast));
  }
  return inputs == node->inputs() ? LogicalPtr() : node->with_inputs(std::move(inputs));
}

}  // namespace

void register_union_cast(RuleList& rules);
void register_union_cast(RuleList& rules) {
  rules.add({"union cast", apply});
}

}  // namespace eddyline::sql
