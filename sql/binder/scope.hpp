#pragma once

#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"
#include "sql/parser/ast_name.hpp"

namespace eddyline::sql {

/// One relation that names in a query block can refer to: a table, view, derived table or common table expression in FROM.
struct ScopeRelation {
  /// The alias, or the table's name; empty where it has neither.
  std::string name;
  /// Catalog, database, object of a table without alias, for `db.t.column`; else empty.
  std::vector<std::string> path;
  /// Column i of the relation is column first_column + i of the block's row.
  RowType columns;
  size_t first_column = 0;
};

/// A column that a name was resolved to.
struct ScopeColumn {
  size_t index = 0;
  std::string name;
  DataType type;
};

/// The columns visible in one query block, in order of FROM.
///
/// Errors   Calcite's wording: "Column 'x' not found in any table", "Column 'x' is ambiguous", "Table 't' not found".
class Scope {
 public:
  void add(ScopeRelation relation);
  /// The relations of both, those of `right` behind; used for joins.
  static Scope join(const Scope& left, const Scope& right);
  /// All columns may be NULL from now on: the padded side of an outer join.
  void make_nullable();

  Result<ScopeColumn> resolve(const QualifiedName& name) const;
  /// The columns of `*` (no parts) or `t.*`.
  Result<std::vector<ScopeColumn>> expand_star(const QualifiedName& qualifier, SourcePosition position) const;
  const std::vector<ScopeRelation>& relations() const { return relations_; }
  size_t width() const { return width_; }

 private:
  Result<ScopeColumn> resolve_unqualified(const Identifier& column) const;
  Result<ScopeColumn> resolve_in(const ScopeRelation& relation, const Identifier& column) const;
  const ScopeRelation* find_relation(const std::vector<Identifier>& qualifier) const;

  std::vector<ScopeRelation> relations_;
  size_t width_ = 0;
};

}  // namespace eddyline::sql
