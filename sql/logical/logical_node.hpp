#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"

namespace eddyline::sql {

enum class LogicalKind : uint8_t {
  kTableScan,
  kValues,
  kProject,
  kFilter,
  kJoin,
  kAggregate,
  kUnion,
  kWatermarkAssigner,
  kSink,
};

/// A query hint attached to a node.
struct QueryHint {
  std::string name;                            ///< upper case
  std::vector<size_t> inherit_path;            ///< child indices from the SELECT that carries the hint, for EXPLAIN
  std::vector<std::string> list_options;       ///< EARLY_FIRE('3s')
  std::map<std::string, std::string> options;  ///< 'delay'='3s', sorted by key
  SourcePosition position;
};

class LogicalNode;
using LogicalPtr = std::shared_ptr<const LogicalNode>;

/// A relational operator of the bound query: immutable and shared. Expressions in it are bound and typed; input
/// references count through the concatenated columns of its inputs, left to right.
class LogicalNode {
 public:
  virtual ~LogicalNode() = default;

  LogicalKind kind() const { return kind_; }
  /// Names and types of the output columns; time attributes are in the types.
  const RowType& output() const { return output_; }
  const std::vector<LogicalPtr>& inputs() const { return inputs_; }
  const LogicalPtr& input(size_t index = 0) const { return inputs_[index]; }
  /// Nodes on the longest way down, this one counted.
  size_t depth() const { return depth_; }
  /// The construct in the user's text that made the node.
  const SourcePosition& position() const { return position_; }

  /// The same node over other inputs of the same row types.
  virtual LogicalPtr with_inputs(std::vector<LogicalPtr> inputs) const = 0;
  /// One line as EXPLAIN's Abstract Syntax Tree prints it: "LogicalProject(k=[$0])".
  virtual std::string describe() const = 0;

 protected:
  LogicalNode(LogicalKind kind, RowType output, std::vector<LogicalPtr> inputs, SourcePosition position)
      : kind_(kind), output_(std::move(output)), inputs_(std::move(inputs)), position_(position) {
    for (const LogicalPtr& input : inputs_) depth_ = std::max(depth_, input->depth() + 1);
  }

 private:
  LogicalKind kind_;
  RowType output_;
  std::vector<LogicalPtr> inputs_;
  SourcePosition position_;
  size_t depth_ = 1;
};

/// The node as its own class; the kind must be known.
template <class Node>
const Node& as(const LogicalNode& node) {
  CHECK(node.kind() == Node::kKind) << "logical node of another kind";
  return static_cast<const Node&>(node);
}

/// The tree under "== Abstract Syntax Tree ==": one line a node, children behind "+- " and ":- ".
std::string tree_text(const LogicalNode& root);

}  // namespace eddyline::sql
