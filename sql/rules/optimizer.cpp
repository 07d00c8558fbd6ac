#include "sql/rules/optimizer.hpp"

#include <map>

#include "sql/rules/column_pruning.hpp"

namespace eddyline::sql {

// Generated from the add_rule lines of the folder, one list a phase.
void register_normalize_rules(RuleList& rules);
void register_push_down_rules(RuleList& rules);
void register_merge_rules(RuleList& rules);
void register_search_rules(RuleList& rules);

namespace {

/// Every rule makes a plan smaller or moves work towards the sources, so this bound is only reached by a rule at fault.
constexpr size_t kRewritesMax = 100000;

class Rewriter {
 public:
  Rewriter(const RuleList& rules, const RuleContext& context) : rules_(rules), context_(context) {}

  Result<LogicalPtr> rewrite(const LogicalPtr& node) {
    if (const auto known = done_.find(node); known != done_.end()) return known->second;
    ASSIGN_OR_RETURN(LogicalPtr result, over_rewritten_inputs(node));
    ASSIGN_OR_RETURN(LogicalPtr changed, apply_first(result));
    if (changed != nullptr) {
      ASSIGN_OR_RETURN(result, rewrite(changed));
    }
    done_.emplace(node, result);
    done_.emplace(result, result);
    return result;
  }

 private:
  Result<LogicalPtr> over_rewritten_inputs(const LogicalPtr& node) {
    std::vector<LogicalPtr> inputs;
    bool changed = false;
    for (const LogicalPtr& input : node->inputs()) {
      ASSIGN_OR_RETURN(LogicalPtr rewritten, rewrite(input));
      changed = changed || rewritten != input;
      inputs.push_back(std::move(rewritten));
    }
    return changed ? node->with_inputs(std::move(inputs)) : node;
  }

  Result<LogicalPtr> apply_first(const LogicalPtr& node) {
    for (const Rule& rule : rules_.rules()) {
      ASSIGN_OR_RETURN(LogicalPtr changed, rule.apply(node, context_));
      if (changed == nullptr) continue;
      CHECK(++rewrites_ < kRewritesMax) << "rule " << rule.name << " never stops";
      return changed;
    }
    return LogicalPtr();
  }

  const RuleList& rules_;
  const RuleContext& context_;
  /// A node that several others share is rewritten once.
  std::map<LogicalPtr, LogicalPtr> done_;
  size_t rewrites_ = 0;
};

RuleList list_of(void (*fill)(RuleList&)) {
  RuleList rules;
  fill(rules);
  return rules;
}

}  // namespace

Result<LogicalPtr> apply_rules(const LogicalPtr& root, const RuleList& rules, const RuleContext& context) {
  return Rewriter(rules, context).rewrite(root);
}

Result<LogicalPtr> optimize(const LogicalPtr& root, const RuleContext& context) {
  ASSIGN_OR_RETURN(LogicalPtr plan, apply_rules(root, list_of(register_normalize_rules), context));
  ASSIGN_OR_RETURN(plan, apply_rules(plan, list_of(register_push_down_rules), context));
  ASSIGN_OR_RETURN(plan, apply_rules(plan, list_of(register_merge_rules), context));
  // Expressions merged with those of a project below may have become constant. As in Flink, a text that cannot be cast is
  // then an error of the job, if it has a row.
  RuleContext merged = context;
  merged.failing_constants_stay = true;
  ASSIGN_OR_RETURN(plan, apply_rules(plan, list_of(register_normalize_rules), merged));
  ASSIGN_OR_RETURN(plan, prune_columns(plan, context));
  ASSIGN_OR_RETURN(plan, apply_rules(plan, list_of(register_merge_rules), context));
  ASSIGN_OR_RETURN(plan, apply_rules(plan, list_of(register_search_rules), context));
  // A condition that no value meets may have been found.
  return apply_rules(plan, list_of(register_merge_rules), context);
}

}  // namespace eddyline::sql
