#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sql/parser/ast_dml.hpp"

namespace eddyline::sql {

enum class ShowKind {
  kCatalogs,
  kCurrentCatalog,
  kDatabases,
  kCurrentDatabase,
  kTables,
  kViews,
  kMaterializedTables,
  kColumns,
  kPartitions,
  kFunctions,
  kProcedures,
  kModules,
  kModels,
  kJars,
  kJobs,
  kCreateTable,
  kCreateView,
  kCreateCatalog,
};

struct LikePattern {
  bool negated = false;
  bool case_insensitive = false;
  StringLiteralNode pattern;
};

struct Show final : StatementNode<StatementKind::kShow> {
  using StatementNode::StatementNode;
  ShowKind show = ShowKind::kTables;
  /// SHOW USER FUNCTIONS, SHOW FULL MODULES.
  bool user = false;
  bool full = false;
  /// FROM or IN, or the object of SHOW CREATE, SHOW COLUMNS and SHOW PARTITIONS; no parts when not written.
  QualifiedName name;
  std::optional<LikePattern> like;
  std::vector<PartitionItem> partition;
};

enum class DescribeKind { kTable, kCatalog, kDatabase, kFunction, kModel, kJob };

struct Describe final : StatementNode<StatementKind::kDescribe> {
  using StatementNode::StatementNode;
  DescribeKind describe = DescribeKind::kTable;
  bool extended = false;
  QualifiedName name;
  /// kJob.
  StringLiteralNode job_id;
};

struct Use final : StatementNode<StatementKind::kUse> {
  using StatementNode::StatementNode;
  enum class Target { kDatabase, kCatalog, kModules };
  Target target = Target::kDatabase;
  /// kDatabase: one or two parts; kCatalog: one.
  QualifiedName name;
  std::vector<Identifier> modules;
};

/// `SET`, or `SET key = value` with or without quotes; dashes and dots in an unquoted key are part of it.
struct Set final : StatementNode<StatementKind::kSet> {
  using StatementNode::StatementNode;
  std::optional<OptionNode> option;
};

struct Reset final : StatementNode<StatementKind::kReset> {
  using StatementNode::StatementNode;
  std::optional<StringLiteralNode> key;
};

enum class ExplainDetail { kEstimatedCost, kChangelogMode, kJsonExecutionPlan, kPlanAdvice };

struct Explain final : StatementNode<StatementKind::kExplain> {
  using StatementNode::StatementNode;
  struct Detail {
    ExplainDetail detail;
    SourcePosition position;
  };
  /// None twice.
  std::vector<Detail> details;
  StatementPtr statement;
};

struct CompilePlan final : StatementNode<StatementKind::kCompilePlan> {
  using StatementNode::StatementNode;
  StringLiteralNode path;
  bool if_not_exists = false;
  /// COMPILE AND EXECUTE PLAN.
  bool execute = false;
  StatementPtr statement;
};

struct ExecutePlan final : StatementNode<StatementKind::kExecutePlan> {
  using StatementNode::StatementNode;
  StringLiteralNode path;
};

struct StopJob final : StatementNode<StatementKind::kStopJob> {
  using StatementNode::StatementNode;
  StringLiteralNode job_id;
  bool with_savepoint = false;
  bool with_drain = false;
};

struct LoadModule final : StatementNode<StatementKind::kLoadModule> {
  using StatementNode::StatementNode;
  Identifier name;
  std::vector<OptionNode> options;
};

struct UnloadModule final : StatementNode<StatementKind::kUnloadModule> {
  using StatementNode::StatementNode;
  Identifier name;
};

/// ADD JAR, REMOVE JAR.
struct Jar final : StatementNode<StatementKind::kJar> {
  using StatementNode::StatementNode;
  bool remove = false;
  StringLiteralNode path;
};

struct Call final : StatementNode<StatementKind::kCall> {
  using StatementNode::StatementNode;
  ExpressionPtr procedure;
};

struct AnalyzeTable final : StatementNode<StatementKind::kAnalyzeTable> {
  using StatementNode::StatementNode;
  QualifiedName table;
  std::vector<PartitionItem> partition;
  std::vector<Identifier> columns;
  bool all_columns = false;
};

/// The older, two-statement form: BEGIN STATEMENT SET; .. END;
struct BeginStatementSet final : StatementNode<StatementKind::kBeginStatementSet> {
  using StatementNode::StatementNode;
};
struct EndStatementSet final : StatementNode<StatementKind::kEndStatementSet> {
  using StatementNode::StatementNode;
};

enum class ClientCommandKind { kHelp, kClear, kQuit, kExit };

/// Commands the client answers itself.
struct ClientCommand final : StatementNode<StatementKind::kClientCommand> {
  using StatementNode::StatementNode;
  ClientCommandKind command = ClientCommandKind::kHelp;
};

}  // namespace eddyline::sql
