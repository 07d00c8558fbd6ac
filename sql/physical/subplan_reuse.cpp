#include "sql/physical/subplan_reuse.hpp"

#include <algorithm>
#include <map>

#include "plan/exec_graph.hpp"
#include "plan/nodes/table_source_scan_node.hpp"

namespace eddyline::sql {

using plan::ExecNode;
using plan::ExecNodePtr;

namespace {

/// What tells a node from others over the same inputs. The same table may be read under several OPTIONS hints.
std::string own_text(const ExecNode& node) {
  std::string text = node.describe(expression::PrintStyle::kPrefix);
  if (const auto* scan = plan::node_if<plan::TableSourceScanNode>(node)) {
    for (const auto& [key, value] : scan->table->options) text += key + "=" + value + ",";
  }
  return text;
}

std::string type_text(const RowType& row) {
  std::string text;
  for (const RowField& field : row) text += field.name + " " + field.type.to_string() + ",";
  return text;
}

}  // namespace

std::vector<ExecNodePtr> reuse_subplans(const std::vector<ExecNodePtr>& roots) {
  // Equal inputs are one object already, so a node equals another if its own text and its inputs do.
  std::map<std::string, ExecNodePtr> known;
  plan::ExecNodeRewriter rewriter([&](std::shared_ptr<ExecNode> node) -> ExecNodePtr {
    std::string identity = own_text(*node) + type_text(node->output_type) + node->changelog_mode.to_string();
    for (const ExecNodePtr& input : node->inputs) {
      identity += " " + std::to_string(reinterpret_cast<uintptr_t>(input.get()));
    }
    if (node->is_sink()) return node;
    return known.emplace(std::move(identity), node).first->second;
  });
  std::vector<ExecNodePtr> shared;
  for (const ExecNodePtr& root : roots) shared.push_back(rewriter.run(root));
  return shared;
}

}  // namespace eddyline::sql
