#pragma once

#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// Keeps the rows of a SELECT for its client; parallelism 1. Only on the wire: a SELECT is never compiled into a file.
class CollectNode final : public ExecNodeOf<CollectNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-collect_1";
  static constexpr std::string_view kName = "Collect";

  ChangelogMode input_changelog_mode = ChangelogMode::insert_only();

  ModifyKinds produced_kinds() const override { return {}; }
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind) const override { return std::nullopt; }
  bool is_sink() const override { return true; }
  std::vector<UpdateKind> preferred_updates() const override { return {UpdateKind::kBeforeAndAfter}; }
  std::string operator_name() const override { return "Sink: Collect table sink[" + std::to_string(id) + "]"; }
  std::optional<Parallelism> own_parallelism() const override { return Parallelism(1); }
  void changelog_settled() override { input_changelog_mode = inputs[0]->changelog_mode; }
  bool keeps_state() const override { return true; }
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle style) const override;
};

}  // namespace eddyline::plan
