#include "sql/logical/logical_node.hpp"

namespace eddyline::sql {

namespace {

/// `prefix` stands before the node's children: "   " below a last child, ":  " below the others.
void append_tree(const LogicalNode& node, const std::string& prefix, std::string& text) {
  text += node.describe() + "\n";
  const std::vector<LogicalPtr>& inputs = node.inputs();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const bool last = i + 1 == inputs.size();
    text += prefix + (last ? "+- " : ":- ");
    append_tree(*inputs[i], prefix + (last ? "   " : ":  "), text);
  }
}

}  // namespace

std::string tree_text(const LogicalNode& root) {
  std::string text;
  append_tree(root, "", text);
  return text;
}

}  // namespace eddyline::sql
