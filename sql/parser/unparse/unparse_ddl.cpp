#include "common/base/quoting.hpp"
#include "sql/parser/unparse/unparse.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {

namespace {

void write_comment(std::string& out, const std::optional<std::string>& comment, std::string_view before) {
  if (!comment) return;
  out += before;
  out += "COMMENT " + quote_string(*comment);
}

void write_constraint_words(std::string& out, const ConstraintDefinition& constraint) {
  if (constraint.name) {
    out += "CONSTRAINT ";
    write(out, *constraint.name);
    out += ' ';
  }
  out += constraint.kind == ConstraintKind::kPrimaryKey ? "PRIMARY KEY" : "UNIQUE";
  if (!constraint.columns.empty()) {
    out += ' ';
    write(out, constraint.columns);
  }
  if (constraint.enforced) out += *constraint.enforced ? " ENFORCED" : " NOT ENFORCED";
}

void write_column(std::string& out, const ColumnDefinition& column) {
  write(out, column.name);
  if (column.expression) {
    out += " AS ";
    write(out, *column.expression);
  }
  if (column.type) {
    out += ' ';
    write(out, *column.type);
  }
  if (column.constraint) {
    out += ' ';
    write_constraint_words(out, *column.constraint);
  }
  if (column.kind == ColumnKind::kMetadata) out += " METADATA";
  if (column.metadata_key) out += " FROM " + quote_string(*column.metadata_key);
  if (column.is_virtual) out += " VIRTUAL";
  write_comment(out, column.comment, " ");
  if (!column.placement) return;
  out += column.placement->first ? " FIRST" : " AFTER ";
  if (column.placement->after) write(out, *column.placement->after);
}

void write_watermark(std::string& out, const WatermarkDefinition& watermark) {
  out += "WATERMARK FOR ";
  write(out, watermark.column);
  out += " AS ";
  write(out, *watermark.strategy);
}

std::string_view merge_text(LikeMerge merge) {
  switch (merge) {
    case LikeMerge::kIncluding:
      return "INCLUDING ";
    case LikeMerge::kExcluding:
      return "EXCLUDING ";
    case LikeMerge::kOverwriting:
      return "OVERWRITING ";
  }
  return "";
}

std::string_view feature_text(LikeFeature feature) {
  switch (feature) {
    case LikeFeature::kAll:
      return "ALL";
    case LikeFeature::kConstraints:
      return "CONSTRAINTS";
    case LikeFeature::kDistribution:
      return "DISTRIBUTION";
    case LikeFeature::kGenerated:
      return "GENERATED";
    case LikeFeature::kMetadata:
      return "METADATA";
    case LikeFeature::kOptions:
      return "OPTIONS";
    case LikeFeature::kPartitions:
      return "PARTITIONS";
    case LikeFeature::kWatermarks:
      return "WATERMARKS";
  }
  return "";
}

void write_like(std::string& out, const TableLike& like) {
  out += "\nLIKE ";
  write(out, like.source);
  if (like.options.empty()) return;
  out += " (\n  ";
  write_list(out, like.options, "\n  ", [](std::string& text, const LikeOption& option) {
    text += merge_text(option.merge);
    text += feature_text(option.feature);
  });
  out += "\n)";
}

/// One option a line, as in SHOW CREATE TABLE.
void write_with(std::string& out, const std::vector<OptionNode>& options) {
  if (options.empty()) return;
  out += "\nWITH (\n  ";
  write_list(out, options, ",\n  ", [](std::string& text, const OptionNode& option) {
    write(text, option.key);
    text += " = ";
    write(text, option.value);
  });
  out += "\n)";
}

void write_view(std::string& out, const CreateView& view) {
  out += view.temporary ? "CREATE TEMPORARY VIEW " : "CREATE VIEW ";
  if (view.if_not_exists) out += "IF NOT EXISTS ";
  write(out, view.name);
  if (!view.columns.empty()) {
    out += ' ';
    write(out, view.columns);
  }
  write_comment(out, view.comment, "\n");
  out += "\nAS ";
  write(out, *view.query);
}

void write_database(std::string& out, const CreateDatabase& database) {
  out += "CREATE DATABASE ";
  if (database.if_not_exists) out += "IF NOT EXISTS ";
  write(out, database.name);
  write_comment(out, database.comment, "\n");
  write_with(out, database.options);
}

void write_catalog(std::string& out, const CreateCatalog& catalog) {
  out += "CREATE CATALOG ";
  if (catalog.if_not_exists) out += "IF NOT EXISTS ";
  write(out, catalog.name);
  write_comment(out, catalog.comment, "\n");
  write_with(out, catalog.options);
}

void write_function(std::string& out, const CreateFunction& function) {
  out += "CREATE ";
  if (function.scope != FunctionScope::kCatalog) out += "TEMPORARY ";
  if (function.scope == FunctionScope::kTemporarySystem) out += "SYSTEM ";
  out += "FUNCTION ";
  if (function.if_not_exists) out += "IF NOT EXISTS ";
  write(out, function.name);
  out += " AS ";
  write(out, function.implementation);
  if (function.language) {
    out += " LANGUAGE " + (*function.language == "SCALA" ? *function.language : quote_identifier(*function.language));
  }
  if (function.resources.empty()) return;
  out += " USING ";
  write_list(out, function.resources, ", ", [](std::string& text, const FunctionResource& resource) {
    text += quote_identifier(resource.kind) + ' ';
    write(text, resource.uri);
  });
}

}  // namespace

std::vector<std::string> element_texts(const TableElements& elements) {
  std::vector<std::string> texts;
  for (const ColumnDefinition& column : elements.columns) write_column(texts.emplace_back(), column);
  for (const WatermarkDefinition& watermark : elements.watermarks) write_watermark(texts.emplace_back(), watermark);
  for (const ConstraintDefinition& constraint : elements.constraints) {
    write_constraint_words(texts.emplace_back(), constraint);
  }
  if (elements.distribution) write(texts.emplace_back("DISTRIBUTION "), *elements.distribution);
  return texts;
}

void write(std::string& out, const Distribution& distribution) {
  if (!distribution.columns.empty()) {
    out += "BY ";
    if (distribution.kind == DistributionKind::kHash) out += "HASH";
    if (distribution.kind == DistributionKind::kRange) out += "RANGE";
    write(out, distribution.columns);
    out += distribution.bucket_count ? " " : "";
  }
  if (distribution.bucket_count) out += "INTO " + std::to_string(*distribution.bucket_count) + " BUCKETS";
}

void write(std::string& out, const CreateTable& table) {
  out += table.replace ? "REPLACE " : "CREATE ";
  if (table.or_replace) out += "OR REPLACE ";
  if (table.temporary) out += "TEMPORARY ";
  out += "TABLE ";
  if (table.if_not_exists) out += "IF NOT EXISTS ";
  write(out, table.name);
  const std::vector<std::string> elements = element_texts(table.elements);
  if (!elements.empty()) {
    out += " (\n  ";
    write_list(out, elements, ",\n  ", [](std::string& text, const std::string& element) { text += element; });
    out += "\n)";
  }
  write_comment(out, table.comment, "\n");
  if (table.distribution) {
    out += "\nDISTRIBUTED ";
    write(out, *table.distribution);
  }
  if (!table.partitioned_by.empty()) {
    out += "\nPARTITIONED BY ";
    write(out, table.partitioned_by);
  }
  write_with(out, table.options);
  if (table.like) write_like(out, *table.like);
  if (table.query) {
    out += "\nAS ";
    write(out, *table.query);
  }
}

void write_create(std::string& out, const Statement& statement) {
  if (statement.is<CreateTable>()) return write(out, statement.as<CreateTable>());
  if (statement.is<CreateView>()) return write_view(out, statement.as<CreateView>());
  if (statement.is<CreateDatabase>()) return write_database(out, statement.as<CreateDatabase>());
  if (statement.is<CreateCatalog>()) return write_catalog(out, statement.as<CreateCatalog>());
  write_function(out, statement.as<CreateFunction>());
}

}  // namespace eddyline::sql
