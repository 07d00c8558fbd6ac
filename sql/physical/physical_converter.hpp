#pragma once

#include "plan/nodes/calc_node.hpp"
#include "sql/physical/planner.hpp"
#include "sql/physical/time_attributes.hpp"

namespace eddyline::sql {

/// Turns a rewritten logical plan into exec nodes with the exchanges they need. Changelog modes are not settled yet.
///
/// Errors   kNotSupported, at its position, for what no operator exists for; user errors of joins, sinks and
/// connectors.
class PhysicalConverter {
 public:
  PhysicalConverter(const PlannerContext& context, PlanPurpose purpose);

  /// `node` is a LogicalSink or what stands below one.
  Result<plan::ExecNodePtr> convert(const LogicalPtr& node);

 private:
  Result<plan::ExecNodePtr> convert_scan(const LogicalTableScan& scan);
  Result<plan::ExecNodePtr> convert_values(const LogicalValues& values);
  Result<plan::ExecNodePtr> convert_calc(const LogicalProject* project, const LogicalFilter* filter);
  Status use_known_columns(plan::CalcNode& calc) const;
  Result<plan::ExecNodePtr> convert_watermark(const LogicalWatermarkAssigner& assigner);
  Result<plan::ExecNodePtr> convert_join(const LogicalJoin& join);
  Result<plan::ExecNodePtr> convert_aggregate(const LogicalAggregate& aggregate);
  Result<plan::ExecNodePtr> convert_union(const LogicalUnion& all);
  Result<plan::ExecNodePtr> convert_sink(const LogicalSink& sink);

  const PlannerContext& context_;
  PlanPurpose purpose_;
  TimeAttributeMaterializer materializer_;
};

/// The upsert keys and modify kinds of a node follow from its inputs; called once its fields are filled.
plan::ExecNodePtr finished(std::shared_ptr<plan::ExecNode> node);

/// The input behind an exchange by these keys; by none: on one subtask.
plan::ExecNodePtr exchanged(const plan::ExecNodePtr& input, const std::vector<size_t>& keys);

}  // namespace eddyline::sql
