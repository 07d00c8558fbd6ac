#include "sql/physical/changelog_planner.hpp"

#include <map>

#include "plan/nodes/drop_update_before_node.hpp"
#include "plan/nodes/table_source_scan_node.hpp"
#include "plan/plan_tree.hpp"
#include "sql/physical/physical_converter.hpp"

namespace eddyline::sql {

using plan::ExecNode;
using plan::ExecNodePtr;
using plan::ModifyKinds;
using plan::UpdateKind;

namespace {

Status refused(const std::string& requester, ModifyKinds kinds, const ExecNode& producer) {
  if (const auto reason = producer.refused_updates_reason()) {
    return planning_error(requester + " doesn't support consuming update changes, but " + *reason);
  }
  return planning_error(requester + " doesn't support consuming " + kinds.words() +
                        " changes which is produced by node " + producer.describe(expression::PrintStyle::kInfix));
}

/// Checks the node's inputs, then that `accepted` holds what the node makes, so that the node named is the one the
/// changes come from.
Status check_accepted(const ExecNode& node, ModifyKinds accepted, const std::string& requester) {
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const auto own = node.accepted_kinds(i);
    RETURN_IF_ERROR(check_accepted(*node.inputs[i], own.value_or(accepted), own ? node.requester_name() : requester));
  }
  const ModifyKinds surplus = node.modify_kinds.minus(accepted);
  return surplus.is_empty() ? Status() : refused(requester, surplus, node);
}

/// Rebuilds a tree for one way of writing updates; null where a node cannot serve it.
class UpdateKindPlanner {
 public:
  ExecNodePtr plan(const ExecNodePtr& node, UpdateKind wanted) {
    const auto key = std::make_pair(node.get(), wanted);
    if (const auto known = done_.find(key); known != done_.end()) return known->second;
    return done_[key] = plan_node(node, node->modify_kinds.has_update() ? wanted : UpdateKind::kNone);
  }

 private:
  ExecNodePtr plan_node(const ExecNodePtr& node, UpdateKind wanted) {
    const auto demands = demands_of(*node, wanted);
    if (!demands) return without_update_before(node, wanted);
    std::shared_ptr<ExecNode> copy = node->copy();
    for (size_t i = 0; i < copy->inputs.size(); ++i) {
      copy->inputs[i] = plan(copy->inputs[i], (*demands)[i]);
      if (copy->inputs[i] == nullptr) return nullptr;
    }
    copy->changelog_mode = plan::changelog_mode_of(copy->modify_kinds, wanted);
    copy->changelog_settled();
    return copy;
  }

  static std::optional<std::vector<UpdateKind>> demands_of(const ExecNode& node, UpdateKind wanted) {
    bool updates = node.modify_kinds.has_update();
    for (const ExecNodePtr& input : node.inputs) updates = updates || input->modify_kinds.has_update();
    if (!updates) return std::vector<UpdateKind>(node.inputs.size(), UpdateKind::kNone);
    return node.demanded_updates(wanted);
  }

  /// A source that writes both rows of an update, for a consumer that wants the new one.
  ExecNodePtr without_update_before(const ExecNodePtr& node, UpdateKind wanted) {
    if (plan::node_if<plan::TableSourceScanNode>(*node) == nullptr || wanted != UpdateKind::kOnlyUpdateAfter)
      return nullptr;
    auto drop = std::make_shared<plan::DropUpdateBeforeNode>();
    drop->inputs = {plan(node, UpdateKind::kBeforeAndAfter)};
    drop->output_type = node->output_type;
    drop->modify_kinds = node->modify_kinds;
    drop->upsert_keys = node->upsert_keys;
    drop->changelog_mode = plan::changelog_mode_of(node->modify_kinds, wanted);
    return drop;
  }

  std::map<std::pair<const ExecNode*, UpdateKind>, ExecNodePtr> done_;
};

ExecNodePtr over_input(const ExecNode& sink, ExecNodePtr input) {
  std::shared_ptr<ExecNode> copy = sink.copy();
  copy->inputs = {std::move(input)};
  copy->changelog_mode = ChangelogMode();
  copy->changelog_settled();
  return copy;
}

}  // namespace

Result<ExecNodePtr> plan_changelog(const ExecNodePtr& root) {
  RETURN_IF_ERROR(check_accepted(*root, ModifyKinds::all(), root->requester_name()));
  UpdateKindPlanner planner;
  for (const UpdateKind wanted : root->preferred_updates()) {
    ExecNodePtr query = planner.plan(root->is_sink() ? root->inputs[0] : root, wanted);
    if (query != nullptr) return root->is_sink() ? over_input(*root, std::move(query)) : query;
  }
  return planning_error(
      "Can't generate a valid execution plan for the given query because of a changelog mismatch: an operator cannot "
      "produce the "
      "changelog its consumer requires. Review the changelog modes of the operators in the plan below:\n" +
      plan::plan_tree(*root, {.style = expression::PrintStyle::kInfix}));
}

}  // namespace eddyline::sql
