#pragma once

#include "sql/binder/binder_context.hpp"
#include "sql/parser/ast_ddl.hpp"

namespace eddyline::sql {

/// Resolves CREATE TABLE: column types, computed columns, watermark, primary key.
///
/// Errors   Flink's texts of the schema checks, with positions.
class TableBinder {
 public:
  explicit TableBinder(const BinderContext& context) : context_(context) {}

  Result<plan::ResolvedTablePtr> bind(const CreateTable& create);

 private:
  Status check_supported(const CreateTable& create) const;
  Status bind_columns(const TableElements& elements, plan::ResolvedTable& table) const;
  Status bind_computed(const TableElements& elements, plan::ResolvedTable& table) const;
  Status bind_watermark(const TableElements& elements, plan::ResolvedTable& table) const;
  Status bind_primary_key(const TableElements& elements, plan::ResolvedTable& table) const;
  Status bind_partition_keys(const CreateTable& create, plan::ResolvedTable& table) const;

  const BinderContext& context_;
};

/// Resolves CREATE VIEW: binds its query to find the columns. `query` is the statement's own query, shared with the view.
Result<ViewPtr> bind_view_definition(const BinderContext& context, const CreateView& create,
                                     std::shared_ptr<const Query> query);

}  // namespace eddyline::sql
