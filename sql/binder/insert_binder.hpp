#pragma once

#include "sql/binder/query_binder.hpp"
#include "sql/parser/ast_dml.hpp"

namespace eddyline::sql {

/// Binds INSERT: the query's columns are put in the sink's order, cast to its types where that is an implicit cast, and filled up
/// with NULL and the static partition.
class InsertBinder {
 public:
  explicit InsertBinder(const BinderContext& context) : context_(context) {}

  Result<LogicalPtr> bind(const Insert& insert);

 private:
  using Bound = expression::ExpressionPtr;

  Result<plan::ResolvedTablePtr> find_sink(const Insert& insert) const;
  /// For each column of the sink the query's column it takes, none for NULL or a partition value.
  Result<std::vector<std::optional<size_t>>> assignment(const Insert& insert, const RowType& sink,
                                                        const RowType& query) const;
  Result<std::map<std::string, Bound>> partition_values(const Insert& insert, const plan::ResolvedTable& table) const;
  Result<std::vector<Bound>> sink_columns(const Insert& insert, const plan::ResolvedTable& table, const RowType& query,
                                          const std::map<std::string, Bound>& partition) const;

  const BinderContext& context_;
};

/// A sink that shows the rows of a SELECT.
LogicalPtr collect_sink(LogicalPtr query, SourcePosition position);

}  // namespace eddyline::sql
