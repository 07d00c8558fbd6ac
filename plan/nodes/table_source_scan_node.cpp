#include "plan/nodes/table_source_scan_node.hpp"

namespace eddyline::plan {

std::optional<std::vector<UpdateKind>> TableSourceScanNode::demanded_updates(UpdateKind wanted) const {
  const bool writes_before = source_mode.contains(RowKind::kUpdateBefore);
  if (wanted == UpdateKind::kBeforeAndAfter && !writes_before) return std::nullopt;
  if (wanted == UpdateKind::kOnlyUpdateAfter && writes_before) return std::nullopt;
  return std::vector<UpdateKind>();
}

std::vector<ColumnSet> TableSourceScanNode::derived_upsert_keys() const {
  if (!table->primary_key) return {};
  return {column_set(table->primary_key->columns)};
}

NodeItems TableSourceScanNode::items(expression::PrintStyle) const {
  const ObjectIdentifier& name = table->identifier;
  return {{"table", "[" + name.catalog + ", " + name.database + ", " + name.object + "]"},
          {"fields", joined_names(output_type)}};
}

}  // namespace eddyline::plan
