#pragma once

#include <chrono>

#include "plan/exec_node.hpp"
#include "plan/interval_join_spec.hpp"

namespace eddyline::plan {

/// Joins rows whose time attributes lie within an interval of each other. Output: the left columns, then the right
/// ones; those of a side that may be padded are nullable.
class IntervalJoinNode final : public ExecNodeOf<IntervalJoinNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-interval-join_1";
  static constexpr std::string_view kName = "IntervalJoin";

  IntervalJoinSpec spec;
  /// table.exec.interval-join.min-cleanup-interval
  std::chrono::milliseconds min_cleanup_interval{0};
  /// The whole condition with its time bounds, over left and right columns: for the text.
  expression::ExpressionPtr condition;

  std::optional<ModifyKinds> accepted_kinds(size_t) const override { return ModifyKinds::insert_only(); }
  ModifyKinds produced_kinds() const override;
  /// The operator writes both rows of an update also where only the new one is asked for.
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind wanted) const override;
  std::vector<ColumnSet> derived_upsert_keys() const override;
  std::optional<std::string> refused_updates_reason() const override;
  bool keeps_state() const override { return true; }
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle style) const override;
};

}  // namespace eddyline::plan
