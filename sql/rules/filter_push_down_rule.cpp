// Moves a filter below projects, unions and aggregates, and joins neighbouring filters to one. It stays above a
// watermark assigner, so that rows which are filtered away still move the watermark.

#include <algorithm>

#include "sql/rules/conjunctions.hpp"
#include "sql/rules/node_expressions.hpp"
#include "sql/rules/rule.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

LogicalPtr filtered(LogicalPtr input, ExpressionPtr condition, SourcePosition position) {
  return std::make_shared<LogicalFilter>(std::move(input), std::move(condition), position);
}

LogicalPtr merge(const LogicalFilter& filter, const LogicalFilter& below, const RuleContext& context) {
  return filtered(below.input(), conjunction({below.condition(), filter.condition()}, context.functions),
                  filter.position());
}

LogicalPtr below_project(const LogicalFilter& filter, const LogicalProject& project) {
  if (grows_too_large({&filter.condition(), 1}, project.expressions())) return nullptr;
  for (const size_t column : referenced_inputs(*filter.condition())) {
    if (!expression::is_deterministic(*project.expressions()[column])) return nullptr;
  }
  ExpressionPtr condition = expression::replace_inputs(
      filter.condition(), [&](size_t index, const DataType&) { return project.expressions()[index]; });
  return project.with_inputs({filtered(project.input(), std::move(condition), filter.position())});
}

LogicalPtr below_union(const LogicalFilter& filter, const LogicalNode& all) {
  std::vector<LogicalPtr> inputs;
  for (const LogicalPtr& input : all.inputs()) {
    ExpressionPtr condition = expression::replace_inputs(filter.condition(), [&](size_t index, const DataType&) {
      return Expression::input_ref(index, input->output()[index].type);
    });
    inputs.push_back(filtered(input, std::move(condition), filter.position()));
  }
  return all.with_inputs(std::move(inputs));
}

/// Conditions on grouping columns alone keep or drop whole groups.
LogicalPtr below_aggregate(const LogicalFilter& filter, const LogicalAggregate& aggregate, const RuleContext& context) {
  const size_t groups = aggregate.groups().size();
  if (groups == 0) return nullptr;
  std::vector<ExpressionPtr> moved;
  std::vector<ExpressionPtr> kept;
  for (const ExpressionPtr& term : conjuncts(filter.condition())) {
    const bool on_groups = reads_only(*term, 0, groups) && expression::is_deterministic(*term);
    (on_groups ? moved : kept).push_back(term);
  }
  if (moved.empty()) return nullptr;
  const RowType& input = aggregate.input()->output();
  ExpressionPtr condition =
      expression::replace_inputs(conjunction(moved, context.functions), [&](size_t index, const DataType&) {
        const size_t column = aggregate.groups()[index];
        return Expression::input_ref(column, input[column].type);
      });
  LogicalPtr result = aggregate.with_inputs({filtered(aggregate.input(), std::move(condition), filter.position())});
  return kept.empty() ? result : filtered(result, conjunction(kept, context.functions), filter.position());
}

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext& context) {
  if (node->kind() != LogicalKind::kFilter) return LogicalPtr();
  const auto& filter = as<LogicalFilter>(*node);
  if (is_true(*filter.condition())) return filter.input();
  switch (filter.input()->kind()) {
    case LogicalKind::kFilter:
      return merge(filter, as<LogicalFilter>(*filter.input()), context);
    case LogicalKind::kProject:
      return below_project(filter, as<LogicalProject>(*filter.input()));
    case LogicalKind::kUnion:
      return below_union(filter, *filter.input());
    case LogicalKind::kAggregate:
      return below_aggregate(filter, as<LogicalAggregate>(*filter.input()), context);
    case LogicalKind::kTableScan:
    case LogicalKind::kValues:
    case LogicalKind::kJoin:
    case LogicalKind::kWatermarkAssigner:
    case LogicalKind::kSink:
      break;
  }
  return LogicalPtr();
}

}  // namespace

void register_filter_push_down(RuleList& rules);
void register_filter_push_down(RuleList& rules) {
  rules.add({"filter push-down", apply});
}

}  // namespace eddyline::sql
