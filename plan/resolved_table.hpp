#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/columnar/data_type.hpp"
#include "expression/expression.hpp"
#include "plan/object_identifier.hpp"

namespace eddyline::plan {

enum class ColumnKind : uint8_t { kPhysical, kComputed, kMetadata };

/// A column of a table as declared and resolved.
struct TableColumn {
  std::string name;
  DataType type;
  ColumnKind kind = ColumnKind::kPhysical;
  std::optional<std::string> comment;

  /// Computed: over the table's physical and metadata columns, which stand at their index among all columns of the
  /// table.
  expression::ExpressionPtr expression;
  /// Computed: canonical SQL, "`seq` - 10".
  std::string expression_text;

  /// Metadata: key in the connector, empty for the column's own name; virtual ones are not written.
  std::string metadata_key;
  bool is_virtual = false;
};

/// WATERMARK FOR rowtime AS expression; the expression is over all columns of the table.
struct WatermarkSpec {
  size_t rowtime_column = 0;
  expression::ExpressionPtr expression;
  std::string expression_text;
};

struct PrimaryKey {
  std::string name;
  std::vector<size_t> columns;
};

/// A table with its schema bound and its options as written: what catalog, planner, compiled plan and connectors share.
///
/// Columns with a time attribute have it in their type: rowtime by the watermark, proctime by PROCTIME().
struct ResolvedTable {
  ObjectIdentifier identifier;
  bool temporary = false;
  std::vector<TableColumn> columns;
  std::optional<WatermarkSpec> watermark;
  std::optional<PrimaryKey> primary_key;
  std::vector<std::string> partition_keys;
  std::optional<std::string> comment;
  std::map<std::string, std::string> options;

  /// Names and types of all columns, time attributes included.
  RowType row_type() const;
  /// The columns a connector reads: physical ones, then metadata.
  RowType source_row_type() const;
  /// The columns a sink takes: physical and non-virtual metadata columns, in declared order; no time attributes.
  RowType sink_row_type() const;
  /// The primary key's columns within source_row_type() and sink_row_type(); empty without a key.
  std::vector<size_t> source_key_columns() const;
  std::vector<size_t> sink_key_columns() const;
};

using ResolvedTablePtr = std::shared_ptr<const ResolvedTable>;

}  // namespace eddyline::plan
