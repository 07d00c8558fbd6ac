#pragma once

#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// Filters, then projects: one pass over a batch.
class CalcNode final : public ExecNodeOf<CalcNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-calc_1";
  static constexpr std::string_view kName = "Calc";

  /// One an output column.
  std::vector<expression::ExpressionPtr> projection;
  /// BOOLEAN over the input; null: every row.
  expression::ExpressionPtr condition;

  std::optional<ModifyKinds> accepted_kinds(size_t) const override { return std::nullopt; }
  ModifyKinds produced_kinds() const override { return inputs[0]->modify_kinds; }
  /// A filter on a column outside the upsert key could drop the new row of an update and leave the old one standing, so
  /// it needs both.
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind wanted) const override;
  std::vector<ColumnSet> derived_upsert_keys() const override;
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle style) const override;
};

}  // namespace eddyline::plan
