#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "plan/resolved_table.hpp"
#include "sql/parser/ast_query.hpp"

namespace eddyline::sql {

/// The catalog and database that complete a shorter name.
struct NamePrefix {
  std::string catalog;
  std::string database;
};

/// A named query. Its names are resolved against the catalog and database that were current when it was made.
struct View {
  plan::ObjectIdentifier identifier;
  bool temporary = false;
  /// Names and types of the columns when it was made, time attributes included.
  RowType columns;
  std::shared_ptr<const Query> query;
  /// The query as the user wrote it.
  std::string query_text;
  NamePrefix prefix;
  std::optional<std::string> comment;
};

using ViewPtr = std::shared_ptr<const View>;
using CatalogObject = std::variant<plan::ResolvedTablePtr, ViewPtr>;

/// What SHOW CREATE TABLE prints; ends with a newline.
std::string create_table_text(const plan::ResolvedTable& table);

/// A table's columns as DESCRIBE prints them: text form of each cell, empty for NULL.
struct ColumnDescription {
  std::string name;
  std::string type;
  std::string nullable;
  std::string key;
  std::string extras;
  std::string watermark;
  std::string comment;
};
std::vector<ColumnDescription> describe_columns(const CatalogObject& object);

}  // namespace eddyline::sql
