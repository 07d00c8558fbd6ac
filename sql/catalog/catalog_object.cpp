#include "sql/catalog/catalog_object.hpp"

#include <algorithm>

#include "common/base/quoting.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {
namespace {

using plan::ResolvedTable;
using plan::TableColumn;

/// The type as Flink writes it where it can be read back everywhere.
std::string serializable_text(const DataType& type) {
  if (!type.is(TypeRoot::kTimestampLtz)) return type.to_string();
  return "TIMESTAMP(" + std::to_string(type.precision()) + ") WITH LOCAL TIME ZONE" + (type.nullable() ? "" : " NOT NULL");
}

std::string column_line(const TableColumn& column) {
  std::string line = "  " + quote_identifier(column.name) + " ";
  const DataType plain = column.type.with_time_attribute(TimeAttribute::kNone);
  switch (column.kind) {
    case plan::ColumnKind::kPhysical:
      line += serializable_text(plain);
      break;
    case plan::ColumnKind::kComputed:
      line += "AS " + column.expression_text;
      break;
    case plan::ColumnKind::kMetadata:
      line += serializable_text(plain) + " METADATA";
      if (!column.metadata_key.empty()) line += " FROM " + quote_string(column.metadata_key);
      if (column.is_virtual) line += " VIRTUAL";
      break;
  }
  if (column.comment) line += " COMMENT " + quote_string(*column.comment);
  return line;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += separator;
    text += part;
  }
  return text;
}

std::vector<std::string> key_columns(const ResolvedTable& table) {
  std::vector<std::string> names;
  for (const size_t index : table.primary_key->columns) names.push_back(table.columns[index].name);
  return names;
}

std::string extras_of(const TableColumn& column) {
  if (column.kind == plan::ColumnKind::kComputed) return "AS " + column.expression_text;
  if (column.kind != plan::ColumnKind::kMetadata) return "";
  std::string extras = "METADATA";
  if (!column.metadata_key.empty()) extras += " FROM " + quote_string(column.metadata_key);
  return column.is_virtual ? extras + " VIRTUAL" : extras;
}

std::vector<ColumnDescription> describe_table(const ResolvedTable& table) {
  std::vector<ColumnDescription> rows;
  for (size_t index = 0; index < table.columns.size(); ++index) {
    const TableColumn& column = table.columns[index];
    ColumnDescription row;
    row.name = column.name;
    row.type = column.type.with_nullable(true).to_short_string();
    row.nullable = column.type.nullable() ? "TRUE" : "FALSE";
    if (table.primary_key && std::ranges::count(table.primary_key->columns, index) > 0) {
      row.key = "PRI(" + joined(key_columns(table), ", ") + ")";
    }
    row.extras = extras_of(column);
    if (table.watermark && table.watermark->rowtime_column == index) row.watermark = table.watermark->expression_text;
    row.comment = column.comment.value_or("");
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string create_table_text(const ResolvedTable& table) {
  std::vector<std::string> lines;
  for (const TableColumn& column : table.columns) lines.push_back(column_line(column));
  if (table.watermark) {
    lines.push_back("  WATERMARK FOR " + quote_identifier(table.columns[table.watermark->rowtime_column].name) + " AS " +
                    table.watermark->expression_text);
  }
  if (table.primary_key) {
    std::vector<std::string> quoted;
    for (const std::string& name : key_columns(table)) quoted.push_back(quote_identifier(name));
    lines.push_back("  CONSTRAINT " + quote_identifier(table.primary_key->name) + " PRIMARY KEY (" +
                    joined(quoted, ", ") + ") NOT ENFORCED");
  }
  std::string text = table.temporary ? "CREATE TEMPORARY TABLE " : "CREATE TABLE ";
  text += table.identifier.quoted() + " (\n" + joined(lines, ",\n") + "\n)\n";
  if (table.comment) text += "COMMENT " + quote_string(*table.comment) + "\n";
  if (!table.partition_keys.empty()) {
    std::vector<std::string> quoted;
    for (const std::string& key : table.partition_keys) quoted.push_back(quote_identifier(key));
    text += "PARTITIONED BY (" + joined(quoted, ", ") + ")\n";
  }
  std::vector<std::string> options;
  for (const auto& [key, value] : table.options) {
    options.push_back("  " + quote_string(key) + " = " + quote_string(value));
  }
  return text + "WITH (\n" + joined(options, ",\n") + "\n)\n";
}

std::vector<ColumnDescription> describe_columns(const CatalogObject& object) {
  if (const auto* table = std::get_if<plan::ResolvedTablePtr>(&object)) return describe_table(**table);
  std::vector<ColumnDescription> rows;
  for (const RowField& field : std::get<ViewPtr>(object)->columns) {
    ColumnDescription row;
    row.name = field.name;
    row.type = field.type.with_nullable(true).to_short_string();
    row.nullable = field.type.nullable() ? "TRUE" : "FALSE";
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace eddyline::sql
