#pragma once

#include <functional>
#include <map>

#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// The executable plan of a statement: its sinks, and below them their inputs, which sinks may share. A value.
struct ExecGraph {
  std::vector<ExecNodePtr> roots;

  /// Every node once, inputs before consumers: depth first from each root, left input before right.
  std::vector<ExecNodePtr> nodes() const;
};

/// Gives every node its id, counting from 1 in the order of nodes(), and its description.
ExecGraph number_nodes(const std::vector<ExecNodePtr>& roots);

/// The tree with every node replaced by `rewrite(copy of the node over its rewritten inputs)`; a node that two
/// consumers share is rewritten once.
class ExecNodeRewriter {
 public:
  using Rewrite = std::function<ExecNodePtr(std::shared_ptr<ExecNode> node)>;
  explicit ExecNodeRewriter(Rewrite rewrite) : rewrite_(std::move(rewrite)) {}
  ExecNodePtr run(const ExecNodePtr& root);

 private:
  Rewrite rewrite_;
  /// By the node it was; the key keeps that node, whose address is not given to another then.
  std::map<ExecNodePtr, ExecNodePtr> done_;
};

}  // namespace eddyline::plan
