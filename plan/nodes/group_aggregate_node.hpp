#pragma once

#include "expression/aggregate_call.hpp"
#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// GROUP BY without windows. Output: the grouping columns, then one column a call. Emits what changed of a group after
/// each row.
class GroupAggregateNode final : public ExecNodeOf<GroupAggregateNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-group-aggregate_1";
  static constexpr std::string_view kName = "GroupAggregate";

  /// Input columns; empty: one group over all rows.
  std::vector<size_t> grouping;
  std::vector<expression::AggregateCall> calls;
  /// Whether -U is written before +U; settled by what the consumers ask for.
  bool generate_update_before = false;
  /// Whether the input carries -U or -D, so that accumulators must take rows back.
  bool needs_retraction = false;

  ModifyKinds produced_kinds() const override;
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind wanted) const override;
  std::vector<ColumnSet> derived_upsert_keys() const override;
  void changelog_settled() override;
  bool keeps_state() const override { return true; }
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle style) const override;
};

}  // namespace eddyline::plan
