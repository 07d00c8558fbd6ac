#include "plan/nodes/table_source_scan_node.hpp"

#include "common/json/json_field.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/field_json.hpp"
#include "plan/json/node_checks.hpp"
#include "plan/json/plan_vocabulary.hpp"
#include "plan/json/table_json.hpp"

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

JsonValue::Object TableSourceScanNode::own_fields() const {
  JsonValue::Object fields{{"scanTableSource", JsonValue::Object{{"table", to_json(*table)}}},
                           {"sourceMode", to_json(source_mode)}};
  if (parallelism.has_value()) fields.emplace_back("parallelism", parallelism->value());
  return fields;
}

Status TableSourceScanNode::read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) {
  RETURN_IF_ERROR(check_input_count(node, inputs.size(), 0));
  ASSIGN_OR_RETURN(const JsonField source, node.member("scanTableSource"));
  ASSIGN_OR_RETURN(const JsonField table_field, source.member("table"));
  ASSIGN_OR_RETURN(table, read_table(table_field, vocabulary.scalar_functions));
  RETURN_IF_ERROR(check_same_shape(node, "the table", table->source_row_type(), output_type));
  ASSIGN_OR_RETURN(const JsonField mode, node.member("sourceMode"));
  ASSIGN_OR_RETURN(source_mode, read_changelog_mode(mode));
  ASSIGN_OR_RETURN(parallelism, read_parallelism(node));
  return {};
}

void register_table_source_scan(ExecNodeRegistry& registry);
void register_table_source_scan(ExecNodeRegistry& registry) {
  registry.add<TableSourceScanNode>();
}

}  // namespace eddyline::plan
