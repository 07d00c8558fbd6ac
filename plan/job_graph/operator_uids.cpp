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
    for (const ExecNodePtr& node : graph.nodes()) uids_[node.get()] = assign(*node);
    return std::move(uids_);
  }

 private:
  std::string assign(const ExecNode& node) {
    std::string identity = kind_of(node);
    for (const ExecNodePtr& input : node.inputs) {
      identity += '(';
      append_stateful(*input, identity);
      identity += ')';
    }
    const size_t ordinal = seen_[identity]++;
    return text_hash(identity + "#" + std::to_string(ordinal));
  }

  void append_stateful(const ExecNode& node, std::string& identity) {
    if (node.keeps_state()) {
      identity += uids_.at(&node) + ",";
      return;
    }
    for (const ExecNodePtr& input : node.inputs) append_stateful(*input, identity);
  }

  std::map<const ExecNode*, std::string> uids_;
  std::map<std::string, size_t> seen_;
};

}  // namespace

std::map<const ExecNode*, std::string> operator_uids(const ExecGraph& graph) {
  return UidAssigner().run(graph);
}

}  // namespace eddyline::plan
