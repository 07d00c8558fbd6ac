#pragma once

#include "sql/binder/binder_context.hpp"
#include "sql/logical/logical_nodes.hpp"
#include "sql/parser/ast_query.hpp"

namespace eddyline::sql {

/// Binds VALUES: each column takes the common type of its rows, rows of constants are computed here, the rest becomes a union of
/// one-row projections.
class ValuesBinder {
 public:
  explicit ValuesBinder(const BinderContext& context) : context_(context) {}

  Result<LogicalPtr> bind(const Values& values, SourcePosition position);

 private:
  using Row = std::vector<expression::ExpressionPtr>;

  Result<Row> bind_row(const Expression& row) const;
  Result<RowType> column_types(const std::vector<Row>& rows, SourcePosition position) const;
  Result<std::vector<std::vector<Value>>> constants(const std::vector<Row>& rows) const;

  const BinderContext& context_;
};

/// One row of one INT column that nobody reads: the input of a SELECT without FROM.
LogicalPtr single_row(SourcePosition position);

}  // namespace eddyline::sql
