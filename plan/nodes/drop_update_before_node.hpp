#pragma once

#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// Leaves the -U rows of its input out, for a consumer that replaces rows by key.
class DropUpdateBeforeNode final : public ExecNodeOf<DropUpdateBeforeNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-drop-update-before_1";
  static constexpr std::string_view kName = "DropUpdateBefore";

  std::optional<ModifyKinds> accepted_kinds(size_t) const override { return std::nullopt; }
  ModifyKinds produced_kinds() const override { return inputs[0]->modify_kinds; }
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind wanted) const override;
  std::vector<ColumnSet> derived_upsert_keys() const override { return inputs[0]->upsert_keys; }
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle) const override { return {}; }
};

}  // namespace eddyline::plan
