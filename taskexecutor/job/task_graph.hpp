#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/columnar/physical_type.hpp"
#include "common/stream/changelog_mode.hpp"
#include "operators/operator.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"

namespace eddyline::taskexecutor {

/// One operator of a chain and how each subtask makes its own.
struct TaskOperator {
  std::string name;
  std::function<Result<std::unique_ptr<operators::Operator>>(SubtaskIndex subtask)> make;
  /// By which a snapshot finds it; empty where none is taken.
  std::string uid = {};
};

/// A chain of operators and how many subtasks run it.
struct TaskVertex {
  std::string name;
  Parallelism parallelism{1};
  MaxParallelism max_parallelism{128};
  /// Inputs of the head; 0 for a source.
  size_t inputs = 0;
  /// Head first.
  std::vector<TaskOperator> operators;
};

/// Rows from one vertex to one input of another.
struct TaskEdge {
  /// A vertex's id is its place in the graph.
  VertexId from;
  VertexId to;
  size_t input = 0;
  ExchangeSpec exchange;
  /// Of the columns that travel.
  std::vector<PhysicalType> types;
  /// Row kinds that may come; others of another process are refused.
  ChangelogMode changelog_mode = ChangelogMode::all();
};

/// A job as task executors see it: what to run where and who sends to whom. Several edges may lead to the same input.
struct TaskGraph {
  std::string job_name;
  std::vector<TaskVertex> vertices;
  std::vector<TaskEdge> edges;
};

}  // namespace eddyline::taskexecutor
