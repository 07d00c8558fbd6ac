#include "sql/physical/physical_converter.hpp"

#include "common/config/whole_milliseconds.hpp"
#include "connectors/table_description.hpp"
#include "plan/nodes/calc_node.hpp"
#include "plan/nodes/exchange_node.hpp"
#include "plan/nodes/group_aggregate_node.hpp"
#include "plan/nodes/table_source_scan_node.hpp"
#include "plan/nodes/union_node.hpp"
#include "plan/nodes/values_node.hpp"
#include "plan/nodes/watermark_assigner_node.hpp"
#include "sql/physical/interval_join_conversion.hpp"
#include "sql/physical/known_columns.hpp"
#include "sql/physical/sink_conversion.hpp"
#include "sql/rules/conjunctions.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;
using plan::ExecNodePtr;

ExecNodePtr finished(std::shared_ptr<plan::ExecNode> node) {
  node->modify_kinds = node->produced_kinds();
  node->upsert_keys = node->derived_upsert_keys();
  return node;
}

ExecNodePtr exchanged(const ExecNodePtr& input, const std::vector<size_t>& keys) {
  auto exchange = std::make_shared<plan::ExchangeNode>();
  exchange->inputs = {input};
  exchange->output_type = input->output_type;
  exchange->distribution = keys.empty() ? plan::Distribution::singleton() : plan::Distribution::hash(keys);
  return finished(std::move(exchange));
}

PhysicalConverter::PhysicalConverter(const PlannerContext& context, PlanPurpose purpose)
    : context_(context), purpose_(purpose), materializer_(context.functions) {}

Result<ExecNodePtr> PhysicalConverter::convert(const LogicalPtr& node) {
  switch (node->kind()) {
    case LogicalKind::kTableScan:
      return convert_scan(as<LogicalTableScan>(*node));
    case LogicalKind::kValues:
      return convert_values(as<LogicalValues>(*node));
    case LogicalKind::kProject: {
      const bool filtered = node->input()->kind() == LogicalKind::kFilter;
      return convert_calc(&as<LogicalProject>(*node), filtered ? &as<LogicalFilter>(*node->input()) : nullptr);
    }
    case LogicalKind::kFilter:
      return convert_calc(nullptr, &as<LogicalFilter>(*node));
    case LogicalKind::kJoin:
      return convert_join(as<LogicalJoin>(*node));
    case LogicalKind::kAggregate:
      return convert_aggregate(as<LogicalAggregate>(*node));
    case LogicalKind::kUnion:
      return convert_union(as<LogicalUnion>(*node));
    case LogicalKind::kWatermarkAssigner:
      return convert_watermark(as<LogicalWatermarkAssigner>(*node));
    case LogicalKind::kSink:
      return convert_sink(as<LogicalSink>(*node));
  }
  return not_supported("relational operator").at(node->position());
}

namespace {

/// Sources that replace rows by key would need their old rows looked up.
Status check_source_mode(const plan::ResolvedTable& table, ChangelogMode mode) {
  const bool before = mode.contains(RowKind::kUpdateBefore);
  const bool after = mode.contains(RowKind::kUpdateAfter);
  const std::string name = table.identifier.to_string();
  if (before && !after) {
    return validation_error("Invalid source for table '" + name +
                            "'. It gives a changelog stream that contains UPDATE_BEFORE but no UPDATE_AFTER.");
  }
  if (before || !after) return {};
  if (!table.primary_key) {
    return validation_error(
        "Table '" + name +
        "' produces a changelog stream that contains UPDATE_AFTER but no UPDATE_BEFORE. This requires "
        "defining a primary key constraint on the table.");
  }
  return not_supported("upsert source (table '" + name + "' gives updates without their old rows)");
}

}  // namespace

Result<ExecNodePtr> PhysicalConverter::convert_scan(const LogicalTableScan& scan) {
  for (const plan::TableColumn& column : scan.table().columns) {
    if (column.kind == plan::ColumnKind::kMetadata) {
      return not_supported("metadata column '" + column.name + "'").at(scan.position());
    }
    if (column.type.is_nested()) {
      return not_supported("column '" + column.name + "' of type " + column.type.to_short_string()).at(scan.position());
    }
  }
  auto source = context_.connectors.create_source(connectors::describe_table(scan.table()));
  if (!source.ok()) return source.status().at(scan.position());
  const connectors::SourceDescriptor descriptor = (*source)->descriptor();
  RETURN_IF_ERROR(check_source_mode(scan.table(), descriptor.changelog_mode).at(scan.position()));
  auto node = std::make_shared<plan::TableSourceScanNode>();
  node->table = scan.table_ptr();
  node->source_mode = descriptor.changelog_mode;
  node->parallelism = descriptor.parallelism;
  node->output_type = scan.output();
  return finished(std::move(node));
}

Result<ExecNodePtr> PhysicalConverter::convert_values(const LogicalValues& values) {
  auto node = std::make_shared<plan::ValuesNode>();
  node->rows = values.rows();
  node->output_type = values.output();
  return finished(std::move(node));
}

Result<ExecNodePtr> PhysicalConverter::convert_calc(const LogicalProject* project, const LogicalFilter* filter) {
  auto calc = std::make_shared<plan::CalcNode>();
  ASSIGN_OR_RETURN(ExecNodePtr input, convert(filter != nullptr ? filter->input() : project->input()));
  calc->inputs = {input};
  if (filter != nullptr) {
    ASSIGN_OR_RETURN(calc->condition, materializer_.in_calls(filter->condition(), input->output_type));
  }
  if (project == nullptr) {
    for (size_t column = 0; column < input->output_type.size(); ++column) {
      calc->projection.push_back(Expression::input_ref(column, input->output_type[column].type));
    }
    calc->output_type = input->output_type;
    RETURN_IF_ERROR(use_known_columns(*calc));
    return finished(std::move(calc));
  }
  for (size_t column = 0; column < project->expressions().size(); ++column) {
    ASSIGN_OR_RETURN(ExpressionPtr value, materializer_.in_calls(project->expressions()[column], input->output_type));
    calc->output_type.push_back({project->output()[column].name, value->type()});
    calc->projection.push_back(std::move(value));
  }
  RETURN_IF_ERROR(use_known_columns(*calc));
  return finished(std::move(calc));
}

Status PhysicalConverter::use_known_columns(plan::CalcNode& calc) const {
  if (calc.condition == nullptr) return {};
  // A key stays one that later nodes see.
  std::vector<size_t> kept;
  for (const plan::ColumnSet& key : calc.inputs[0]->upsert_keys) kept.insert(kept.end(), key.begin(), key.end());
  for (ExpressionPtr& expression : calc.projection) {
    ASSIGN_OR_RETURN(expression, with_known_columns(expression, *calc.condition, kept,
                                                    RuleContext{context_.functions, context_.time_zone}));
  }
  return {};
}

Result<ExecNodePtr> PhysicalConverter::convert_watermark(const LogicalWatermarkAssigner& assigner) {
  if (is_call_named(*assigner.watermark(), "SOURCE_WATERMARK")) {
    return not_supported("SOURCE_WATERMARK()").at(assigner.position());
  }
  auto node = std::make_shared<plan::WatermarkAssignerNode>();
  ASSIGN_OR_RETURN(ExecNodePtr input, convert(assigner.input()));
  node->rowtime_index = assigner.rowtime_column();
  node->output_type = input->output_type;
  RowField& rowtime = node->output_type[node->rowtime_index];
  rowtime.type = rowtime.type.with_time_attribute(TimeAttribute::kRowtime);
  node->watermark = retyped(assigner.watermark(), input->output_type);

  const Configuration options({assigner.table()->options.begin(), assigner.table()->options.end()});
  auto idle_timeout = options.find(table_factory_options().watermark_idle_timeout);
  if (!idle_timeout.ok()) return idle_timeout.status().at(assigner.position());
  node->idle_timeout =
      idle_timeout->has_value() ? cut_to_milliseconds(**idle_timeout) : context_.settings.source_idle_timeout;
  node->inputs = {std::move(input)};
  return finished(std::move(node));
}

Result<ExecNodePtr> PhysicalConverter::convert_join(const LogicalJoin& join) {
  ASSIGN_OR_RETURN(ExecNodePtr left, convert(join.input(0)));
  ASSIGN_OR_RETURN(ExecNodePtr right, convert(join.input(1)));
  return convert_interval_join(join, std::move(left), std::move(right), context_);
}

Result<ExecNodePtr> PhysicalConverter::convert_aggregate(const LogicalAggregate& aggregate) {
  ASSIGN_OR_RETURN(ExecNodePtr input, convert(aggregate.input()));
  std::vector<size_t> read = aggregate.groups();
  for (const expression::AggregateCall& call : aggregate.calls()) {
    read.insert(read.end(), call.arguments.begin(), call.arguments.end());
  }
  ASSIGN_OR_RETURN(input, materializer_.with_values(input, plan::column_set(std::move(read))));
  if (plan::node_if<plan::CalcNode>(*input) != nullptr) input = finished(input->copy());

  auto node = std::make_shared<plan::GroupAggregateNode>();
  node->grouping = aggregate.groups();
  node->calls = aggregate.calls();
  node->output_type = aggregate.output();
  for (size_t group = 0; group < node->grouping.size(); ++group) {
    node->output_type[group].type = input->output_type[node->grouping[group]].type;
  }
  for (expression::AggregateCall& call : node->calls) {
    for (size_t i = 0; i < call.arguments.size(); ++i)
      call.argument_types[i] = input->output_type[call.arguments[i]].type;
  }
  node->inputs = {exchanged(input, node->grouping)};
  return finished(std::move(node));
}

Result<ExecNodePtr> PhysicalConverter::convert_union(const LogicalUnion& all) {
  auto node = std::make_shared<plan::UnionNode>();
  for (const LogicalPtr& input : all.inputs()) {
    ASSIGN_OR_RETURN(ExecNodePtr converted, convert(input));
    node->inputs.push_back(std::move(converted));
  }
  // A column that is a time attribute in some inputs only becomes a plain value in all of them.
  std::vector<size_t> mixed;
  node->output_type = node->inputs[0]->output_type;
  for (size_t column = 0; column < node->output_type.size(); ++column) {
    DataType& type = node->output_type[column].type;
    for (const ExecNodePtr& input : node->inputs) {
      const DataType& other = input->output_type[column].type;
      if (other.nullable()) type = type.with_nullable(true);
      if (other.time_attribute() == type.time_attribute()) continue;
      type = type.with_time_attribute(TimeAttribute::kNone);
      mixed.push_back(column);
    }
  }
  mixed = plan::column_set(std::move(mixed));
  for (ExecNodePtr& input : node->inputs) {
    ASSIGN_OR_RETURN(ExecNodePtr values, materializer_.with_values(input, mixed));
    if (values != input) input = finished(values->copy());
  }
  return finished(std::move(node));
}

Result<ExecNodePtr> PhysicalConverter::convert_sink(const LogicalSink& sink) {
  ASSIGN_OR_RETURN(ExecNodePtr input, convert(sink.input()));
  std::vector<size_t> proctimes;
  for (size_t column = 0; column < input->output_type.size(); ++column) {
    if (input->output_type[column].type.is_proctime()) proctimes.push_back(column);
  }
  ASSIGN_OR_RETURN(ExecNodePtr values, materializer_.with_values(input, proctimes));
  if (values != input) input = finished(values->copy());
  if (sink.table() != nullptr) return convert_table_sink(sink, std::move(input), context_);
  return purpose_ == PlanPurpose::kExplain ? input : collect_node(std::move(input));
}

}  // namespace eddyline::sql
