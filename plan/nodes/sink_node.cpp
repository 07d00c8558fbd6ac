#include "plan/nodes/sink_node.hpp"

#include "common/json/json_field.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/field_json.hpp"
#include "plan/json/node_checks.hpp"
#include "plan/json/plan_vocabulary.hpp"
#include "plan/json/table_json.hpp"

namespace eddyline::plan {

std::string target_columns_text(const std::vector<size_t>& columns) {
  std::string text;
  for (const size_t column : columns) text += (text.empty() ? "[" : ",[") + std::to_string(column) + "]";
  return text;
}

NodeItems SinkNode::items(expression::PrintStyle) const {
  NodeItems items{{"table", table->identifier.to_string()}};
  if (!target_columns.empty()) items.emplace_back("targetColumns", target_columns_text(target_columns));
  items.emplace_back("fields", joined_names(inputs[0]->output_type));
  if (conflict != ConflictStrategy::kNone) items.emplace_back("conflictStrategy", conflict_strategy_name(conflict));
  return items;
}

namespace {

/// The settings that the node keeps, under their keys.
JsonValue configuration_to_json(const SinkNode& node) {
  const TableOptions& options = table_options();
  return JsonValue::Object{
      {options.sink_not_null_enforcer.key(), OptionEnumerators<NotNullEnforcer>::names[static_cast<size_t>(node.not_null_enforcer)]},
      {options.sink_type_length_enforcer.key(),
       OptionEnumerators<TypeLengthEnforcer>::names[static_cast<size_t>(node.type_length_enforcer)]}};
}

Status read_configuration(const JsonField& field, SinkNode& node) {
  const TableOptions& options = table_options();
  ASSIGN_OR_RETURN(const JsonField not_null, field.member(options.sink_not_null_enforcer.key()));
  ASSIGN_OR_RETURN(node.not_null_enforcer, read_name<NotNullEnforcer>(not_null, OptionEnumerators<NotNullEnforcer>::names));
  ASSIGN_OR_RETURN(const JsonField length, field.member(options.sink_type_length_enforcer.key()));
  ASSIGN_OR_RETURN(node.type_length_enforcer, read_name<TypeLengthEnforcer>(length, OptionEnumerators<TypeLengthEnforcer>::names));
  return {};
}

JsonValue table_sink_to_json(const SinkNode& node) {
  JsonValue::Object sink{{"table", to_json(*node.table)}};
  if (!node.target_columns.empty()) {
    JsonValue::Array columns;
    for (const size_t column : node.target_columns) columns.emplace_back(JsonValue::Array{column});
    sink.emplace_back("targetColumns", std::move(columns));
  }
  if (!node.static_partition.empty()) {
    JsonValue::Object partition;
    for (const auto& [key, value] : node.static_partition) partition.emplace_back(key, value);
    sink.emplace_back("staticPartition", std::move(partition));
  }
  return sink;
}

Status read_target_columns(const JsonField& field, SinkNode& node) {
  ASSIGN_OR_RETURN(const auto paths, field.elements());
  for (const JsonField& path : paths) {
    ASSIGN_OR_RETURN(const std::vector<size_t> columns, read_columns(path, node.table->columns.size()));
    if (columns.size() != 1) return path.expected("one column");
    node.target_columns.push_back(columns[0]);
  }
  return {};
}

Status read_static_partition(const JsonField& field, SinkNode& node) {
  ASSIGN_OR_RETURN(const auto members, field.members());
  for (const auto& [key, value] : members) {
    ASSIGN_OR_RETURN(node.static_partition[key], value.as_text());
  }
  return {};
}

Status read_table_sink(const JsonField& field, const PlanVocabulary& vocabulary, SinkNode& node) {
  ASSIGN_OR_RETURN(const JsonField table, field.member("table"));
  ASSIGN_OR_RETURN(node.table, read_table(table, vocabulary.scalar_functions));
  ASSIGN_OR_RETURN(const auto target, field.optional_member("targetColumns"));
  if (target.has_value()) RETURN_IF_ERROR(read_target_columns(*target, node));
  ASSIGN_OR_RETURN(const auto partition, field.optional_member("staticPartition"));
  return partition.has_value() ? read_static_partition(*partition, node) : Status();
}

}  // namespace

JsonValue::Object SinkNode::own_fields() const {
  JsonValue::Object fields{{"configuration", configuration_to_json(*this)},
                           {"dynamicTableSink", table_sink_to_json(*this)},
                           {"inputChangelogMode", to_json(input_changelog_mode)}};
  if (rowtime_index.has_value()) fields.emplace_back("rowtimeFieldIndex", *rowtime_index);
  if (conflict != ConflictStrategy::kNone) fields.emplace_back("conflictStrategy", conflict_strategy_name(conflict));
  if (parallelism.has_value()) fields.emplace_back("parallelism", parallelism->value());
  return fields;
}

Status SinkNode::read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) {
  RETURN_IF_ERROR(check_input_count(node, inputs.size(), 1));
  const RowType& columns = inputs[0]->output_type;
  ASSIGN_OR_RETURN(const JsonField configuration, node.member("configuration"));
  RETURN_IF_ERROR(read_configuration(configuration, *this));
  ASSIGN_OR_RETURN(const JsonField sink, node.member("dynamicTableSink"));
  RETURN_IF_ERROR(read_table_sink(sink, vocabulary, *this));
  RETURN_IF_ERROR(check_stored_alike(node, "the input", columns, table->sink_row_type()));
  ASSIGN_OR_RETURN(const JsonField mode, node.member("inputChangelogMode"));
  ASSIGN_OR_RETURN(input_changelog_mode, read_changelog_mode(mode));
  ASSIGN_OR_RETURN(const auto rowtime, node.optional_member("rowtimeFieldIndex"));
  if (rowtime.has_value()) {
    ASSIGN_OR_RETURN(rowtime_index, read_column(*rowtime, columns.size()));
    RETURN_IF_ERROR(check_time_column(node, columns, *rowtime_index));
  }
  ASSIGN_OR_RETURN(const auto strategy, node.optional_member("conflictStrategy"));
  if (strategy.has_value()) {
    ASSIGN_OR_RETURN(conflict, read_name<ConflictStrategy>(*strategy, kConflictStrategyNames));
  }
  ASSIGN_OR_RETURN(parallelism, read_parallelism(node));
  return {};
}

void register_sink(ExecNodeRegistry& registry);
void register_sink(ExecNodeRegistry& registry) {
  registry.add<SinkNode>();
}

}  // namespace eddyline::plan
