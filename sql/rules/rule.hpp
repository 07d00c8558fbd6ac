#pragma once

#include <string_view>
#include <vector>

#include "expression/evaluation_context.hpp"
#include "expression/function_registry.hpp"
#include "sql/logical/logical_nodes.hpp"

namespace eddyline::sql {

/// What rules may ask for; borrowed.
struct RuleContext {
  const expression::FunctionRegistry& functions;
  const expression::TimeZone& time_zone;
  /// Whether a call of constants that fails stays a call, for the rows to fail on, rather than being the query's error.
  bool failing_constants_stay = false;
};

/// One rewrite of the logical plan that keeps its result.
struct Rule {
  std::string_view name;
  /// Another node in place of `node`, or null where the rule has nothing to do. Names of output columns may change,
  /// their number, types and meaning do not.
  using Apply = Result<LogicalPtr> (*)(const LogicalPtr& node, const RuleContext& context);
  Apply apply;
};

/// The rules of one phase, in the order in which they are tried.
class RuleList {
 public:
  void add(Rule rule) { rules_.push_back(rule); }
  const std::vector<Rule>& rules() const { return rules_; }

 private:
  std::vector<Rule> rules_;
};

}  // namespace eddyline::sql
