#pragma once

#include "common/columnar/value.hpp"
#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// Literal rows, each once over all subtasks.
class ValuesNode final : public ExecNodeOf<ValuesNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-values_1";
  static constexpr std::string_view kName = "Values";

  /// Every row has a value for each column of the output.
  std::vector<std::vector<Value>> rows;

  ModifyKinds produced_kinds() const override { return ModifyKinds::insert_only(); }
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind) const override {
    return std::vector<UpdateKind>();
  }
  std::string operator_name() const override { return "Source: Values[" + std::to_string(id) + "]"; }
  std::optional<Parallelism> own_parallelism() const override { return Parallelism(1); }
  bool keeps_state() const override { return true; }
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle style) const override;
};

/// "{ 1, _UTF-16LE'a' }, { 2, _UTF-16LE'b' }": the rows as every plan prints them.
std::string tuples_text(const std::vector<std::vector<Value>>& rows, const RowType& type);

}  // namespace eddyline::plan
