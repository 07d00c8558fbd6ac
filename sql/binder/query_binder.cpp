#include "sql/binder/query_binder.hpp"

#include <algorithm>

#include "sql/binder/hint_binder.hpp"
#include "sql/binder/select_binder.hpp"
#include "sql/binder/union_columns.hpp"
#include "sql/binder/values_binder.hpp"

namespace eddyline::sql {

std::string unique_name(const std::string& name, std::set<std::string>& used) {
  std::string candidate = name;
  for (size_t suffix = 0; !used.insert(candidate).second; ++suffix) candidate = name + std::to_string(suffix);
  return candidate;
}

std::vector<std::string> unique_names(std::vector<std::string> names) {
  std::set<std::string> used;
  for (std::string& name : names) name = unique_name(name, used);
  return names;
}

BoundQuery with_own_names(LogicalPtr node, SourcePosition position) {
  BoundQuery query{std::move(node), {}};
  for (const RowField& column : query.node->output()) query.columns.push_back({column.name, position, /*quoted=*/false});
  return query;
}

Status QueryBinder::count_nodes(size_t nodes, SourcePosition position) {
  unfolded_->nodes += nodes;
  if (unfolded_->nodes <= kMaxLogicalNodes) return Status();
  return validation_error("The statement unfolds to more than " + std::to_string(kMaxLogicalNodes) +
                          " relational operators: name large views and common table expressions less often")
      .at(position);
}

Result<BoundQuery> QueryBinder::bind(const Query& query) { return bind_body(query); }

Status QueryBinder::check_supported(const Query& query) const {
  if (query.recursive) return not_supported("WITH RECURSIVE").at(query.position);
  if (!query.order_by.empty()) return not_supported("ORDER BY").at(query.order_by[0].expression->position);
  if (query.offset != nullptr) return not_supported("OFFSET").at(query.offset->position);
  if (query.fetch != nullptr) return not_supported("LIMIT and FETCH").at(query.fetch->position);
  return Status();
}

std::optional<QueryBinder::CommonTable> QueryBinder::find_common_table(const std::string& name) const {
  for (const CommonTables* tables = common_tables_; tables != nullptr; tables = tables->outer) {
    for (size_t i = tables->count; i > 0; --i) {
      const CommonTableExpression& definition = (*tables->with)[i - 1];
      if (definition.name.text == name) return CommonTable{definition, {tables->outer, tables->with, i - 1}};
    }
  }
  return std::nullopt;
}

Result<BoundQuery> QueryBinder::bind_body(const Query& query) {
  if (unfolded_->open_queries >= kMaxQueryDepth) {
    return validation_error("The statement unfolds to queries nested more than " + std::to_string(kMaxQueryDepth) +
                            " deep: let views and common table expressions build on each other less often")
        .at(query.position);
  }
  ++unfolded_->open_queries;
  Result<BoundQuery> bound = bind_checked_body(query);
  --unfolded_->open_queries;
  if (bound.ok() && bound->node->depth() > kMaxPlanDepth) {
    return validation_error("The statement unfolds to a plan of more than " + std::to_string(kMaxPlanDepth) +
                            " relational operators below each other")
        .at(query.position);
  }
  return bound;
}

Result<BoundQuery> QueryBinder::bind_checked_body(const Query& query) {
  RETURN_IF_ERROR(check_supported(query));
  RETURN_IF_ERROR(count_nodes(1, query.position));
  const CommonTables* const outer = common_tables_;
  const CommonTables extended{outer, &query.with, query.with.size()};
  if (!query.with.empty()) common_tables_ = &extended;
  Result<BoundQuery> bound = not_supported("query");
  if (const auto* select = std::get_if<Select>(&query.body)) {
    bound = bind_select(*select, context_.shown(query.position));
  } else if (const auto* operation = std::get_if<SetOperation>(&query.body)) {
    bound = bind_set_operation(*operation, context_.shown(query.position));
  } else if (const auto* values = std::get_if<Values>(&query.body)) {
    bound = bind_values(*values, context_.shown(query.position));
  } else {
    NamedTable named(query.position);
    named.name = std::get<ExplicitTable>(query.body).name;
    auto relation = bind_named_table(named);
    if (relation.ok()) {
      bound = with_own_names(std::move(relation->node), query.position);
    } else {
      bound = relation.status();
    }
  }
  common_tables_ = outer;
  return bound;
}

namespace {

/// In pairs from the left, as Flink takes them apart: a UNION ALL b UNION ALL c joins c to the union of a and b.
LogicalPtr union_of(std::vector<LogicalPtr> branches, bool rows_repeat, SourcePosition position) {
  LogicalPtr all = std::move(branches[0]);
  for (size_t i = 1; i < branches.size(); ++i) {
    all = std::make_shared<LogicalUnion>(std::vector<LogicalPtr>{std::move(all), std::move(branches[i])}, rows_repeat, position);
  }
  return all;
}

}  // namespace

Result<BoundQuery> QueryBinder::bind_set_operation(const SetOperation& operation, SourcePosition position) {
  // A parenthesised query with an ORDER BY or LIMIT of its own.
  if (operation.inputs.size() == 1) return bind_body(*operation.inputs[0]);
  if (operation.op == SetOperator::kIntersect) return not_supported("INTERSECT").at(position);
  if (operation.op == SetOperator::kExcept) return not_supported("EXCEPT").at(position);
  std::vector<LogicalPtr> branches;
  std::vector<Identifier> columns;
  for (const QueryPtr& input : operation.inputs) {
    ASSIGN_OR_RETURN(BoundQuery branch, bind_body(*input));
    if (branches.empty()) columns = std::move(branch.columns);
    if (!branches.empty() && branch.node->output().size() != branches[0]->output().size()) {
      return validation_error("Column count mismatch in " + union_word(operation)).at(item_position(*input, 0));
    }
    branches.push_back(std::move(branch.node));
  }
  for (size_t column = 0; column < branches[0]->output().size(); ++column) {
    RETURN_IF_ERROR(check_union_column(operation, branches, column));
  }
  return BoundQuery{union_of(std::move(branches), operation.all, position), std::move(columns)};
}

Result<BoundQuery> QueryBinder::bind_values(const Values& values, SourcePosition position) {
  RETURN_IF_ERROR(count_nodes(1, position));
  ASSIGN_OR_RETURN(LogicalPtr rows, ValuesBinder(context_).bind(values, position));
  return with_own_names(std::move(rows), position);
}

Status QueryBinder::check_supported(const Select& select, SourcePosition position) const {
  if (!select.windows.empty()) return not_supported("WINDOW clause").at(select.windows[0].name.position);
  if (select.qualify != nullptr) return not_supported("QUALIFY").at(select.qualify->position);
  for (const GroupingItem& item : select.group_by) {
    if (item.kind != GroupingKind::kExpression && item.kind != GroupingKind::kEmpty) {
      return not_supported("GROUPING SETS, CUBE and ROLLUP").at(item.position);
    }
  }
  if (select.group_by_distinct) return not_supported("GROUP BY DISTINCT").at(position);
  return Status();
}

Result<BoundQuery> QueryBinder::bind_select(const Select& select, SourcePosition position) {
  RETURN_IF_ERROR(check_supported(select, position));
  RETURN_IF_ERROR(count_nodes(2, position));
  BoundRelation from;
  if (select.from == nullptr) {
    from.node = single_row(position);
  } else {
    ASSIGN_OR_RETURN(from, bind_from(*select.from));
  }
  std::set<const LogicalNode*> leaves;
  if (!select.hints.empty()) leaves = block_leaves(from.node);
  if (select.where != nullptr) {
    ExpressionBinder binder(from.scope, context_);
    ASSIGN_OR_RETURN(expression::ExpressionPtr condition, binder.bind_condition(*select.where, "WHERE"));
    from.node = std::make_shared<LogicalFilter>(from.node, std::move(condition), context_.shown(select.where->position));
  }
  SelectBinder binder(context_, select, position);
  ASSIGN_OR_RETURN(BoundQuery query, binder.bind(std::move(from)));
  if (select.hints.empty()) return query;
  ASSIGN_OR_RETURN(std::vector<QueryHint> hints, bind_hints(select.hints));
  for (QueryHint& hint : hints) hint.position = context_.shown(hint.position);
  query.node = attach_hints(query.node, hints, leaves);
  return query;
}

}  // namespace eddyline::sql
