#pragma once

#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// UNION ALL: no operator, the job graph connects every input with the consumer.
class UnionNode final : public ExecNodeOf<UnionNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-union_1";
  static constexpr std::string_view kName = "Union";

  std::optional<ModifyKinds> accepted_kinds(size_t) const override { return std::nullopt; }
  ModifyKinds produced_kinds() const override;
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind wanted) const override {
    return same_from_inputs(wanted);
  }
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle style) const override;
};

}  // namespace eddyline::plan
