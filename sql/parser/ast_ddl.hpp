#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sql/parser/ast_dml.hpp"

namespace eddyline::sql {

enum class ConstraintKind { kPrimaryKey, kUnique };

struct ConstraintDefinition {
  SourcePosition position;
  ConstraintKind kind = ConstraintKind::kPrimaryKey;
  std::optional<Identifier> name;
  /// Empty for a constraint written at its column.
  std::vector<Identifier> columns;
  /// ENFORCED or NOT ENFORCED; absent when not written.
  std::optional<bool> enforced;
};

/// kNameOnly: `CREATE TABLE t (a, b) AS query` picks and orders the query's columns.
enum class ColumnKind { kPhysical, kMetadata, kComputed, kNameOnly };

/// Where ALTER TABLE puts a column.
struct ColumnPlacement {
  bool first = false;
  /// AFTER.
  std::optional<QualifiedName> after;
};

struct ColumnDefinition {
  ColumnKind kind = ColumnKind::kPhysical;
  /// One part, except where ALTER TABLE names a nested field.
  QualifiedName name;
  /// kPhysical and kMetadata.
  std::optional<TypeNode> type;
  /// `CONSTRAINT c PRIMARY KEY NOT ENFORCED` at the column.
  std::optional<ConstraintDefinition> constraint;
  /// kComputed.
  ExpressionPtr expression;
  /// METADATA FROM 'key'.
  std::optional<std::string> metadata_key;
  bool is_virtual = false;
  std::optional<std::string> comment;
  /// ALTER TABLE only.
  std::optional<ColumnPlacement> placement;
};

struct WatermarkDefinition {
  SourcePosition position;
  QualifiedName column;
  ExpressionPtr strategy;
};

enum class DistributionKind { kUnspecified, kHash, kRange };

struct Distribution {
  SourcePosition position;
  DistributionKind kind = DistributionKind::kUnspecified;
  std::vector<Identifier> columns;
  std::optional<int64_t> bucket_count;
};

enum class LikeMerge { kIncluding, kExcluding, kOverwriting };
enum class LikeFeature { kAll, kConstraints, kDistribution, kGenerated, kMetadata, kOptions, kPartitions, kWatermarks };

struct LikeOption {
  LikeMerge merge = LikeMerge::kIncluding;
  LikeFeature feature = LikeFeature::kAll;
  SourcePosition position;
};

struct TableLike {
  QualifiedName source;
  std::vector<LikeOption> options;
};

/// What stands in the parentheses of CREATE TABLE and of ALTER TABLE ADD | MODIFY, in the order written.
struct TableElements {
  std::vector<ColumnDefinition> columns;
  std::vector<ConstraintDefinition> constraints;
  std::vector<WatermarkDefinition> watermarks;
  /// ALTER TABLE only.
  std::optional<Distribution> distribution;
};

struct CreateTable final : StatementNode<StatementKind::kCreateTable> {
  using StatementNode::StatementNode;
  bool temporary = false;
  bool if_not_exists = false;
  /// CREATE OR REPLACE TABLE .. AS.
  bool or_replace = false;
  /// REPLACE TABLE .. AS.
  bool replace = false;
  QualifiedName name;
  TableElements elements;
  std::optional<std::string> comment;
  std::optional<Distribution> distribution;
  std::vector<Identifier> partitioned_by;
  std::vector<OptionNode> options;
  std::optional<TableLike> like;
  /// AS query, else null.
  QueryPtr query;
};

struct CreateView final : StatementNode<StatementKind::kCreateView> {
  using StatementNode::StatementNode;
  bool temporary = false;
  bool if_not_exists = false;
  QualifiedName name;
  std::vector<Identifier> columns;
  std::optional<std::string> comment;
  QueryPtr query;
  /// The query as the user wrote it.
  std::string query_text;
};

struct CreateDatabase final : StatementNode<StatementKind::kCreateDatabase> {
  using StatementNode::StatementNode;
  bool if_not_exists = false;
  QualifiedName name;
  std::optional<std::string> comment;
  std::vector<OptionNode> options;
};

struct CreateCatalog final : StatementNode<StatementKind::kCreateCatalog> {
  using StatementNode::StatementNode;
  bool if_not_exists = false;
  Identifier name;
  std::optional<std::string> comment;
  std::vector<OptionNode> options;
};

enum class FunctionScope { kCatalog, kTemporary, kTemporarySystem };

/// Resources of CREATE FUNCTION .. USING JAR 'a', JAR 'b'.
struct FunctionResource {
  std::string kind;
  StringLiteralNode uri;
};

struct CreateFunction final : StatementNode<StatementKind::kCreateFunction> {
  using StatementNode::StatementNode;
  FunctionScope scope = FunctionScope::kCatalog;
  bool if_not_exists = false;
  QualifiedName name;
  StringLiteralNode implementation;
  std::optional<std::string> language;
  std::vector<FunctionResource> resources;
};

enum class ObjectKind { kTable, kView, kDatabase, kCatalog, kFunction, kModel };

struct Drop final : StatementNode<StatementKind::kDrop> {
  using StatementNode::StatementNode;
  ObjectKind object = ObjectKind::kTable;
  bool temporary = false;
  /// TEMPORARY SYSTEM FUNCTION.
  bool system = false;
  bool if_exists = false;
  /// DROP DATABASE .. CASCADE; RESTRICT is the default.
  bool cascade = false;
  QualifiedName name;
};

struct RenameObject {
  QualifiedName new_name;
};
struct RenameColumn {
  QualifiedName column;
  Identifier new_name;
};
struct SetOptions {
  std::vector<OptionNode> options;
};
struct ResetOptions {
  std::vector<StringLiteralNode> keys;
};
/// ADD (modify false) or MODIFY (true).
struct ChangeElements {
  bool modify = false;
  TableElements elements;
};
struct DropColumns {
  std::vector<QualifiedName> columns;
};
struct DropConstraint {
  /// Absent: DROP PRIMARY KEY.
  std::optional<Identifier> name;
};
struct DropWatermark {};
struct DropDistribution {};
struct AddPartitions {
  bool if_not_exists = false;
  struct Partition {
    std::vector<PartitionItem> items;
    std::vector<OptionNode> options;
  };
  std::vector<Partition> partitions;
};
struct DropPartitions {
  bool if_exists = false;
  std::vector<std::vector<PartitionItem>> partitions;
};

struct AlterTable final : StatementNode<StatementKind::kAlterTable> {
  using StatementNode::StatementNode;
  bool if_exists = false;
  QualifiedName name;
  std::variant<RenameObject, RenameColumn, SetOptions, ResetOptions, ChangeElements, DropColumns, DropConstraint,
               DropWatermark, DropDistribution, AddPartitions, DropPartitions>
      action;
};

struct AlterView final : StatementNode<StatementKind::kAlterView> {
  using StatementNode::StatementNode;
  QualifiedName name;
  /// RENAME TO; else AS query.
  std::optional<QualifiedName> new_name;
  QueryPtr query;
  std::string query_text;
};

struct AlterDatabase final : StatementNode<StatementKind::kAlterDatabase> {
  using StatementNode::StatementNode;
  QualifiedName name;
  std::vector<OptionNode> options;
};

struct AlterCatalog final : StatementNode<StatementKind::kAlterCatalog> {
  using StatementNode::StatementNode;
  Identifier name;
  std::variant<SetOptions, ResetOptions, StringLiteralNode> action;
};

struct AlterFunction final : StatementNode<StatementKind::kAlterFunction> {
  using StatementNode::StatementNode;
  FunctionScope scope = FunctionScope::kCatalog;
  bool if_exists = false;
  QualifiedName name;
  StringLiteralNode implementation;
  std::optional<std::string> language;
};

}  // namespace eddyline::sql
