#include "plan/job_graph/operator_uids.hpp"

#include <array>
#include <cstdio>

namespace eddyline::plan {

namespace {

/// FNV-1a over 128 bits: the same on every machine and in every version, which is all that is asked of it.
std::string hash_text(const std::string& text) {
  using uint128_t = unsigned __int128;
  constexpr uint128_t kPrime = (uint128_t{1} << 88) + 0x13b;
  uint128_t hash = (uint128_t{0x6c62272e07bb0142} << 64) + 0x62b821756295c58d;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= kPrime;
  }
  std::array<char, 33> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx%016llx", static_cast<unsigned long long>(hash >> 64),
                static_cast<unsigned long long>(hash));
  return digits.data();
}

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
    return hash_text(identity + "#" + std::to_string(ordinal));
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
