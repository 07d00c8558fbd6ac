#include "tests/unit/taskexecutor/test_jobs.hpp"

namespace eddyline::taskexecutor {

TaskOperator record_into(Record& record) {
  return {"Sink", [&record](SubtaskIndex) -> Result<std::unique_ptr<operators::Operator>> {
            return std::make_unique<RecordingSink>(record);
          }};
}

TaskVertex vertex(std::string name, uint32_t parallelism, size_t inputs, std::vector<TaskOperator> operators) {
  return {.name = std::move(name),
          .parallelism = Parallelism(parallelism),
          .max_parallelism = MaxParallelism(128),
          .inputs = inputs,
          .operators = std::move(operators)};
}

TaskEdge edge(uint32_t from, uint32_t to, size_t input, ExchangeKind kind) {
  return {.from = VertexId(from),
          .to = VertexId(to),
          .input = input,
          .exchange = {.kind = kind, .keys = {0}},
          .types = {PhysicalType::kInt64}};
}

TaskGraph two_vertices(TaskOperator source, uint32_t sources, Record& record, uint32_t sinks, ExchangeKind kind) {
  return {.job_name = "job",
          .vertices = {vertex("source", sources, 0, {std::move(source)}),
                       vertex("sink", sinks, 1, {record_into(record)})},
          .edges = {edge(0, 1, 0, kind)}};
}

}  // namespace eddyline::taskexecutor
