#include "sql/binder/insert_binder.hpp"

#include <algorithm>
#include <set>

#include "expression/evaluator.hpp"
#include "sql/binder/hint_binder.hpp"
#include "sql/binder/implicit_cast.hpp"
#include "sql/binder/sink_projection.hpp"

namespace eddyline::sql {
namespace {

std::string schema_text(const RowType& row) {
  std::string text = "[";
  for (const RowField& field : row) {
    if (text.size() > 1) text += ", ";
    text += field.name + ": " + field.type.to_short_string();
  }
  return text + "]";
}

Status schema_mismatch(const plan::ResolvedTable& table, const std::string& cause, const RowType& query,
                       const RowType& sink) {
  return validation_error("Column types of query result and sink for '" + table.identifier.to_string() +
                          "' do not match.\nCause: " + cause + "\n\nQuery schema: " + schema_text(query) +
                          "\nSink schema:  " + schema_text(sink));
}

ConflictStrategy conflict_strategy(const std::optional<ConflictAction>& action) {
  if (!action) return ConflictStrategy::kNone;
  switch (*action) {
    case ConflictAction::kError:
      return ConflictStrategy::kError;
    case ConflictAction::kNothing:
      return ConflictStrategy::kNothing;
    case ConflictAction::kDeduplicate:
      return ConflictStrategy::kDeduplicate;
  }
  return ConflictStrategy::kNone;
}

}  // namespace

LogicalPtr collect_sink(LogicalPtr query, SourcePosition position) {
  return std::make_shared<LogicalSink>(std::move(query), nullptr, std::vector<size_t>(), std::map<std::string, std::string>(),
                                       ConflictStrategy::kNone, position);
}

Result<plan::ResolvedTablePtr> InsertBinder::find_sink(const Insert& insert) const {
  ASSIGN_OR_RETURN(const plan::ObjectIdentifier identifier, qualify(insert.table, context_.prefix));
  const CatalogObject* object = context_.catalog.find(identifier);
  if (object == nullptr) {
    return validation_error("Cannot find table '" + identifier.quoted() + "' in any of the catalogs [" +
                            identifier.catalog + "], nor as a temporary table.")
        .at(insert.table.position());
  }
  if (std::holds_alternative<ViewPtr>(*object)) {
    return validation_error("'" + identifier.to_string() + "' is a view: rows can be inserted into tables only")
        .at(insert.table.position());
  }
  plan::ResolvedTablePtr table = std::get<plan::ResolvedTablePtr>(*object);
  if (insert.hints.empty()) return table;
  ASSIGN_OR_RETURN(const auto options, bind_table_options(insert.hints, context_.dynamic_table_options));
  auto enriched = std::make_shared<plan::ResolvedTable>(*table);
  for (const auto& [key, value] : options) enriched->options[key] = value;
  return plan::ResolvedTablePtr(std::move(enriched));
}

Result<std::map<std::string, InsertBinder::Bound>> InsertBinder::partition_values(
    const Insert& insert, const plan::ResolvedTable& table) const {
  std::map<std::string, Bound> values;
  const Scope nothing;
  ExpressionBinder binder(nothing, context_);
  for (const PartitionItem& item : insert.partition) {
    if (std::ranges::count(table.partition_keys, item.key.text) == 0) {
      return validation_error("Partition column '" + item.key.text + "' is not a partition key of table '" +
                              table.identifier.to_string() + "'")
          .at(item.key.position);
    }
    if (item.value == nullptr) continue;
    ASSIGN_OR_RETURN(Bound value, binder.bind(*item.value));
    values[item.key.text] = std::move(value);
  }
  return values;
}

Result<std::vector<std::optional<size_t>>> InsertBinder::assignment(const Insert& insert, const RowType& sink,
                                                                    const RowType& query) const {
  std::vector<std::optional<size_t>> taken(sink.size());
  std::set<std::string> named;
  for (size_t place = 0; place < insert.columns.size(); ++place) {
    const Identifier& column = insert.columns[place];
    const auto found = std::ranges::find(sink, column.text, &RowField::name);
    if (found == sink.end()) return validation_error("Unknown target column '" + column.text + "'").at(column.position);
    if (!named.insert(column.text).second) {
      return validation_error("Target column '" + column.text + "' is assigned more than once").at(column.position);
    }
    taken[static_cast<size_t>(found - sink.begin())] = place;
  }
  if (insert.columns.size() != query.size()) {
    return validation_error("Number of INSERT target columns (" + std::to_string(insert.columns.size()) +
                            ") does not equal number of source items (" + std::to_string(query.size()) + ")")
        .at(insert.position);
  }
  return taken;
}

Result<std::vector<InsertBinder::Bound>> InsertBinder::sink_columns(const Insert& insert,
                                                                    const plan::ResolvedTable& table,
                                                                    const RowType& query,
                                                                    const std::map<std::string, Bound>& partition) const {
  const RowType sink = table.sink_row_type();
  std::vector<std::optional<size_t>> taken(sink.size());
  if (insert.columns.empty()) {
    size_t next = 0;
    for (size_t i = 0; i < sink.size(); ++i) {
      if (!partition.contains(sink[i].name)) taken[i] = next++;
    }
    if (next != query.size()) return schema_mismatch(table, "Different number of columns.", query, sink).at(insert.position);
  } else {
    ASSIGN_OR_RETURN(taken, assignment(insert, sink, query));
  }
  std::vector<Bound> columns;
  for (size_t i = 0; i < sink.size(); ++i) {
    Bound column;
    if (taken[i]) {
      column = expression::Expression::input_ref(*taken[i], query[*taken[i]].type);
    } else if (const auto value = partition.find(sink[i].name); value != partition.end()) {
      column = value->second;
    } else {
      if (!sink[i].type.nullable()) {
        return validation_error("Column '" + sink[i].name + "' has no default value and does not allow NULLs")
            .at(insert.position);
      }
      column = expression::Expression::literal(Value::null(), sink[i].type);
    }
    if (!is_implicit_cast(column->type(), sink[i].type)) {
      return schema_mismatch(table,
                             "Incompatible types for sink column '" + sink[i].name + "' at position " +
                                 std::to_string(i + 1) + ".",
                             query, sink)
          .at(insert.position);
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

Result<LogicalPtr> InsertBinder::bind(const Insert& insert) {
  if (insert.overwrite) return not_supported("INSERT OVERWRITE").at(insert.position);
  ASSIGN_OR_RETURN(plan::ResolvedTablePtr table, find_sink(insert));
  ASSIGN_OR_RETURN(const auto partition, partition_values(insert, *table));
  const RowType sink = table->sink_row_type();
  ASSIGN_OR_RETURN(BoundQuery bound, QueryBinder(context_).bind(*insert.query));
  LogicalPtr query = std::move(bound.node);
  ASSIGN_OR_RETURN(const std::vector<Bound> columns, sink_columns(insert, *table, query->output(), partition));
  bool identity = columns.size() == query->output().size();
  for (size_t i = 0; i < columns.size(); ++i) {
    identity = identity && columns[i]->is_input_ref() && columns[i]->index() == i;
  }
  if (!identity) query = rearranged(query, columns, insert.position);
  auto cast = cast_to_sink(query, sink, context_.functions, insert.position);
  if (!cast.ok()) return cast.status().at(insert.position);
  std::vector<size_t> target_columns;
  for (const Identifier& column : insert.columns) {
    target_columns.push_back(static_cast<size_t>(std::ranges::find(sink, column.text, &RowField::name) - sink.begin()));
  }
  std::map<std::string, std::string> static_partition;
  expression::EvaluationContext context(context_.time_zone, /*streaming=*/true, /*seed=*/0);
  for (const auto& [key, value] : partition) {
    ASSIGN_OR_RETURN(const Bound text, context_.functions.make_cast(value, DataType::string()));
    ASSIGN_OR_RETURN(const Value cell, expression::evaluate_constant(text, context));
    static_partition[key] = cell.is_null() ? "" : cell.as_string();
  }
  return LogicalPtr(std::make_shared<LogicalSink>(*std::move(cast), std::move(table), std::move(target_columns),
                                                  std::move(static_partition), conflict_strategy(insert.on_conflict),
                                                  insert.position));
}

}  // namespace eddyline::sql
