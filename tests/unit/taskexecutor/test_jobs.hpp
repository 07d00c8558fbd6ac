#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "taskexecutor/job/task_graph.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {

template <class Op, class... Arguments>
TaskOperator make_operator(std::string name, Arguments... arguments) {
  return {std::move(name), [=](SubtaskIndex) -> Result<std::unique_ptr<operators::Operator>> {
            return std::make_unique<Op>(arguments...);
          }};
}

TaskOperator record_into(Record& record);
TaskVertex vertex(std::string name, uint32_t parallelism, size_t inputs, std::vector<TaskOperator> operators);
/// Of one BIGINT column, which is the key.
TaskEdge edge(uint32_t from, uint32_t to, size_t input, ExchangeKind kind);

/// Source -> (exchange) -> sink.
TaskGraph two_vertices(TaskOperator source, uint32_t sources, Record& record, uint32_t sinks, ExchangeKind kind);

}  // namespace eddyline::taskexecutor
