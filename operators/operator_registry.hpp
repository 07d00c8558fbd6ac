#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/configuration.hpp"
#include "common/file/text_output.hpp"
#include "connectors/connector_registry.hpp"
#include "operators/operator.hpp"
#include "plan/exec_node.hpp"

namespace eddyline::operators {

class ResultBuffer;

/// What operators are made with beside their node: one a job; everything pointed to outlives the job.
struct JobServices {
  /// The job's settings.
  Configuration configuration;
  const connectors::ConnectorRegistry* connectors = nullptr;
  /// Of the process that runs the subtasks.
  TextOutput* standard_output = nullptr;
  TextOutput* standard_error = nullptr;
  /// Where a SELECT's rows go; null for jobs without.
  std::shared_ptr<ResultBuffer> results;
};

/// What a job says of one operator beside its node.
struct OperatorDeployment {
  /// Of its vertex.
  Parallelism parallelism{1};
  /// What its subtasks gave by Operator::snapshot(), in whatever parallelism they had then; null for a fresh start. Borrowed for the call.
  const std::vector<std::string>* restored = nullptr;
};

/// Makes the operator of one subtask. Called once a subtask, from one thread; what it made may share immutable parts.
using OperatorMaker = std::function<Result<std::unique_ptr<Operator>>(SubtaskIndex subtask)>;

/// How exec nodes become operators, by node type: made in main, filled by register_operators, then only read.
class OperatorRegistry {
 public:
  /// Prepares what all subtasks of the node share.
  using Prepare = std::function<Result<OperatorMaker>(std::shared_ptr<const plan::ExecNode> node,
                                                      const JobServices& services,
                                                      const OperatorDeployment& deployment)>;

  /// For nodes of class Node: `prepare(std::shared_ptr<const Node>, const JobServices&, const OperatorDeployment&) ->
  /// Result<OperatorMaker>`. CHECKs that the type is new.
  template <class Node, class PrepareNode>
  void add(PrepareNode prepare) {
    add(Node::kType,
        [prepare](std::shared_ptr<const plan::ExecNode> node, const JobServices& services,
                  const OperatorDeployment& deployment) {
          return prepare(std::static_pointer_cast<const Node>(std::move(node)), services, deployment);
        });
  }

  /// Puts something around what prepares the nodes of a type, for programs that watch their operators or add to them. CHECKs that
  /// the type is known.
  void wrap(std::string_view node_type, const std::function<Prepare(Prepare)>& wrapping);

  /// Errors   kNotSupported for a node that no operator is registered for; what preparing it says.
  Result<OperatorMaker> prepare(std::shared_ptr<const plan::ExecNode> node, const JobServices& services,
                                const OperatorDeployment& deployment) const;

 private:
  void add(std::string_view node_type, Prepare prepare);

  std::map<std::string, Prepare, std::less<>> by_node_type_;
};

/// Adds every operator of the folder; generated from its add_operator lines.
void register_operators(OperatorRegistry& registry);

}  // namespace eddyline::operators
