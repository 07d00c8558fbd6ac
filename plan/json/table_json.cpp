#include "plan/json/table_json.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "plan/json/expression_json.hpp"
#include "plan/json/type_json.hpp"

namespace eddyline::plan {
namespace {

JsonValue expression_with_text(const expression::ExpressionPtr& expression, const std::string& text) {
  return JsonValue::Object{{"rexNode", to_json(expression)}, {"serializableString", text}};
}

JsonValue column_to_json(const TableColumn& column) {
  JsonValue::Object object{{"name", column.name}};
  switch (column.kind) {
    case ColumnKind::kPhysical:
      object.emplace_back("dataType", to_json(column.type));
      break;
    case ColumnKind::kComputed:
      object.emplace_back("kind", "COMPUTED");
      object.emplace_back("expression", expression_with_text(column.expression, column.expression_text));
      break;
    case ColumnKind::kMetadata:
      object.emplace_back("kind", "METADATA");
      object.emplace_back("dataType", to_json(column.type));
      if (!column.metadata_key.empty()) object.emplace_back("metadataKey", column.metadata_key);
      object.emplace_back("isVirtual", column.is_virtual);
      break;
  }
  if (column.comment.has_value()) object.emplace_back("comment", *column.comment);
  return object;
}

JsonValue schema_to_json(const ResolvedTable& table) {
  JsonValue::Array columns;
  for (const TableColumn& column : table.columns) columns.push_back(column_to_json(column));
  JsonValue::Object schema{{"columns", std::move(columns)}};
  if (table.watermark.has_value()) {
    JsonValue::Object watermark{
        {"rowtimeAttribute", table.columns[table.watermark->rowtime_column].name},
        {"expression", expression_with_text(table.watermark->expression, table.watermark->expression_text)}};
    schema.emplace_back("watermarkSpecs", JsonValue::Array{std::move(watermark)});
  }
  if (table.primary_key.has_value()) {
    JsonValue::Array names;
    for (const size_t column : table.primary_key->columns) names.emplace_back(table.columns[column].name);
    schema.emplace_back("primaryKey", JsonValue::Object{{"name", table.primary_key->name},
                                                        {"type", "PRIMARY_KEY"},
                                                        {"columns", std::move(names)}});
  }
  return schema;
}

/// Reads one table: physical and metadata columns first, since computed ones are made of them.
class TableReader {
 public:
  explicit TableReader(const expression::FunctionRegistry& functions) : functions_(functions) {}

  Result<ResolvedTablePtr> read(const JsonField& field) {
    ASSIGN_OR_RETURN(const JsonField identifier, field.member("identifier"));
    RETURN_IF_ERROR(read_identifier(identifier));
    ASSIGN_OR_RETURN(const auto temporary, field.optional_member("temporary"));
    if (temporary.has_value()) {
      ASSIGN_OR_RETURN(table_.temporary, temporary->as_boolean());
    }
    ASSIGN_OR_RETURN(const JsonField resolved, field.member("resolvedTable"));
    ASSIGN_OR_RETURN(const JsonField schema, resolved.member("schema"));
    RETURN_IF_ERROR(read_columns(schema));
    RETURN_IF_ERROR(read_watermark(schema));
    RETURN_IF_ERROR(read_primary_key(schema));
    RETURN_IF_ERROR(read_rest(resolved));
    return std::make_shared<const ResolvedTable>(std::move(table_));
  }

 private:
  Status read_identifier(const JsonField& field) {
    ASSIGN_OR_RETURN(const std::string text, field.as_text());
    std::string* const parts[] = {&table_.identifier.catalog, &table_.identifier.database, &table_.identifier.object};
    size_t at = 0;
    for (std::string* part : parts) {
      // A backtick, and for the names behind the first a point before it; what it is says the comparison below.
      at += part == parts[0] ? 1 : 2;
      for (; at < text.size(); ++at) {
        if (text[at] == '`' && (at + 1 >= text.size() || text[++at] != '`')) break;
        *part += text[at];
      }
    }
    return table_.identifier.quoted() == text ? Status() : field.expected("three names in backticks");
  }

  Status read_columns(const JsonField& schema) {
    ASSIGN_OR_RETURN(const JsonField list, schema.member("columns"));
    ASSIGN_OR_RETURN(const auto fields, list.elements());
    std::set<std::string> names;
    for (const JsonField& field : fields) {
      RETURN_IF_ERROR(read_column(field));
      const std::string& name = table_.columns.back().name;
      if (!names.insert(name).second) return field.fail("there are two columns '" + name + "'");
    }
    for (size_t i = 0; i < fields.size(); ++i) {
      if (table_.columns[i].kind == ColumnKind::kComputed) RETURN_IF_ERROR(read_computed(fields[i], table_.columns[i]));
    }
    return {};
  }

  Status read_column(const JsonField& field) {
    TableColumn& column = table_.columns.emplace_back();
    ASSIGN_OR_RETURN(const JsonField name, field.member("name"));
    ASSIGN_OR_RETURN(column.name, name.as_text());
    ASSIGN_OR_RETURN(column.comment, read_optional_text(field, "comment"));
    ASSIGN_OR_RETURN(const auto kind_field, field.optional_member("kind"));
    if (!kind_field.has_value()) return read_column_type(field, column);
    ASSIGN_OR_RETURN(const std::string kind, kind_field->as_text());
    if (kind == "METADATA") {
      column.kind = ColumnKind::kMetadata;
      ASSIGN_OR_RETURN(const auto key, read_optional_text(field, "metadataKey"));
      column.metadata_key = key.value_or("");
      ASSIGN_OR_RETURN(const JsonField is_virtual, field.member("isVirtual"));
      ASSIGN_OR_RETURN(column.is_virtual, is_virtual.as_boolean());
      return read_column_type(field, column);
    }
    if (kind != "COMPUTED") return kind_field->expected("COMPUTED or METADATA");
    column.kind = ColumnKind::kComputed;
    return {};
  }

  static Status read_column_type(const JsonField& field, TableColumn& column) {
    ASSIGN_OR_RETURN(const JsonField type, field.member("dataType"));
    ASSIGN_OR_RETURN(column.type, read_type(type));
    return {};
  }

  Status read_computed(const JsonField& field, TableColumn& column) {
    ASSIGN_OR_RETURN(const JsonField expression, field.member("expression"));
    RETURN_IF_ERROR(read_expression(expression, column.expression, column.expression_text));
    column.type = column.expression->type();
    return {};
  }

  Status read_expression(const JsonField& field, expression::ExpressionPtr& expression, std::string& text) {
    const RowType columns = table_.row_type();
    ASSIGN_OR_RETURN(const JsonField tree, field.member("rexNode"));
    ASSIGN_OR_RETURN(expression, ExpressionReader(functions_, columns).read(tree));
    ASSIGN_OR_RETURN(const JsonField text_field, field.member("serializableString"));
    ASSIGN_OR_RETURN(text, text_field.as_text());
    return {};
  }

  Status read_watermark(const JsonField& schema) {
    ASSIGN_OR_RETURN(const auto list, schema.optional_member("watermarkSpecs"));
    if (!list.has_value()) return {};
    ASSIGN_OR_RETURN(const auto specs, list->elements());
    if (specs.size() != 1) return list->fail("a table has one watermark");
    WatermarkSpec& watermark = table_.watermark.emplace();
    ASSIGN_OR_RETURN(const JsonField rowtime, specs[0].member("rowtimeAttribute"));
    ASSIGN_OR_RETURN(watermark.rowtime_column, read_column_name(rowtime));
    ASSIGN_OR_RETURN(const JsonField expression, specs[0].member("expression"));
    RETURN_IF_ERROR(read_expression(expression, watermark.expression, watermark.expression_text));
    DataType& type = table_.columns[watermark.rowtime_column].type;
    if (!type.is_timestamp()) return rowtime.fail("a rowtime column is a timestamp and not " + type.to_string());
    type = type.with_time_attribute(TimeAttribute::kRowtime);
    return {};
  }

  Status read_primary_key(const JsonField& schema) {
    ASSIGN_OR_RETURN(const auto key, schema.optional_member("primaryKey"));
    if (!key.has_value()) return {};
    PrimaryKey& primary_key = table_.primary_key.emplace();
    ASSIGN_OR_RETURN(const JsonField name, key->member("name"));
    ASSIGN_OR_RETURN(primary_key.name, name.as_text());
    ASSIGN_OR_RETURN(const JsonField list, key->member("columns"));
    ASSIGN_OR_RETURN(const auto columns, list.elements());
    for (const JsonField& column : columns) {
      ASSIGN_OR_RETURN(primary_key.columns.emplace_back(), read_column_name(column));
      if (table_.columns[primary_key.columns.back()].kind != ColumnKind::kPhysical) {
        return column.expected("the name of a physical column");
      }
    }
    return {};
  }

  Status read_rest(const JsonField& resolved) {
    ASSIGN_OR_RETURN(const auto partitions, resolved.optional_member("partitionKeys"));
    if (partitions.has_value()) {
      ASSIGN_OR_RETURN(const auto keys, partitions->elements());
      for (const JsonField& key : keys) {
        ASSIGN_OR_RETURN(const size_t column, read_column_name(key));
        table_.partition_keys.push_back(table_.columns[column].name);
      }
    }
    ASSIGN_OR_RETURN(table_.comment, read_optional_text(resolved, "comment"));
    ASSIGN_OR_RETURN(const JsonField options, resolved.member("options"));
    ASSIGN_OR_RETURN(const auto members, options.members());
    for (const auto& [key, value] : members) {
      ASSIGN_OR_RETURN(table_.options[key], value.as_text());
    }
    return {};
  }

  Result<size_t> read_column_name(const JsonField& field) const {
    ASSIGN_OR_RETURN(const std::string name, field.as_text());
    const auto found = std::ranges::find(table_.columns, name, &TableColumn::name);
    if (found == table_.columns.end()) return field.expected("the name of a column");
    return static_cast<size_t>(found - table_.columns.begin());
  }

  static Result<std::optional<std::string>> read_optional_text(const JsonField& field, std::string_view name) {
    ASSIGN_OR_RETURN(const auto member, field.optional_member(name));
    if (!member.has_value()) return std::optional<std::string>();
    ASSIGN_OR_RETURN(std::string text, member->as_text());
    return std::optional(std::move(text));
  }

  const expression::FunctionRegistry& functions_;
  ResolvedTable table_;
};

}  // namespace

JsonValue to_json(const ResolvedTable& table) {
  JsonValue::Object resolved{{"schema", schema_to_json(table)}};
  if (!table.partition_keys.empty()) {
    resolved.emplace_back("partitionKeys", JsonValue::Array(table.partition_keys.begin(), table.partition_keys.end()));
  }
  if (table.comment.has_value()) resolved.emplace_back("comment", *table.comment);
  JsonValue::Object options;
  for (const auto& [key, value] : table.options) options.emplace_back(key, value);
  resolved.emplace_back("options", std::move(options));
  JsonValue::Object object{{"identifier", table.identifier.quoted()}};
  if (table.temporary) object.emplace_back("temporary", true);
  object.emplace_back("resolvedTable", std::move(resolved));
  return object;
}

Result<ResolvedTablePtr> read_table(const JsonField& field, const expression::FunctionRegistry& functions) {
  return TableReader(functions).read(field);
}

}  // namespace eddyline::plan
