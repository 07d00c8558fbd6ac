#pragma once

#include "common/base/ids.hpp"
#include "plan/exec_node.hpp"
#include "plan/resolved_table.hpp"

namespace eddyline::plan {

/// Reads a table through its connector. Output: the table's physical columns, then its metadata columns.
class TableSourceScanNode final : public ExecNodeOf<TableSourceScanNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-table-source-scan_2";
  static constexpr std::string_view kName = "TableSourceScan";

  /// The options have OPTIONS hints applied.
  ResolvedTablePtr table;
  /// From the connector, at planning.
  ChangelogMode source_mode = ChangelogMode::insert_only();
  /// From 'scan.parallelism'; nothing takes the job's.
  std::optional<Parallelism> parallelism;

  ModifyKinds produced_kinds() const override { return ModifyKinds::of(source_mode); }
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind wanted) const override;
  std::vector<ColumnSet> derived_upsert_keys() const override;
  std::string operator_name() const override {
    return "Source: " + table->identifier.object + "[" + std::to_string(id) + "]";
  }
  std::optional<Parallelism> own_parallelism() const override { return parallelism; }
  bool keeps_state() const override { return true; }
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle style) const override;
};

}  // namespace eddyline::plan
