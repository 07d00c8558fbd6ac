#include "sql/physical/interval_join_conversion.hpp"

#include <algorithm>

#include "plan/nodes/interval_join_node.hpp"
#include "sql/logical/join_row.hpp"
#include "sql/physical/early_fire_hint.hpp"
#include "sql/physical/physical_converter.hpp"
#include "sql/physical/time_bounds.hpp"
#include "sql/rules/conjunctions.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;
using plan::ExecNodePtr;

namespace {

namespace operators = expression::operators;

bool has_rowtime(const RowType& row) {
  return std::ranges::any_of(row, [](const RowField& field) { return field.type.is_rowtime(); });
}

Status check_time_attributes(const plan::IntervalJoinWindowBounds& bounds, const RowType& left, const RowType& right) {
  if (!bounds.is_event_time) {
    if (!has_rowtime(left) && !has_rowtime(right)) return {};
    return planning_error(
        "Interval join with proctime attribute requires no event-time attributes are in the join inputs.");
  }
  const DataType left_type = left[bounds.left_time_index].type.with_nullable(true);
  const DataType right_type = right[bounds.right_time_index].type.with_nullable(true);
  if (left_type.root() == right_type.root()) return {};
  return validation_error("Interval join with rowtime attribute requires same rowtime types, but the types are " +
                          left_type.to_string() + " and " + right_type.to_string() + ".");
}

/// Source   Flink's StreamExecIntervalJoin, its missing blank included: people search logs for it.
void warn_of_negative_span(const plan::IntervalJoinWindowBounds& bounds, const Logger& logger) {
  if (!bounds.negative_span()) return;
  logger.named("StreamExecIntervalJoin")
      .warn("The relative time interval size " + std::to_string((bounds.left_upper - bounds.left_lower).count()) +
            "is negative, please check the join conditions.");
}

/// Takes `term` as a pair of keys, if it compares a left column and a right one for equality.
bool add_key(const Expression& term, size_t left_width, plan::JoinSpec& spec) {
  const bool equal = is_call_named(term, operators::kEqual);
  if (!equal && !is_call_named(term, operators::kIsNotDistinctFrom)) return false;
  const Expression* a = term.operands()[0].get();
  const Expression* b = term.operands()[1].get();
  if (!a->is_input_ref() || !b->is_input_ref()) return false;
  if (a->index() >= left_width) std::swap(a, b);
  if (a->index() >= left_width || b->index() < left_width) return false;
  spec.left_keys.push_back(a->index());
  spec.right_keys.push_back(b->index() - left_width);
  spec.filter_nulls.push_back(equal);
  return true;
}

plan::JoinSpec join_spec(const LogicalJoin& join, const std::vector<ExpressionPtr>& terms, size_t left_width,
                         const expression::FunctionRegistry& functions) {
  plan::JoinSpec spec;
  spec.type = join.type();
  std::vector<ExpressionPtr> others;
  for (const ExpressionPtr& term : terms) {
    if (!add_key(*term, left_width, spec)) others.push_back(term);
  }
  if (!others.empty()) spec.non_equi_condition = conjunction(others, functions);
  return spec;
}

}  // namespace

Result<ExecNodePtr> convert_interval_join(const LogicalJoin& join, ExecNodePtr left, ExecNodePtr right,
                                          const PlannerContext& context) {
  if (join.type() == plan::JoinType::kSemi || join.type() == plan::JoinType::kAnti) {
    return not_supported("semi and anti join").at(join.position());
  }
  const RowType row = join_row(left->output_type, right->output_type, join.type());
  const ExpressionPtr condition = retyped(join.condition(), row);
  const RuleContext rules{context.functions, context.time_zone};
  const auto times = time_bounds(condition, left->output_type, right->output_type, rules);
  if (!times) {
    // Bounds may have stood beside what made it so, and are folded away with it.
    const auto terms = conjuncts(condition);
    if (std::ranges::any_of(terms, [](const ExpressionPtr& term) { return is_never_true(*term); })) {
      return not_supported("join whose condition is never true").at(join.position());
    }
    return not_supported(
               "regular join (a join whose condition does not bound the time attributes of its inputs from both sides)")
        .at(join.position());
  }
  RETURN_IF_ERROR(check_time_attributes(times->bounds, left->output_type, right->output_type).at(join.position()));

  warn_of_negative_span(times->bounds, context.logger);

  auto node = std::make_shared<plan::IntervalJoinNode>();
  node->spec.join = join_spec(join, times->rest, left->output_type.size(), context.functions);
  node->spec.bounds = times->bounds;
  ASSIGN_OR_RETURN(node->spec.early_fire, early_fire_of(join, times->bounds.is_event_time));
  node->min_cleanup_interval = context.settings.interval_join_min_cleanup_interval;
  node->condition = condition;
  node->output_type = row;
  node->inputs = {exchanged(left, node->spec.join.left_keys), exchanged(right, node->spec.join.right_keys)};
  return finished(std::move(node));
}

}  // namespace eddyline::sql
