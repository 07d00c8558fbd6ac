// A filter that lets everything pass is left out. One that lets nothing pass, or an inner join that matches nothing, makes an empty relation, and so does what cannot give a row without its input's.

#include <algorithm>

#include "sql/rules/conjunctions.hpp"
#include "sql/rules/rule.hpp"

namespace eddyline::sql {

namespace {

bool is_empty(const LogicalNode& node) {
  return node.kind() == LogicalKind::kValues && as<LogicalValues>(node).rows().empty();
}

LogicalPtr empty_like(const LogicalNode& node) {
  return std::make_shared<LogicalValues>(node.output(), std::vector<std::vector<Value>>(), node.position());
}

bool never_matches(const LogicalJoin& join) {
  const auto terms = conjuncts(join.condition());
  return std::ranges::any_of(terms, [](const expression::ExpressionPtr& term) { return is_never_true(*term); });
}

bool join_is_empty(const LogicalJoin& join) {
  const bool no_left = is_empty(*join.input(0));
  const bool no_right = is_empty(*join.input(1));
  switch (join.type()) {
    case plan::JoinType::kInner:
    case plan::JoinType::kSemi:
      return no_left || no_right || never_matches(join);
    case plan::JoinType::kLeft:
    case plan::JoinType::kAnti:
      return no_left;
    case plan::JoinType::kRight:
      return no_right;
    case plan::JoinType::kFull:
      break;
  }
  return no_left && no_right;
}

/// Empty inputs left out; the only one left must have the union's own types to stand for it.
LogicalPtr without_empty_inputs(const LogicalPtr& node) {
  std::vector<LogicalPtr> inputs;
  std::ranges::copy_if(node->inputs(), std::back_inserter(inputs),
                       [](const LogicalPtr& input) { return !is_empty(*input); });
  if (inputs.size() == node->inputs().size()) return nullptr;
  if (inputs.empty()) return empty_like(*node);
  if (inputs.size() > 1) return node->with_inputs(std::move(inputs));
  const auto same_type = [](const RowField& a, const RowField& b) { return a.type == b.type; };
  return std::ranges::equal(inputs[0]->output(), node->output(), same_type) ? inputs[0] : nullptr;
}

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext&) {
  switch (node->kind()) {
    case LogicalKind::kFilter:
      if (is_true(*as<LogicalFilter>(*node).condition())) return node->input();
      if (is_empty(*node->input()) || is_never_true(*as<LogicalFilter>(*node).condition())) return empty_like(*node);
      break;
    case LogicalKind::kProject:
    case LogicalKind::kWatermarkAssigner:
      if (is_empty(*node->input())) return empty_like(*node);
      break;
    case LogicalKind::kJoin:
      if (join_is_empty(as<LogicalJoin>(*node))) return empty_like(*node);
      break;
    case LogicalKind::kAggregate:
      if (is_empty(*node->input()) && !as<LogicalAggregate>(*node).groups().empty()) return empty_like(*node);
      break;
    case LogicalKind::kUnion:
      return without_empty_inputs(node);
    case LogicalKind::kTableScan:
    case LogicalKind::kValues:
    case LogicalKind::kSink:
      break;
  }
  return LogicalPtr();
}

}  // namespace

void register_empty_input(RuleList& rules);
void register_empty_input(RuleList& rules) {
  rules.add({"empty input", apply});
}

}  // namespace eddyline::sql
