#pragma once

#include <chrono>

#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// Makes watermarks from the rows that pass, and marks the stream idle when none come.
class WatermarkAssignerNode final : public ExecNodeOf<WatermarkAssignerNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-watermark-assigner_1";
  static constexpr std::string_view kName = "WatermarkAssigner";

  size_t rowtime_index = 0;
  /// Over the input's columns; of the rowtime's type.
  expression::ExpressionPtr watermark;
  /// 0: never idle. The table's 'scan.watermark.idle-timeout' wins over table.exec.source.idle-timeout.
  std::chrono::milliseconds idle_timeout{0};

  std::optional<ModifyKinds> accepted_kinds(size_t) const override { return std::nullopt; }
  ModifyKinds produced_kinds() const override { return inputs[0]->modify_kinds; }
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind wanted) const override {
    return same_from_inputs(wanted);
  }
  std::vector<ColumnSet> derived_upsert_keys() const override { return inputs[0]->upsert_keys; }
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle style) const override;
};

}  // namespace eddyline::plan
