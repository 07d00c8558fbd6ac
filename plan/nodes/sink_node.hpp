#pragma once

#include <map>

#include "common/base/ids.hpp"
#include "common/config/table_options.hpp"
#include "plan/conflict_strategy.hpp"
#include "plan/exec_node.hpp"
#include "plan/resolved_table.hpp"

namespace eddyline::plan {

/// "[1],[0]": the columns that INSERT INTO t (...) names, as plans print them.
std::string target_columns_text(const std::vector<size_t>& columns);

/// Writes into a table through its connector. The input has the table's sink columns, in order.
class SinkNode final : public ExecNodeOf<SinkNode> {
 public:
  static constexpr std::string_view kType = "stream-exec-sink_2";
  static constexpr std::string_view kName = "Sink";

  ResolvedTablePtr table;
  /// The columns that INSERT INTO t (...) names, in that order; empty if it names none.
  std::vector<size_t> target_columns;
  std::map<std::string, std::string> static_partition;
  /// The kinds that reach the connector.
  ChangelogMode input_changelog_mode = ChangelogMode::insert_only();
  /// The input column that is the rows' event time, where there is just one.
  std::optional<size_t> rowtime_index;
  ConflictStrategy conflict = ConflictStrategy::kNone;
  NotNullEnforcer not_null_enforcer = NotNullEnforcer::kError;
  TypeLengthEnforcer type_length_enforcer = TypeLengthEnforcer::kIgnore;
  /// From 'sink.parallelism'; nothing takes the input's.
  std::optional<Parallelism> parallelism;
  /// What the connector answered at planning: the changes it takes, and how updates may be written, best first.
  ModifyKinds accepted = ModifyKinds::all();
  std::vector<UpdateKind> update_preferences = {UpdateKind::kBeforeAndAfter};

  std::optional<ModifyKinds> accepted_kinds(size_t) const override { return accepted; }
  ModifyKinds produced_kinds() const override { return {}; }
  std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind) const override { return std::nullopt; }
  bool is_sink() const override { return true; }
  std::vector<UpdateKind> preferred_updates() const override { return update_preferences; }
  std::string requester_name() const override { return "Table sink '" + table->identifier.to_string() + "'"; }
  std::string operator_name() const override {
    return "Sink: " + table->identifier.object + "[" + std::to_string(id) + "]";
  }
  std::optional<Parallelism> own_parallelism() const override { return parallelism; }
  void changelog_settled() override { input_changelog_mode = inputs[0]->changelog_mode; }
  bool keeps_state() const override { return true; }
  JsonValue::Object own_fields() const override;
  Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) override;

 protected:
  NodeItems items(expression::PrintStyle style) const override;
};

}  // namespace eddyline::plan
