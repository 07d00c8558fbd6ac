#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "plan/exec_node.hpp"

namespace eddyline::plan {

/// The kinds of nodes by the type that plans write: made in main, filled by register_exec_nodes, then only read.
class ExecNodeRegistry {
 public:
  /// CHECKs that the type is new.
  template <class Node>
  void add() {
    add(Node::kType, [] { return std::make_shared<Node>(); });
  }

  /// A node whose fields are to be filled; null for an unknown type.
  std::shared_ptr<ExecNode> make(std::string_view type) const;

 private:
  using Make = std::function<std::shared_ptr<ExecNode>()>;
  void add(std::string_view type, Make make);

  std::map<std::string, Make, std::less<>> by_type_;
};

/// Adds every node of plan/nodes; generated from its add_exec_node lines.
void register_exec_nodes(ExecNodeRegistry& registry);

}  // namespace eddyline::plan
