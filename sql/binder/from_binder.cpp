// The FROM clause: tables, views, common table expressions, derived tables and joins.

#include <algorithm>
#include <set>

#include "expression/operator_names.hpp"
#include "sql/binder/hint_binder.hpp"
#include "sql/binder/query_binder.hpp"
#include "sql/logical/null_safe_equality.hpp"

namespace eddyline::sql {

using Bound = expression::ExpressionPtr;

Result<BoundRelation> QueryBinder::bind_from(const TableReference& reference) {
  switch (reference.kind) {
    case TableReferenceKind::kNamed:
      return bind_named_table(reference.as<NamedTable>());
    case TableReferenceKind::kDerived:
      return bind_derived(reference.as<DerivedTable>());
    case TableReferenceKind::kJoin:
      return bind_join(reference.as<Join>());
    case TableReferenceKind::kFunction: {
      const FunctionCall& call = *reference.as<TableFunction>().call;
      return not_supported("table function " + call.name.to_string()).at(call.position);
    }
    case TableReferenceKind::kUnnest:
      return not_supported("UNNEST").at(reference.position);
    case TableReferenceKind::kMatchRecognize:
      return not_supported("MATCH_RECOGNIZE").at(reference.position);
  }
  return not_supported("table reference").at(reference.position);
}

namespace {

const Identifier* find_duplicate(const std::vector<Identifier>& names) {
  std::set<std::string_view> seen;
  const auto duplicate = std::ranges::find_if(names, [&](const Identifier& name) { return !seen.insert(name.text).second; });
  return duplicate == names.end() ? nullptr : &*duplicate;
}

Status check_distinct(const std::vector<Identifier>& names, std::string_view list) {
  const Identifier* duplicate = find_duplicate(names);
  if (duplicate == nullptr) return {};
  return validation_error("Duplicate name '" + duplicate->text + "' in " + std::string(list)).at(duplicate->position);
}

}  // namespace

Result<BoundRelation> QueryBinder::named_relation(const TableReference& reference, BoundQuery query, std::string name,
                                                  std::vector<std::string> path) const {
  RowType columns = query.node->output();
  for (size_t i = 0; i < columns.size(); ++i) columns[i].name = query.columns[i].text;
  if (!reference.column_aliases.empty()) {
    if (reference.column_aliases.size() != columns.size()) {
      return validation_error("List of column aliases must have same degree as table; table has " +
                              std::to_string(columns.size()) + " columns, whereas alias list has " +
                              std::to_string(reference.column_aliases.size()) + " columns")
          .at(reference.column_aliases[0].position);
    }
    RETURN_IF_ERROR(check_distinct(reference.column_aliases, "column alias list"));
    for (size_t i = 0; i < columns.size(); ++i) columns[i].name = reference.column_aliases[i].text;
  }
  BoundRelation relation{std::move(query.node), {}};
  if (reference.alias) {
    name = reference.alias->text;
    path.clear();
  }
  relation.scope.add({std::move(name), std::move(path), std::move(columns), 0});
  return relation;
}

Result<BoundRelation> QueryBinder::bind_named_table(const NamedTable& named) {
  if (named.system_time != nullptr) {
    return not_supported("FOR SYSTEM_TIME AS OF (temporal and lookup join)").at(named.system_time->position);
  }
  if (named.name.parts.size() == 1) {
    const auto common = find_common_table(named.name.parts[0].text);
    if (common) return bind_common_table(named, *common);
  }
  ASSIGN_OR_RETURN(const plan::ObjectIdentifier identifier, qualify(named.name, context_.prefix));
  const CatalogObject* object = context_.catalog.find(identifier);
  if (object == nullptr) {
    return validation_error("Object '" + named.name.parts.back().text + "' not found" +
                            (named.name.parts.size() > 1 ? " within '" + identifier.catalog + "." + identifier.database + "'" : ""))
        .at(named.name.position());
  }
  if (const auto* view = std::get_if<ViewPtr>(object)) return bind_view(named, **view);
  return bind_catalog_table(named, std::get<plan::ResolvedTablePtr>(*object));
}

Result<BoundRelation> QueryBinder::bind_common_table(const NamedTable& named, const CommonTable& common) {
  const CommonTableExpression& definition = common.definition;
  const CommonTables* const outer = common_tables_;
  common_tables_ = &common.visible;
  auto bound = bind_body(*definition.query);
  common_tables_ = outer;
  if (!bound.ok()) return bound.status();
  RETURN_IF_ERROR(check_distinct(definition.columns, "column list"));
  if (const Identifier* duplicate = find_duplicate(bound->columns); duplicate != nullptr && definition.columns.empty()) {
    return validation_error("Column has duplicate column name '" + duplicate->text + "' and no column list specified")
        .at(definition.query->position);
  }
  ASSIGN_OR_RETURN(BoundRelation relation, named_relation(named, *bound, definition.name.text, {}));
  if (definition.columns.empty() || !named.column_aliases.empty()) return relation;
  NamedTable renamed(named.position);
  renamed.column_aliases = definition.columns;
  if (named.alias) renamed.alias = named.alias;
  return named_relation(renamed, *bound, definition.name.text, {});
}

namespace {

/// The reference to a view at `position` of the text that `context` is of.
ViewReference reference_to(const View& view, SourcePosition position, const BinderContext& context) {
  const std::string name = "View '" + view.identifier.to_string() + "'";
  const auto owner = [](std::string text) { return std::make_shared<const std::string>(std::move(text)); };
  if (!context.view) {
    const expression::Place place{position, owner(name)};
    return {place, place};
  }
  const expression::Place& outermost = context.view->outermost;
  return {outermost, {outermost.position, owner(*outermost.owner + ": " + name)}};
}

/// What a table's declaration holds, such as "Computed column 'c'", where the bound text names the table.
expression::Place declared_place(const std::string& what, const plan::ResolvedTable& table, SourcePosition position,
                                 const BinderContext& context) {
  expression::Place place = context.place(position);
  const std::string name = what + " of table '" + table.identifier.to_string() + "'";
  place.owner = std::make_shared<const std::string>(place.owner == nullptr ? name : *place.owner + ": " + name);
  return place;
}

}  // namespace

Result<LogicalPtr> QueryBinder::bind_view_query(const View& view, SourcePosition position) {
  // A view's names mean what they meant when it was made.
  BinderContext inside = context_;
  inside.prefix = view.prefix;
  inside.view = reference_to(view, position, context_);
  QueryBinder binder(inside, *unfolded_);
  ++unfolded_->open_views;
  const Result<BoundQuery> bound = binder.bind(*view.query);
  --unfolded_->open_views;
  if (bound.ok()) return bound->node;
  if (unfolded_->error_is_located) return bound.status();
  // Positions in the view's own text would mislead here.
  unfolded_->error_is_located = true;
  return inside.view->place.locate(Status(bound.status().code(), bound.status().message()));
}

Result<BoundRelation> QueryBinder::bind_view(const NamedTable& named, const View& view) {
  if (!named.hints.empty()) {
    return validation_error("View '" + view.identifier.to_string() +
                            "' cannot be enriched with new options. Hints can only be applied to tables.")
        .at(named.hints[0].name.position);
  }
  if (unfolded_->open_views >= kMaxViewDepth) {
    return validation_error("View '" + view.identifier.to_string() + "' is nested more than " +
                            std::to_string(kMaxViewDepth) + " views deep, or refers to itself")
        .at(named.position);
  }
  const Result<LogicalPtr> bound = bind_view_query(view, named.position);
  if (!bound.ok()) return bound.status();
  if ((*bound)->output().size() != view.columns.size()) {
    return validation_error("View '" + view.identifier.to_string() + "' was made with " +
                            std::to_string(view.columns.size()) + " columns, but its query now gives " +
                            std::to_string((*bound)->output().size()))
        .at(named.position);
  }
  // The view's own column names, under which the query's columns are known here.
  std::vector<Bound> columns;
  std::vector<std::string> names;
  bool renamed = false;
  for (size_t i = 0; i < view.columns.size(); ++i) {
    columns.push_back(expression::Expression::input_ref(i, (*bound)->output()[i].type));
    names.push_back(view.columns[i].name);
    renamed = renamed || names[i] != (*bound)->output()[i].name;
  }
  LogicalPtr node = *bound;
  if (renamed) {
    node = std::make_shared<LogicalProject>(node, std::move(columns), std::move(names), context_.shown(named.position));
  }
  const auto& id = view.identifier;
  return named_relation(named, with_own_names(std::move(node), named.position), id.object, {id.catalog, id.database, id.object});
}

Result<BoundRelation> QueryBinder::bind_catalog_table(const NamedTable& named, const plan::ResolvedTablePtr& table) {
  plan::ResolvedTablePtr resolved = table;
  std::vector<QueryHint> hints;
  if (!named.hints.empty()) {
    ASSIGN_OR_RETURN(auto options, bind_table_options(named.hints, context_.dynamic_table_options));
    auto enriched = std::make_shared<plan::ResolvedTable>(*table);
    for (const auto& [key, value] : options) enriched->options[key] = value;
    resolved = std::move(enriched);
    QueryHint hint;
    hint.name = "OPTIONS";
    hint.options = std::move(options);
    hint.position = context_.shown(named.hints[0].name.position);
    hints.push_back(std::move(hint));
  }
  ASSIGN_OR_RETURN(LogicalPtr node, bind_table(resolved, std::move(hints), named.position));
  const auto& id = table->identifier;
  return named_relation(named, with_own_names(std::move(node), named.position), id.object, {id.catalog, id.database, id.object});
}

Result<LogicalPtr> QueryBinder::bind_table(const plan::ResolvedTablePtr& table, std::vector<QueryHint> hints,
                                           SourcePosition position) {
  RETURN_IF_ERROR(count_nodes(3, position));
  const SourcePosition shown = context_.shown(position);
  LogicalPtr node = std::make_shared<LogicalTableScan>(table, std::move(hints), shown);
  // Where each of the table's columns stands in the scan's row.
  std::vector<size_t> scanned(table->columns.size());
  size_t next = 0;
  for (const plan::ColumnKind kind : {plan::ColumnKind::kPhysical, plan::ColumnKind::kMetadata}) {
    for (size_t i = 0; i < table->columns.size(); ++i) {
      if (table->columns[i].kind == kind) scanned[i] = next++;
    }
  }
  const auto to_scan = [&](size_t index, const DataType& type) -> Bound {
    return expression::Expression::input_ref(scanned[index], type);
  };
  bool projected = false;
  std::vector<Bound> columns;
  std::vector<std::string> names;
  for (size_t i = 0; i < table->columns.size(); ++i) {
    const plan::TableColumn& column = table->columns[i];
    if (column.kind == plan::ColumnKind::kComputed) {
      const expression::Place place = declared_place("Computed column '" + column.name + "'", *table, position, context_);
      columns.push_back(expression::replace_inputs(expression::Expression::moved(column.expression, place), to_scan));
      projected = true;
    } else {
      columns.push_back(to_scan(i, column.type.with_time_attribute(TimeAttribute::kNone)));
      projected = projected || scanned[i] != i;
    }
    names.push_back(column.name);
  }
  if (projected) node = std::make_shared<LogicalProject>(node, std::move(columns), std::move(names), shown);
  if (table->watermark) {
    const expression::Place place = declared_place("Watermark", *table, position, context_);
    node = std::make_shared<LogicalWatermarkAssigner>(
        node, table->watermark->rowtime_column, expression::Expression::moved(table->watermark->expression, place), table, shown);
  }
  return node;
}

namespace {

/// Literal rows are named by the column aliases beside them: t(a, b).
LogicalPtr renamed_values(const LogicalValues& values, const std::vector<Identifier>& aliases) {
  RowType row = values.output();
  for (size_t i = 0; i < std::min(row.size(), aliases.size()); ++i) row[i].name = aliases[i].text;
  return std::make_shared<LogicalValues>(std::move(row), values.rows(), values.position());
}

}  // namespace

Result<BoundRelation> QueryBinder::bind_derived(const DerivedTable& derived) {
  if (derived.lateral) return not_supported("LATERAL").at(derived.position);
  ASSIGN_OR_RETURN(BoundQuery query, bind_body(*derived.query));
  LogicalPtr& node = query.node;
  if (node->kind() == LogicalKind::kValues) node = renamed_values(as<LogicalValues>(*node), derived.column_aliases);
  return named_relation(derived, std::move(query), "", {});
}

namespace {

plan::JoinType join_type(JoinKind kind) {
  switch (kind) {
    case JoinKind::kLeft:
      return plan::JoinType::kLeft;
    case JoinKind::kRight:
      return plan::JoinType::kRight;
    case JoinKind::kFull:
      return plan::JoinType::kFull;
    case JoinKind::kInner:
    case JoinKind::kCross:
    case JoinKind::kComma:
      break;
  }
  return plan::JoinType::kInner;
}

/// The join's columns: both sides' with unique names, the padded sides' nullable.
RowType join_output(const RowType& left, const RowType& right, plan::JoinType type) {
  RowType output;
  std::vector<std::string> names;
  for (const RowField& field : left) {
    output.push_back({field.name, plan::pads_right(type) ? field.type.with_nullable(true) : field.type});
    names.push_back(field.name);
  }
  for (const RowField& field : right) {
    output.push_back({field.name, plan::pads_left(type) ? field.type.with_nullable(true) : field.type});
    names.push_back(field.name);
  }
  names = unique_names(std::move(names));
  for (size_t i = 0; i < output.size(); ++i) output[i].name = names[i];
  return output;
}

}  // namespace

Result<BoundRelation> QueryBinder::bind_join(const Join& join) {
  if (join.natural) return not_supported("NATURAL JOIN").at(join.position);
  if (!join.using_columns.empty()) return not_supported("JOIN ... USING").at(join.using_columns[0].position);
  RETURN_IF_ERROR(count_nodes(1, join.position));
  ASSIGN_OR_RETURN(BoundRelation left, bind_from(*join.left));
  ASSIGN_OR_RETURN(BoundRelation right, bind_from(*join.right));
  for (const ScopeRelation& relation : right.scope.relations()) {
    for (const ScopeRelation& other : left.scope.relations()) {
      if (!relation.name.empty() && relation.name == other.name && relation.path == other.path) {
        return validation_error("Duplicate relation name '" + relation.name + "' in FROM clause").at(join.right->position);
      }
    }
  }
  const plan::JoinType type = join_type(join.join_kind);
  const Scope condition_scope = Scope::join(left.scope, right.scope);
  Bound condition = expression::Expression::literal(Value::boolean(true), DataType::boolean().not_null());
  if (join.condition != nullptr) {
    ExpressionBinder binder(condition_scope, context_);
    ASSIGN_OR_RETURN(condition, binder.bind_condition(*join.condition, "ON"));
    ASSIGN_OR_RETURN(condition, with_null_safe_equalities(context_.functions, condition));
  }
  RowType output = join_output(left.node->output(), right.node->output(), type);
  if (plan::pads_right(type)) left.scope.make_nullable();
  if (plan::pads_left(type)) right.scope.make_nullable();
  BoundRelation joined;
  joined.scope = Scope::join(left.scope, right.scope);
  joined.node = std::make_shared<LogicalJoin>(left.node, right.node, type, std::move(condition), std::move(output),
                                              std::vector<QueryHint>(), context_.shown(join.position));
  return joined;
}

}  // namespace eddyline::sql
