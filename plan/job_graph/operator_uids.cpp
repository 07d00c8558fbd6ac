#include "plan/job_graph/operator_uids.hpp"

#include "plan/job_graph/text_hash.hpp"

namespace eddyline::plan {

namespace {

/// "stream-exec-calc" of "stream-exec-calc_1": a new version of a node keeps its state.
std::string kind_of(const ExecNode& node) {
  const std::string_view type = node.type();
  return std::string(type.substr(0, type.rfind('_')));
}

class UidAssigner {
 public:
  std::map<const ExecNode*, std::string> run(const ExecGraph& graph) {
    for (const ExecNodePtr& node : graph.nodes()) {
      uids_[node.get()] = assign(*node);
      stateful_[node.get()] = stateful_from(*node);
    }
    return std::move(uids_);
  }

 private:
  using SharedText = std::shared_ptr<const std::string>;

  std::string assign(const ExecNode& node) {
    std::string identity = kind_of(node);
    for (const ExecNodePtr& input : node.inputs) identity += "(" + *stateful_.at(input.get()) + ")";
    const size_t ordinal = seen_[identity]++;
    return text_hash(identity + "#" + std::to_string(ordinal));
  }

  /// The uids of the nearest stateful nodes, from the node itself on downwards; its inputs have theirs.
  SharedText stateful_from(const ExecNode& node) const {
    if (node.keeps_state()) return std::make_shared<const std::string>(uids_.at(&node) + ",");
    if (node.inputs.size() == 1) return stateful_.at(node.inputs[0].get());
    std::string all;
    for (const ExecNodePtr& input : node.inputs) all += *stateful_.at(input.get());
    return std::make_shared<const std::string>(std::move(all));
  }

  std::map<const ExecNode*, std::string> uids_;
  std::map<const ExecNode*, SharedText> stateful_;
  std::map<std::string, size_t> seen_;
};

}  // namespace

std::map<const ExecNode*, std::string> operator_uids(const ExecGraph& graph) {
  return UidAssigner().run(graph);
}

}  // namespace eddyline::plan
