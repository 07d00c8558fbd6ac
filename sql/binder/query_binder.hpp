#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sql/binder/binder_context.hpp"
#include "sql/binder/expression_binder.hpp"
#include "sql/logical/logical_nodes.hpp"
#include "sql/parser/ast_query.hpp"

namespace eddyline::sql {

/// A relation with the names that refer to its columns.
struct BoundRelation {
  LogicalPtr node;
  Scope scope;
};

/// A query with its columns as it names them, each placed where the query says what it is. Two may have one name, where those of the node are
/// made unique.
struct BoundQuery {
  LogicalPtr node;
  std::vector<Identifier> columns;
};

/// Turns a parsed query into a logical plan: names resolved, types checked, views and common table expressions unfolded.
///
/// Errors   user errors with Flink's text and the position of the construct; what the language has and the engine does not is
///          kNotSupported, named, at its position.
class QueryBinder {
 public:
  explicit QueryBinder(const BinderContext& context) : context_(context), unfolded_(&own_) {}
  QueryBinder(const QueryBinder&) = delete;
  QueryBinder& operator=(const QueryBinder&) = delete;

  Result<BoundQuery> bind(const Query& query);
  /// A table's rows: scan, computed columns, watermark assigner.
  Result<LogicalPtr> bind_table(const plan::ResolvedTablePtr& table, std::vector<QueryHint> hints, SourcePosition position);

 private:
  /// The common tables that a query may name: the first `count` of a WITH, and what the query around it may name. On the stack.
  struct CommonTables {
    const CommonTables* outer = nullptr;
    const std::vector<CommonTableExpression>* with = nullptr;
    size_t count = 0;
  };
  struct CommonTable {
    const CommonTableExpression& definition;
    /// What its query may name: those before it.
    CommonTables visible;
  };
  /// What the statement unfolded to so far; shared by the binders of its views.
  struct Unfolded {
    size_t open_views = 0;
    size_t open_queries = 0;
    size_t nodes = 0;
    /// An error was put at the outermost view's name, behind the name of the view that has it.
    bool error_is_located = false;
  };

  QueryBinder(const BinderContext& context, Unfolded& unfolded) : context_(context), unfolded_(&unfolded) {}

  std::optional<CommonTable> find_common_table(const std::string& name) const;
  Result<BoundQuery> bind_body(const Query& query);
  Result<BoundQuery> bind_checked_body(const Query& query);
  Result<BoundQuery> bind_set_operation(const SetOperation& operation, SourcePosition position);
  Result<BoundQuery> bind_values(const Values& values, SourcePosition position);
  Result<BoundQuery> bind_select(const Select& select, SourcePosition position);
  Status check_supported(const Query& query) const;
  Status check_supported(const Select& select, SourcePosition position) const;

  Result<BoundRelation> bind_from(const TableReference& reference);
  Result<BoundRelation> bind_named_table(const NamedTable& named);
  Result<BoundRelation> bind_common_table(const NamedTable& named, const CommonTable& common);
  Result<BoundRelation> bind_view(const NamedTable& named, const View& view);
  Result<LogicalPtr> bind_view_query(const View& view, SourcePosition position);
  Result<BoundRelation> bind_catalog_table(const NamedTable& named, const plan::ResolvedTablePtr& table);
  Result<BoundRelation> bind_derived(const DerivedTable& derived);
  Result<BoundRelation> bind_join(const Join& join);
  Result<BoundRelation> named_relation(const TableReference& reference, BoundQuery query, std::string name,
                                       std::vector<std::string> path) const;

  Status count_nodes(size_t nodes, SourcePosition position);

  const BinderContext& context_;
  Unfolded own_;
  Unfolded* unfolded_;
  const CommonTables* common_tables_ = nullptr;
};

/// The node's columns under its own names.
BoundQuery with_own_names(LogicalPtr node, SourcePosition position);

/// A name that is not among those used, which it joins, made as Calcite does: a, a0, a1.
std::string unique_name(const std::string& name, std::set<std::string>& used);
/// All names made unique in their order.
std::vector<std::string> unique_names(std::vector<std::string> names);

}  // namespace eddyline::sql
