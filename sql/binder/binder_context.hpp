#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "expression/aggregate_function.hpp"
#include "expression/evaluation_context.hpp"
#include "expression/expression.hpp"
#include "expression/function_registry.hpp"
#include "sql/catalog/catalog_manager.hpp"

namespace eddyline::sql {

/// The name in the statement through which the text that is bound, a view's, is reached.
struct ViewReference {
  /// The outermost view's name and the place of it in the statement.
  expression::Place outermost;
  /// The same place, with the names of the outermost view and of the one that is bound; of those between nothing is said.
  expression::Place place;
};

/// What binding needs beside the statement. All borrowed from the session.
struct BinderContext {
  const CatalogManager& catalog;
  /// What completes the names of the statement: the session's current catalog and database, or inside a view those it was made in.
  NamePrefix prefix;
  const expression::FunctionRegistry& functions;
  const expression::AggregateFunctionRegistry& aggregate_functions;
  /// For literals of VALUES and partitions that are computed while binding.
  const expression::TimeZone& time_zone;
  /// table.dynamic-table-options.enabled: whether OPTIONS hints are allowed.
  bool dynamic_table_options = true;
  /// table.exec.legacy-bytes-to-string-cast: whether a cast of bytes to text replaces what is no UTF-8.
  bool lenient_bytes_to_text = false;
  /// Absent for the statement's own text.
  std::optional<ViewReference> view{};

  /// Where the user is told that what stands at `position` of the bound text is: positions of a view's text mean nothing to him.
  expression::Place place(SourcePosition position) const {
    return view ? view->place : expression::Place{position, nullptr};
  }
  SourcePosition shown(SourcePosition position) const { return view ? view->place.position : position; }
};

/// Bounds on what one statement may unfold to: views and common table expressions are bound anew wherever they are named.
inline constexpr size_t kMaxViewDepth = 64;
/// Queries inside of queries, views and common table expressions unfolded: each takes its share of the stack.
inline constexpr size_t kMaxQueryDepth = 400;
/// Relational operators below each other, as long chains of joins and unfolded queries make them.
inline constexpr size_t kMaxPlanDepth = 2000;
inline constexpr size_t kMaxLogicalNodes = 20000;
/// Operands and calls of one expression written out: NULLIF, BETWEEN and others use an operand twice, nested ones 2^n times.
inline constexpr size_t kMaxExpressionSize = 1'000'000;

}  // namespace eddyline::sql
