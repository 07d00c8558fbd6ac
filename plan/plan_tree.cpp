#include "plan/plan_tree.hpp"

#include <map>

namespace eddyline::plan {

namespace {

class PlanTreeWriter {
 public:
  explicit PlanTreeWriter(const PlanTreeStyle& style) : style_(style) {}

  void count(const ExecNode& node) {
    if (++consumers_[&node] > 1) return;
    for (const ExecNodePtr& input : node.inputs) count(*input);
  }

  /// `prefix` stands before the lines of the node's children.
  void write(const ExecNode& node, const std::string& prefix) {
    const bool shared = style_.reuse && consumers_[&node] > 1;
    if (shared && numbers_.contains(&node)) {
      text_ += "Reused(reference_id=[" + std::to_string(numbers_[&node]) + "])\n";
      return;
    }
    text_ += line(node);
    if (shared) {
      const size_t number = numbers_.size() + 1;
      numbers_[&node] = number;
      text_ += "(reuse_id=[" + std::to_string(number) + "])";
    }
    text_ += '\n';
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const bool last = i + 1 == node.inputs.size();
      text_ += prefix + (last ? "+- " : ":- ");
      write(*node.inputs[i], prefix + (last ? "   " : ":  "));
    }
  }

  void write_gap() { text_ += '\n'; }
  std::string take() { return std::move(text_); }

 private:
  std::string line(const ExecNode& node) const {
    if (!style_.changelog_mode) return node.describe(style_.style);
    const std::string mode = node.changelog_mode.is_empty() ? "NONE" : node.changelog_mode.to_string();
    return node.describe(style_.style, {{"changelogMode", mode}});
  }

  const PlanTreeStyle& style_;
  std::map<const ExecNode*, size_t> consumers_;
  std::map<const ExecNode*, size_t> numbers_;
  std::string text_;
};

}  // namespace

std::string plan_trees(const std::vector<ExecNodePtr>& roots, const PlanTreeStyle& style) {
  PlanTreeWriter writer(style);
  for (const ExecNodePtr& root : roots) writer.count(*root);
  for (size_t i = 0; i < roots.size(); ++i) {
    if (i > 0) writer.write_gap();
    writer.write(*roots[i], "");
  }
  return writer.take();
}

std::string plan_tree(const ExecNode& root, const PlanTreeStyle& style) {
  PlanTreeWriter writer(style);
  writer.count(root);
  writer.write(root, "");
  return writer.take();
}

}  // namespace eddyline::plan
