#include "plan/exec_graph.hpp"

#include <set>

namespace eddyline::plan {

namespace {

void collect(const ExecNodePtr& node, std::set<const ExecNode*>& seen, std::vector<ExecNodePtr>& nodes) {
  if (!seen.insert(node.get()).second) return;
  for (const ExecNodePtr& input : node->inputs) collect(input, seen, nodes);
  nodes.push_back(node);
}

}  // namespace

std::vector<ExecNodePtr> ExecGraph::nodes() const {
  std::set<const ExecNode*> seen;
  std::vector<ExecNodePtr> nodes;
  for (const ExecNodePtr& root : roots) collect(root, seen, nodes);
  return nodes;
}

ExecNodePtr ExecNodeRewriter::run(const ExecNodePtr& root) {
  if (const auto known = done_.find(root); known != done_.end()) return known->second;
  std::shared_ptr<ExecNode> node = root->copy();
  for (ExecNodePtr& input : node->inputs) input = run(input);
  ExecNodePtr result = rewrite_(std::move(node));
  done_.emplace(root, result);
  return result;
}

ExecGraph number_nodes(const std::vector<ExecNodePtr>& roots) {
  uint32_t last_id = 0;
  ExecNodeRewriter rewriter([&last_id](std::shared_ptr<ExecNode> node) -> ExecNodePtr {
    node->id = ++last_id;
    node->description = node->describe(expression::PrintStyle::kInfix);
    return node;
  });
  ExecGraph graph;
  for (const ExecNodePtr& root : roots) graph.roots.push_back(rewriter.run(root));
  return graph;
}

}  // namespace eddyline::plan
