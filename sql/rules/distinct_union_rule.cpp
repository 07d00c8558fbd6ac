// Makes groups of a UNION without ALL: a union of all rows, then one row for each that is in it.

#include <algorithm>
#include <numeric>

#include "sql/rules/rule.hpp"

namespace eddyline::sql {

namespace {

/// Whether a node does nothing but leave out rows that are in its input twice.
bool only_removes_repeats(const LogicalNode& node) {
  if (node.kind() != LogicalKind::kAggregate) return false;
  const auto& aggregate = as<LogicalAggregate>(node);
  if (!aggregate.calls().empty() || aggregate.groups().size() != node.input()->output().size()) return false;
  return std::ranges::is_sorted(aggregate.groups());
}

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext&) {
  if (node->kind() != LogicalKind::kUnion || as<LogicalUnion>(*node).all()) return LogicalPtr();
  std::vector<LogicalPtr> inputs = node->inputs();
  // a UNION b UNION c: the rows of a and b need not be made distinct before those of c join them.
  for (LogicalPtr& input : inputs) {
    if (only_removes_repeats(*input)) input = input->input();
  }
  std::vector<size_t> groups(node->output().size());
  std::iota(groups.begin(), groups.end(), size_t{0});
  return LogicalPtr(std::make_shared<LogicalAggregate>(
      std::make_shared<LogicalUnion>(std::move(inputs), /*all=*/true, node->position()), std::move(groups),
      std::vector<expression::AggregateCall>(), node->position()));
}

}  // namespace

void register_distinct_union(RuleList& rules);
void register_distinct_union(RuleList& rules) {
  rules.add({"distinct union", apply});
}

}  // namespace eddyline::sql
