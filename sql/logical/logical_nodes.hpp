#pragma once

#include <optional>

#include "expression/aggregate_call.hpp"
#include "expression/expression.hpp"
#include "plan/conflict_strategy.hpp"
#include "plan/join_type.hpp"
#include "plan/resolved_table.hpp"
#include "sql/logical/logical_node.hpp"

namespace eddyline::sql {

/// Reads a table: its physical columns, then its metadata columns. Computed columns and the watermark are a Project and
/// a WatermarkAssigner above it.
class LogicalTableScan final : public LogicalNode {
 public:
  static constexpr LogicalKind kKind = LogicalKind::kTableScan;
  LogicalTableScan(plan::ResolvedTablePtr table, std::vector<QueryHint> hints, SourcePosition position);
  const plan::ResolvedTable& table() const { return *table_; }
  const plan::ResolvedTablePtr& table_ptr() const { return table_; }
  const std::vector<QueryHint>& hints() const { return hints_; }
  LogicalPtr with_inputs(std::vector<LogicalPtr> inputs) const override;
  std::string describe() const override;

 private:
  plan::ResolvedTablePtr table_;
  std::vector<QueryHint> hints_;
};

/// Literal rows.
class LogicalValues final : public LogicalNode {
 public:
  static constexpr LogicalKind kKind = LogicalKind::kValues;
  LogicalValues(RowType output, std::vector<std::vector<Value>> rows, SourcePosition position);
  const std::vector<std::vector<Value>>& rows() const { return rows_; }
  LogicalPtr with_inputs(std::vector<LogicalPtr> inputs) const override;
  std::string describe() const override;

 private:
  std::vector<std::vector<Value>> rows_;
};

class LogicalProject final : public LogicalNode {
 public:
  static constexpr LogicalKind kKind = LogicalKind::kProject;
  /// Output types are those of the expressions.
  LogicalProject(LogicalPtr input, std::vector<expression::ExpressionPtr> expressions, std::vector<std::string> names,
                 SourcePosition position);
  const std::vector<expression::ExpressionPtr>& expressions() const { return expressions_; }
  LogicalPtr with_inputs(std::vector<LogicalPtr> inputs) const override;
  std::string describe() const override;

 private:
  std::vector<expression::ExpressionPtr> expressions_;
};

class LogicalFilter final : public LogicalNode {
 public:
  static constexpr LogicalKind kKind = LogicalKind::kFilter;
  LogicalFilter(LogicalPtr input, expression::ExpressionPtr condition, SourcePosition position);
  const expression::ExpressionPtr& condition() const { return condition_; }
  LogicalPtr with_inputs(std::vector<LogicalPtr> inputs) const override;
  std::string describe() const override;

 private:
  expression::ExpressionPtr condition_;
};

class LogicalJoin final : public LogicalNode {
 public:
  static constexpr LogicalKind kKind = LogicalKind::kJoin;
  /// `output` has the padded side's columns nullable and unique names (a, a0).
  LogicalJoin(LogicalPtr left, LogicalPtr right, plan::JoinType type, expression::ExpressionPtr condition,
              RowType output, std::vector<QueryHint> hints, SourcePosition position);
  plan::JoinType type() const { return type_; }
  const expression::ExpressionPtr& condition() const { return condition_; }
  const std::vector<QueryHint>& hints() const { return hints_; }
  LogicalPtr with_inputs(std::vector<LogicalPtr> inputs) const override;
  std::string describe() const override;

 private:
  plan::JoinType type_;
  expression::ExpressionPtr condition_;
  std::vector<QueryHint> hints_;
};

/// GROUP BY input columns `groups` (a Project below computes key expressions and arguments). Output: groups, then
/// calls.
class LogicalAggregate final : public LogicalNode {
 public:
  static constexpr LogicalKind kKind = LogicalKind::kAggregate;
  LogicalAggregate(LogicalPtr input, std::vector<size_t> groups, std::vector<expression::AggregateCall> calls,
                   SourcePosition position);
  const std::vector<size_t>& groups() const { return groups_; }
  const std::vector<expression::AggregateCall>& calls() const { return calls_; }
  LogicalPtr with_inputs(std::vector<LogicalPtr> inputs) const override;
  std::string describe() const override;

 private:
  std::vector<size_t> groups_;
  std::vector<expression::AggregateCall> calls_;
};

/// UNION ALL: names are the first input's; a column has the common type of its inputs, which must have one, is nullable
/// if one of them is and a time attribute if all are.
class LogicalUnion final : public LogicalNode {
 public:
  static constexpr LogicalKind kKind = LogicalKind::kUnion;
  /// Without `all` of every row only one is left, and rules make groups of it.
  LogicalUnion(std::vector<LogicalPtr> inputs, bool all, SourcePosition position);
  LogicalPtr with_inputs(std::vector<LogicalPtr> inputs) const override;
  std::string describe() const override;

  bool all() const { return all_; }

 private:
  static RowType union_row(const std::vector<LogicalPtr>& inputs, bool all);

  bool all_;
};

class LogicalWatermarkAssigner final : public LogicalNode {
 public:
  static constexpr LogicalKind kKind = LogicalKind::kWatermarkAssigner;
  LogicalWatermarkAssigner(LogicalPtr input, size_t rowtime_column, expression::ExpressionPtr watermark,
                           plan::ResolvedTablePtr table, SourcePosition position);
  size_t rowtime_column() const { return rowtime_column_; }
  const expression::ExpressionPtr& watermark() const { return watermark_; }
  /// Whose options may set idleness.
  const plan::ResolvedTablePtr& table() const { return table_; }
  LogicalPtr with_inputs(std::vector<LogicalPtr> inputs) const override;
  std::string describe() const override;

 private:
  static RowType with_rowtime(RowType row, size_t column);

  size_t rowtime_column_;
  expression::ExpressionPtr watermark_;
  plan::ResolvedTablePtr table_;
};

using plan::ConflictStrategy;

/// Writes into a table; without a table it is the collect sink of a SELECT.
class LogicalSink final : public LogicalNode {
 public:
  static constexpr LogicalKind kKind = LogicalKind::kSink;
  /// `target_columns`: the table's columns that INSERT INTO t (...) names, in that order; empty if it names none.
  LogicalSink(LogicalPtr input, plan::ResolvedTablePtr table, std::vector<size_t> target_columns,
              std::map<std::string, std::string> static_partition, ConflictStrategy conflict, SourcePosition position);
  const plan::ResolvedTablePtr& table() const { return table_; }
  const std::vector<size_t>& target_columns() const { return target_columns_; }
  const std::map<std::string, std::string>& static_partition() const { return static_partition_; }
  ConflictStrategy conflict() const { return conflict_; }
  LogicalPtr with_inputs(std::vector<LogicalPtr> inputs) const override;
  std::string describe() const override;

 private:
  plan::ResolvedTablePtr table_;
  std::vector<size_t> target_columns_;
  std::map<std::string, std::string> static_partition_;
  ConflictStrategy conflict_;
};

}  // namespace eddyline::sql
