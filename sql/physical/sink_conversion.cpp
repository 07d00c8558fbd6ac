#include "sql/physical/sink_conversion.hpp"

#include <algorithm>

#include "connectors/table_description.hpp"
#include "plan/nodes/collect_node.hpp"
#include "plan/nodes/sink_node.hpp"
#include "plan/nodes/table_source_scan_node.hpp"
#include "sql/physical/physical_converter.hpp"

namespace eddyline::sql {

using plan::ColumnSet;
using plan::ExecNodePtr;
using plan::UpdateKind;

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// The row's event time: its only rowtime column.
Result<std::optional<size_t>> rowtime_column(const RowType& row, const std::string& table, RowtimeInserter inserter) {
  std::vector<std::string> names;
  std::optional<size_t> rowtime;
  for (size_t column = 0; column < row.size(); ++column) {
    if (!row[column].type.is_rowtime()) continue;
    names.push_back(row[column].name);
    rowtime = column;
  }
  if (inserter == RowtimeInserter::kDisabled) return std::optional<size_t>();
  if (names.size() <= 1) return rowtime;
  return validation_error(
      "The query contains more than one rowtime attribute column [" + joined(names) + "] for writing into table '" +
      table +
      "'.\nPlease select the column that should be used as the event-time timestamp for the table sink by "
      "casting all other columns to regular TIMESTAMP or TIMESTAMP_LTZ.");
}

/// What the connector takes of the changes that reach it, asked with updates written as their new row alone: a sink
/// that takes whatever it is given then counts as an upsert sink.
struct SinkKind {
  bool append_only = false;
  bool wants_update_before = false;
};

SinkKind kind_of(const connectors::TableSink& sink, const plan::ModifyKinds& kinds) {
  const ChangelogMode mode = sink.changelog_mode(plan::changelog_mode_of(kinds, UpdateKind::kOnlyUpdateAfter));
  return {mode.is_insert_only(), mode.contains(RowKind::kUpdateBefore)};
}

Status check_conflict_clause(const plan::SinkNode& node, const SinkKind& kind) {
  if (node.conflict == ConflictStrategy::kNone || (!kind.append_only && !kind.wants_update_before)) return {};
  return validation_error("ON CONFLICT clause is only allowed for upsert sinks. The sink '" +
                          node.table->identifier.to_string() + "' is not an upsert sink because " +
                          (kind.append_only ? "it only accepts INSERT (append-only) changes."
                                            : "it requires UPDATE_BEFORE (retract mode)."));
}

void collect_tables_without_watermark(const plan::ExecNode& node, std::vector<std::string>& tables) {
  if (const auto* scan = plan::node_if<plan::TableSourceScanNode>(node); scan != nullptr && !scan->table->watermark) {
    std::string name = scan->table->identifier.to_string();
    if (std::ranges::find(tables, name) == tables.end()) tables.push_back(std::move(name));
  }
  for (const ExecNodePtr& input : node.inputs) collect_tables_without_watermark(*input, tables);
}

Status check_watermarks(const plan::SinkNode& node) {
  if (node.conflict != ConflictStrategy::kError && node.conflict != ConflictStrategy::kNothing) return {};
  std::vector<std::string> tables;
  collect_tables_without_watermark(*node.inputs[0], tables);
  if (tables.empty()) return {};
  return validation_error("ON CONFLICT DO " + std::string(plan::conflict_strategy_name(node.conflict)) +
                          " requires all source tables to define watermarks, but the following source(s) do not: " +
                          joined(tables) + ". Please add a WATERMARK declaration to these tables.");
}

Status missing_clause(const plan::SinkNode& node, const std::vector<size_t>& key) {
  const std::vector<ColumnSet>& upsert_keys = node.inputs[0]->upsert_keys;
  const RowType& row = node.inputs[0]->output_type;
  const std::string upsert_key =
      upsert_keys.empty() ? "none" : "[" + plan::joined_names(row, upsert_keys.front()) + "]";
  return validation_error("The query has an upsert key that differs from the primary key of the sink table '" +
                          node.table->identifier.to_string() + "'. Primary key: [" +
                          plan::joined_names(node.table->sink_row_type(), key) + "], upsert key: " + upsert_key +
                          ". This can lead to non-deterministic results when multiple records with different upsert "
                          "keys map to the same primary key. "
                          "Please specify an ON CONFLICT clause to define how conflicts should be handled: ON CONFLICT "
                          "DO DEDUPLICATE (update to the "
                          "latest record, state intensive, since we need to keep the entire history), or ON CONFLICT "
                          "DO ERROR (fail on conflict), or "
                          "ON CONFLICT DO NOTHING (keep first record).");
}

/// Whether rows of several upsert keys may meet at one primary key of an upsert sink, and what is to be done about it.
Status check_primary_key(const plan::SinkNode& node, const SinkKind& kind, const PlannerSettings& settings) {
  const std::vector<size_t> key = node.table->sink_key_columns();
  if (key.empty() || kind.wants_update_before || settings.upsert_materialize == UpsertMaterialize::kNone) return {};
  const bool forced = settings.upsert_materialize == UpsertMaterialize::kForce;
  if (kind.append_only && !forced) return {};
  const ColumnSet primary_key = plan::column_set(key);
  const bool same_key = std::ranges::any_of(
      node.inputs[0]->upsert_keys, [&](const ColumnSet& upsert) { return plan::is_subset(upsert, primary_key); });
  if (same_key && !forced) return {};
  if (!same_key && settings.require_on_conflict && node.conflict == ConflictStrategy::kNone)
    return missing_clause(node, key);
  const bool only_inserts = node.inputs[0]->modify_kinds.is_insert_only();
  const bool keeps_last = node.conflict == ConflictStrategy::kNone || node.conflict == ConflictStrategy::kDeduplicate;
  if (only_inserts && keeps_last && !forced) return {};
  return not_supported("sink materializer (a primary key that differs from the query's upsert key)");
}

/// How updates may be written for a sink that takes them, best first.
std::vector<UpdateKind> update_preferences(ChangelogMode mode, const std::vector<size_t>& key,
                                           const plan::ExecNode& input) {
  if (mode.contains(RowKind::kUpdateBefore)) return {UpdateKind::kBeforeAndAfter};
  if (!mode.contains(RowKind::kUpdateAfter)) return {UpdateKind::kNone};
  const bool satisfied = key.empty()
                             ? !input.upsert_keys.empty()
                             : std::ranges::find(input.upsert_keys, plan::column_set(key)) != input.upsert_keys.end();
  if (!satisfied) return {UpdateKind::kBeforeAndAfter};
  return {UpdateKind::kOnlyUpdateAfter, UpdateKind::kBeforeAndAfter};
}

Status check_column_types(const plan::ResolvedTable& table) {
  for (const RowField& column : table.sink_row_type()) {
    if (column.type.is_nested()) {
      return not_supported("writing column '" + column.name + "' of type " + column.type.to_short_string());
    }
  }
  return {};
}

/// No connector of ours writes metadata.
Status check_metadata_columns(const plan::ResolvedTable& table) {
  const bool persisted = std::ranges::any_of(table.columns, [](const plan::TableColumn& column) {
    return column.kind == plan::ColumnKind::kMetadata && !column.is_virtual;
  });
  if (!persisted) return {};
  return validation_error("Table '" + table.identifier.to_string() +
                          "' declares persistable metadata columns, but the underlying DynamicTableSink doesn't implement the "
                          "SupportsWritingMetadata interface. If the column should not be persisted, it can be declared with the "
                          "VIRTUAL keyword.");
}

}  // namespace

Result<ExecNodePtr> convert_table_sink(const LogicalSink& sink, ExecNodePtr input, const PlannerContext& context) {
  const SourcePosition position = sink.position();
  const plan::ModifyKinds kinds = input->modify_kinds;
  RETURN_IF_ERROR(check_metadata_columns(*sink.table()).at(position));
  RETURN_IF_ERROR(check_column_types(*sink.table()).at(position));
  auto node = std::make_shared<plan::SinkNode>();
  node->table = sink.table();
  node->target_columns = sink.target_columns();
  node->static_partition = sink.static_partition();
  node->conflict = sink.conflict();
  node->not_null_enforcer = context.settings.not_null_enforcer;
  node->type_length_enforcer = context.settings.type_length_enforcer;
  auto rowtime =
      rowtime_column(input->output_type, node->table->identifier.to_string(), context.settings.rowtime_inserter);
  if (!rowtime.ok()) return rowtime.status().at(position);
  node->rowtime_index = *rowtime;
  node->inputs = {std::move(input)};

  connectors::TableDescription description = connectors::describe_table(*node->table);
  for (const auto& [column, value] : node->static_partition) description.static_partition.emplace_back(column, value);
  auto table_sink = context.connectors.create_sink(description);
  if (!table_sink.ok()) return table_sink.status().at(position);
  node->parallelism = (*table_sink)->parallelism();

  const ChangelogMode mode = (*table_sink)->changelog_mode(plan::changelog_mode_of(kinds, UpdateKind::kBeforeAndAfter));
  node->accepted = plan::ModifyKinds::of(mode);
  node->update_preferences = update_preferences(mode, node->table->sink_key_columns(), *node->inputs[0]);
  if (node->accepted.plus(kinds) == node->accepted) {  // else the changelog modes have a better message
    const SinkKind kind = kind_of(**table_sink, kinds);
    RETURN_IF_ERROR(check_conflict_clause(*node, kind).at(position));
    RETURN_IF_ERROR(check_watermarks(*node).at(position));
    RETURN_IF_ERROR(check_primary_key(*node, kind, context.settings).at(position));
  }
  return finished(std::move(node));
}

ExecNodePtr collect_node(ExecNodePtr input) {
  auto node = std::make_shared<plan::CollectNode>();
  node->inputs = {std::move(input)};
  return finished(std::move(node));
}

}  // namespace eddyline::sql
