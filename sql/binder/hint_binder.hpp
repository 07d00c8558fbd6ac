#pragma once

#include <set>
#include <vector>

#include "common/base/status.hpp"
#include "sql/logical/logical_node.hpp"
#include "sql/parser/ast_name.hpp"

namespace eddyline::sql {

/// The hints of a SELECT.
/// Errors   a name that is no hint; kNotSupported for a hint that would change the result or state of the query.
Result<std::vector<QueryHint>> bind_hints(const std::vector<Hint>& hints);

/// Options of a table's OPTIONS hints, the first value of a key kept.
/// `allowed`: table.dynamic-table-options.enabled.
/// Errors   an option without value; a name that is no hint; OPTIONS where not allowed; any other table hint is
///          kNotSupported.
Result<std::map<std::string, std::string>> bind_table_options(const std::vector<Hint>& hints, bool allowed);

/// The nodes below which a query block's hints do not reach: the relations of its FROM.
std::set<const LogicalNode*> block_leaves(const LogicalPtr& from);

/// The block with its hints attached to its joins, each with the path from the block's root.
LogicalPtr attach_hints(const LogicalPtr& root, const std::vector<QueryHint>& hints,
                        const std::set<const LogicalNode*>& leaves);

}  // namespace eddyline::sql
