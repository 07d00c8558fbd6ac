#pragma once

#include <vector>

#include "sql/binder/binder_context.hpp"
#include "sql/binder/expression_binder.hpp"
#include "sql/logical/logical_nodes.hpp"
#include "sql/parser/ast_query.hpp"

namespace eddyline::sql {

struct BoundQuery;
struct BoundRelation;

/// Binds what stands above FROM and WHERE in one SELECT: GROUP BY, aggregates, HAVING, the select list, DISTINCT.
///
/// With aggregates the plan is Project (arguments) - Aggregate - [Filter (HAVING)] - Project (select list).
class SelectBinder {
 public:
  SelectBinder(const BinderContext& context, const Select& select, SourcePosition position)
      : context_(context), select_(select), position_(position) {}

  Result<BoundQuery> bind(BoundRelation input);

 private:
  struct Item {
    expression::ExpressionPtr expression;
    std::string name;
    SourcePosition position;
    const Expression* source;
  };

  Result<std::vector<Item>> bind_items(ExpressionBinder& binder, const Scope& scope);
  Result<LogicalPtr> plain(const LogicalPtr& input, std::vector<Item> items) const;
  Result<LogicalPtr> aggregated(const LogicalPtr& input, const Scope& scope, std::vector<Item> items,
                                expression::ExpressionPtr having);
  Status bind_groups(const Scope& scope);
  Status bind_group(ExpressionBinder& binder, const Expression& expression);
  /// The column of a group is named as a select item that shows it.
  std::string group_name(size_t group, const std::vector<Item>& items) const;
  LogicalPtr make_aggregate(const LogicalPtr& input, const std::vector<Item>& items, size_t input_width);
  Result<expression::ExpressionPtr> above_aggregate(const expression::ExpressionPtr& expression,
                                                    const LogicalNode& aggregate, size_t input_width,
                                                    const Expression& source) const;

  const BinderContext& context_;
  const Select& select_;
  SourcePosition position_;
  std::vector<expression::ExpressionPtr> groups_;
  std::vector<std::string> group_names_;
  std::vector<CollectedAggregate> aggregates_;
};

/// SELECT DISTINCT: an aggregate over all columns without functions.
LogicalPtr distinct(LogicalPtr input, SourcePosition position);

}  // namespace eddyline::sql
