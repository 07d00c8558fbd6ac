#include "plan/nodes/table_source_scan_node.hpp"

namespace eddyline::plan {

std::optional<std::vector<UpdateKind>> TableSourceScanNode::demanded_updates(UpdateKind wanted) const {
  const bool writes_before = source_mode.contains(RowKind::kUpdateBefore);
  if (wanted == UpdateKind::kBeforeAndAfter && !writes_before) return std::nullopt;
  if (wanted == UpdateKind::kOnlyUpdateAfter && writes_before) return std::nullopt;
  return std::vector<UpdateKind>();
}

std::vector<ColumnSet> TableSourceScanNode::derived_upsert_keys() const {
  const std::vector<size_t> key = table->source_key_columns();
  if (key.empty()) return {};
  return {column_set(key)};
}

NodeItems TableSourceScanNode::items(expression::PrintStyle) const {
  const ObjectIdentifier& name = table->identifier;
  return {{"table", "[" + name.catalog + ", " + name.database + ", " + name.object + "]"},
          {"fields", joined_names(output_type)}};
}

}  // namespace eddyline::plan
