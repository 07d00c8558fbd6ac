#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/check.hpp"
#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"
#include "common/json/json_value.hpp"
#include "common/stream/changelog_mode.hpp"
#include "expression/expression.hpp"
#include "plan/distribution.hpp"
#include "plan/modify_kinds.hpp"

namespace eddyline {
class JsonField;
}

namespace eddyline::plan {

struct PlanVocabulary;

class ExecNode;
using ExecNodePtr = std::shared_ptr<const ExecNode>;

/// Columns of a row, ascending and unique.
using ColumnSet = std::vector<size_t>;

/// The bracketed items of a node's text, in order: {"select", "a, b"}.
using NodeItems = std::vector<std::pair<std::string, std::string>>;

/// A node of the executable plan: what EXPLAIN prints, what is compiled, submitted and made into an operator.
///
/// A node is made, its fields are filled, and from then on it is immutable and shared. It answers for itself what
/// planning and printing ask; the facts that planning settles (id, changelog mode, description) are fields.
class ExecNode {
 public:
  virtual ~ExecNode() = default;

  /// "stream-exec-calc_1": kind and version, by which operators are made.
  virtual std::string_view type() const = 0;
  /// "Calc": the word before the brackets, also of the operator's short name.
  virtual std::string_view name() const = 0;
  /// Another object with the same fields, to change some of them.
  virtual std::shared_ptr<ExecNode> copy() const = 0;

  /// Unique in its graph, inputs before consumers, from 1; 0 until the graph is made.
  uint32_t id = 0;
  std::vector<ExecNodePtr> inputs;
  RowType output_type;
  /// Column sets that identify a row of the updating output; none known: empty.
  std::vector<ColumnSet> upsert_keys;
  ModifyKinds modify_kinds = ModifyKinds::insert_only();
  /// The row kinds that the node emits; none for sinks.
  ChangelogMode changelog_mode = ChangelogMode::insert_only();
  /// The one line of the execution plan; what a compiled plan keeps.
  std::string description;

  /// "Calc(select=[a], where=[(a > 1)])"; `extra` items come last.
  std::string describe(expression::PrintStyle style, const NodeItems& extra = {}) const;

  /// The changes that the node can take from an input; nothing: those that its own consumer takes.
  virtual std::optional<ModifyKinds> accepted_kinds(size_t) const { return ModifyKinds::all(); }
  /// The changes of its output over inputs whose modify_kinds are settled.
  virtual ModifyKinds produced_kinds() const = 0;
  /// How each input must write updates so that this node can write them as `wanted`; nothing: it cannot, whatever its
  /// inputs do. Asked only where the output has updates or some input has; kNone for inputs without.
  virtual std::optional<std::vector<UpdateKind>> demanded_updates(UpdateKind wanted) const = 0;
  /// For the root of a plan: how updates of its input (a sink's) or its own (a query's) may be written, best first.
  virtual std::vector<UpdateKind> preferred_updates() const {
    return {UpdateKind::kOnlyUpdateAfter, UpdateKind::kBeforeAndAfter};
  }
  /// True for a root that writes its input somewhere and has no output.
  virtual bool is_sink() const { return false; }
  /// Called on a copy once its inputs and its changelog_mode are settled, for fields that follow from them.
  virtual void changelog_settled() {}
  /// The upsert keys of its output over inputs whose own are settled.
  virtual std::vector<ColumnSet> derived_upsert_keys() const { return {}; }
  /// Who refuses changes, in messages: "StreamPhysicalIntervalJoin".
  virtual std::string requester_name() const { return "StreamPhysical" + std::string(name()); }
  /// Said instead of the general text when a consumer refuses the updates that this node makes.
  virtual std::optional<std::string> refused_updates_reason() const { return std::nullopt; }

  /// "Calc[3]", the operator's name in job graphs, logs and metrics; the node has its id.
  virtual std::string operator_name() const { return std::string(name()) + "[" + std::to_string(id) + "]"; }
  /// The parallelism that the node must have whatever its inputs'.
  virtual std::optional<Parallelism> own_parallelism() const { return std::nullopt; }
  /// How the node wants the rows of an input to be spread.
  virtual Distribution required_distribution(size_t) const { return {}; }

  /// The fields that only this kind of node has, as compiled plans write them.
  virtual JsonValue::Object own_fields() const = 0;
  /// Fills them; inputs and output_type are there, and are checked with them, so that a node that was read can be run.
  /// Errors   kDataError with the place.
  virtual Status read_own_fields(const JsonField& node, const PlanVocabulary& vocabulary) = 0;

  /// Whether the operator's uid stands for itself in the uids above; nodes without state are looked through, so that
  /// adding one changes no uid.
  virtual bool keeps_state() const { return false; }

 protected:
  ExecNode() = default;
  ExecNode(const ExecNode&) = default;
  ExecNode& operator=(const ExecNode&) = default;

  virtual NodeItems items(expression::PrintStyle style) const = 0;
  /// For nodes that hand their input's changes on.
  std::vector<UpdateKind> same_from_inputs(UpdateKind wanted) const;
};

/// What every node class needs once: its type, name and copy. `Node` has kType and kName.
template <class Node>
class ExecNodeOf : public ExecNode {
 public:
  std::string_view type() const override { return Node::kType; }
  std::string_view name() const override { return Node::kName; }
  std::shared_ptr<ExecNode> copy() const override { return std::make_shared<Node>(static_cast<const Node&>(*this)); }
};

/// The node as its own class, or null.
template <class Node>
const Node* node_if(const ExecNode& node) {
  return node.type() == Node::kType ? static_cast<const Node*>(&node) : nullptr;
}

/// The node as its own class; the type must be known.
template <class Node>
const Node& node_as(const ExecNode& node) {
  CHECK(node.type() == Node::kType) << "exec node " << node.type() << " is not " << Node::kType;
  return static_cast<const Node&>(node);
}

/// Names of the columns.
std::vector<std::string> column_names(const RowType& row);
/// "a, b, c".
std::string joined_names(const RowType& row);
/// The named columns: "a, c".
std::string joined_names(const RowType& row, std::span<const size_t> columns);
/// The sorted set without repeats.
ColumnSet column_set(std::vector<size_t> columns);
/// True if every column of `part` is in `whole`.
bool is_subset(const ColumnSet& part, const ColumnSet& whole);

}  // namespace eddyline::plan
