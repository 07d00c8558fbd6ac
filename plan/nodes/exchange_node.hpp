#pragma once

#include "plan/distribution.hpp"
#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// Spreads rows over the subtasks of the consumer: no operator, an edge of the job graph.
class ExchangeNode final : public ExecNodeOf<ExchangeNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-exchange_1";
  static constexpr std::string_view kName = "Exchange";

  Distribution distribution;

  std::optional<ModifyKinds> accepted_kinds(size_t) const override { return std::nullopt; }
  ModifyKinds produced_kinds() const override { return inputs[0]->modify_kinds; }
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind wanted) const override {
    return same_from_inputs(wanted);
  }
  /// A key survives where all rows of one key value stay on one subtask, hence in order.
  std::vector<ColumnSet> derived_upsert_keys() const override;
  Distribution required_distribution(size_t) const override { return distribution; }
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle style) const override;
};

}  // namespace eddyline::plan
