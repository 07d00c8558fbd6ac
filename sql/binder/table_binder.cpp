#include "sql/binder/table_binder.hpp"

#include <algorithm>
#include <set>

#include "sql/binder/expression_binder.hpp"
#include "sql/binder/query_binder.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {
namespace {

using plan::ResolvedTable;
using plan::TableColumn;

/// "[a, b]" of names.
std::string listed(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) {
    if (text.size() > 1) text += ", ";
    text += name;
  }
  return text + "]";
}

std::vector<std::string> column_names(const ResolvedTable& table) {
  std::vector<std::string> names;
  for (const TableColumn& column : table.columns) names.push_back(column.name);
  return names;
}

std::optional<size_t> find_column(const ResolvedTable& table, const std::string& name) {
  const auto found = std::ranges::find(table.columns, name, &TableColumn::name);
  if (found == table.columns.end()) return std::nullopt;
  return static_cast<size_t>(found - table.columns.begin());
}

/// What computed columns may name (`computed` false), or the watermark may (true). Columns that may not keep their index with an
/// empty name, so that a bound reference counts through all columns of the table.
Scope table_scope(const ResolvedTable& table, bool computed) {
  RowType row;
  for (const TableColumn& column : table.columns) {
    const bool visible = computed || column.kind != plan::ColumnKind::kComputed;
    row.push_back({visible ? column.name : std::string(), column.type});
  }
  Scope scope;
  scope.add({table.identifier.object, {}, std::move(row), 0});
  return scope;
}

bool can_be_rowtime(const DataType& type) { return type.is_timestamp() && type.precision() <= 3; }

}  // namespace

Status TableBinder::check_supported(const CreateTable& create) const {
  if (create.like) return not_supported("CREATE TABLE ... LIKE").at(create.like->source.position());
  if (create.query != nullptr) return not_supported("CREATE TABLE ... AS").at(create.query->position);
  if (create.or_replace || create.replace) return not_supported("REPLACE TABLE").at(create.position);
  if (create.distribution) return not_supported("DISTRIBUTED BY").at(create.distribution->position);
  return Status();
}

Result<plan::ResolvedTablePtr> TableBinder::bind(const CreateTable& create) {
  RETURN_IF_ERROR(check_supported(create));
  auto table = std::make_shared<ResolvedTable>();
  ASSIGN_OR_RETURN(table->identifier, qualify(create.name, context_.prefix));
  table->temporary = create.temporary;
  table->comment = create.comment;
  RETURN_IF_ERROR(bind_columns(create.elements, *table));
  // A key makes its columns NOT NULL, which the types of computed columns follow.
  RETURN_IF_ERROR(bind_primary_key(create.elements, *table));
  RETURN_IF_ERROR(bind_computed(create.elements, *table));
  RETURN_IF_ERROR(bind_watermark(create.elements, *table));
  RETURN_IF_ERROR(bind_partition_keys(create, *table));
  for (const OptionNode& option : create.options) table->options[option.key.text] = option.value.text;
  return plan::ResolvedTablePtr(std::move(table));
}

Status TableBinder::bind_columns(const TableElements& elements, ResolvedTable& table) const {
  std::set<std::string> seen;
  for (const ColumnDefinition& definition : elements.columns) {
    const Identifier& name = definition.name.parts.back();
    if (definition.name.parts.size() > 1) {
      return validation_error("A column's name has one part, but is '" + definition.name.to_string() + "'").at(name.position);
    }
    if (!seen.insert(name.text).second) {
      return validation_error("Schema must not contain duplicate column names. Found duplicates: [" + name.text + "]")
          .at(name.position);
    }
    TableColumn column;
    column.name = name.text;
    column.comment = definition.comment;
    if (definition.kind == ColumnKind::kNameOnly) {
      return validation_error("Column '" + name.text + "' has no type").at(name.position);
    }
    if (definition.kind == ColumnKind::kComputed) {
      column.kind = plan::ColumnKind::kComputed;
    } else {
      ASSIGN_OR_RETURN(column.type, resolve_type(*definition.type));
      if (definition.kind == ColumnKind::kMetadata) {
        column.kind = plan::ColumnKind::kMetadata;
        column.metadata_key = definition.metadata_key.value_or("");
        column.is_virtual = definition.is_virtual;
      }
    }
    table.columns.push_back(std::move(column));
  }
  return Status();
}

Status TableBinder::bind_computed(const TableElements& elements, ResolvedTable& table) const {
  const Scope scope = table_scope(table, /*computed=*/false);
  ExpressionBinder binder(scope, context_);
  for (size_t i = 0; i < elements.columns.size(); ++i) {
    const ColumnDefinition& definition = elements.columns[i];
    if (definition.kind != ColumnKind::kComputed) continue;
    ASSIGN_OR_RETURN(table.columns[i].expression, binder.bind(*definition.expression));
    if (table.columns[i].expression->type().is(TypeRoot::kNull)) {
      return validation_error("The type of computed column '" + table.columns[i].name +
                              "' is not known. Please cast NULL literals to a more explicit type.")
          .at(definition.expression->position);
    }
    table.columns[i].type = table.columns[i].expression->type();
    table.columns[i].expression_text = to_sql(*definition.expression);
  }
  return Status();
}

Status TableBinder::bind_watermark(const TableElements& elements, ResolvedTable& table) const {
  if (elements.watermarks.empty()) return Status();
  if (elements.watermarks.size() > 1) {
    return validation_error("Multiple watermark definitions are not supported yet.").at(elements.watermarks[1].position);
  }
  const WatermarkDefinition& definition = elements.watermarks[0];
  const SourcePosition position = definition.column.position();
  if (definition.column.parts.size() > 1) {
    return validation_error("A nested field '" + definition.column.to_string() +
                            "' cannot be declared as rowtime attribute for table '" + table.identifier.to_string() +
                            "' right now.")
        .at(position);
  }
  const std::string& name = definition.column.parts[0].text;
  const auto column = find_column(table, name);
  if (!column) {
    return validation_error("Invalid column name '" + name +
                            "' for rowtime attribute in watermark declaration. Available columns are: " +
                            listed(column_names(table)))
        .at(position);
  }
  DataType& type = table.columns[*column].type;
  if (type.is_proctime()) {
    return validation_error("A watermark can not be defined for a processing-time attribute.").at(position);
  }
  if (!can_be_rowtime(type)) {
    return validation_error(
               "Invalid data type of time field for watermark definition. The field must be of type TIMESTAMP(p) or "
               "TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the time field type is " +
               type.to_short_string())
        .at(position);
  }
  const Scope scope = table_scope(table, /*computed=*/true);
  ExpressionBinder binder(scope, context_);
  ASSIGN_OR_RETURN(expression::ExpressionPtr strategy, binder.bind(*definition.strategy));
  if (!can_be_rowtime(strategy->type())) {
    return validation_error(
               "Invalid data type of expression for watermark definition. The field must be of type TIMESTAMP(p) or "
               "TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the watermark expression type is " +
               strategy->type().to_short_string())
        .at(definition.strategy->position);
  }
  if (strategy->type().root() != type.root()) {
    return validation_error("The watermark declaration's output data type '" + strategy->type().to_short_string() +
                            "' is different from the time field's data type '" + type.to_short_string() + "'.")
        .at(definition.strategy->position);
  }
  type = type.with_time_attribute(TimeAttribute::kRowtime);
  table.watermark = plan::WatermarkSpec{*column, std::move(strategy), to_sql(*definition.strategy)};
  return Status();
}

Status TableBinder::bind_primary_key(const TableElements& elements, ResolvedTable& table) const {
  std::vector<std::pair<const ConstraintDefinition*, std::vector<Identifier>>> keys;
  for (const ColumnDefinition& column : elements.columns) {
    if (column.constraint) keys.emplace_back(&*column.constraint, std::vector<Identifier>{column.name.parts.back()});
  }
  for (const ConstraintDefinition& constraint : elements.constraints) keys.emplace_back(&constraint, constraint.columns);
  if (keys.empty()) return Status();
  const auto& [constraint, columns] = keys[0];
  if (keys.size() > 1) return validation_error("Duplicate primary key definition").at(keys[1].first->position);
  if (constraint->kind == ConstraintKind::kUnique) {
    return not_supported("UNIQUE constraint").at(constraint->position);
  }
  if (constraint->enforced.value_or(true)) {
    return validation_error(
               "Flink doesn't support ENFORCED mode for PRIMARY KEY constraint. ENFORCED/NOT ENFORCED  controls if the "
               "constraint checks are performed on the incoming/outgoing data. Flink does not own the data therefore "
               "the only supported mode is the NOT ENFORCED mode")
        .at(constraint->position);
  }
  plan::PrimaryKey key;
  std::vector<std::string> names;
  for (const Identifier& name : columns) names.push_back(name.text);
  key.name = constraint->name ? constraint->name->text : "PK";
  for (const Identifier& name : columns) {
    if (!constraint->name) key.name += "_" + name.text;
    const auto column = find_column(table, name.text);
    const std::string problem = "Invalid primary key '" + (constraint->name ? constraint->name->text : "PK_" + name.text) +
                                "'. Column '" + name.text + "' ";
    if (!column) return validation_error(problem + "does not exist.").at(name.position);
    if (table.columns[*column].kind != plan::ColumnKind::kPhysical) {
      return validation_error(problem + "is not a physical column.").at(name.position);
    }
    if (std::ranges::count(key.columns, *column) > 0) {
      return validation_error("A primary key must not contain duplicate columns. Found: [" + name.text + "]").at(name.position);
    }
    key.columns.push_back(*column);
    table.columns[*column].type = table.columns[*column].type.not_null();
  }
  table.primary_key = std::move(key);
  return Status();
}

Status TableBinder::bind_partition_keys(const CreateTable& create, ResolvedTable& table) const {
  for (const Identifier& key : create.partitioned_by) {
    const auto column = find_column(table, key.text);
    if (!column || table.columns[*column].kind != plan::ColumnKind::kPhysical) {
      std::vector<std::string> physical;
      for (const TableColumn& candidate : table.columns) {
        if (candidate.kind == plan::ColumnKind::kPhysical) physical.push_back(candidate.name);
      }
      return validation_error("Partition column '" + key.text + "' not defined in the table schema. Available columns: " +
                              listed(physical))
          .at(key.position);
    }
    table.partition_keys.push_back(key.text);
  }
  return Status();
}

Result<ViewPtr> bind_view_definition(const BinderContext& context, const CreateView& create,
                                     std::shared_ptr<const Query> query) {
  auto view = std::make_shared<View>();
  ASSIGN_OR_RETURN(view->identifier, qualify(create.name, context.prefix));
  ASSIGN_OR_RETURN(BoundQuery bound, QueryBinder(context).bind(*query));
  view->columns = bound.node->output();
  if (!create.columns.empty()) {
    if (create.columns.size() != view->columns.size()) {
      return validation_error("VIEW definition and input fields not match:\n\tDef fields: " +
                              std::to_string(create.columns.size()) + "\n\tInput fields: " +
                              std::to_string(view->columns.size()))
          .at(create.columns[0].position);
    }
    for (size_t i = 0; i < view->columns.size(); ++i) bound.columns[i].text = create.columns[i].text;
  }
  for (size_t i = 0; i < view->columns.size(); ++i) {
    const std::string& name = bound.columns[i].text;
    const auto first = std::ranges::find(bound.columns, name, &Identifier::text);
    if (first != bound.columns.begin() + static_cast<std::ptrdiff_t>(i)) {
      return validation_error("A column with the same name `" + name + "` has been defined at line " +
                              std::to_string(first->position.line) + ", column " + std::to_string(first->position.column) + ".")
          .at(bound.columns[i].position);
    }
    view->columns[i].name = name;
  }
  view->temporary = create.temporary;
  view->query = std::move(query);
  view->query_text = create.query_text;
  view->prefix = context.prefix;
  view->comment = create.comment;
  return ViewPtr(std::move(view));
}

}  // namespace eddyline::sql
