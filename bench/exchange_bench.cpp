// What an exchange inside a process costs: prepared batches from a source to a sink that counts them.
//
// Input    batches of 2048 rows (three BIGINT columns, random keys), handed out again and again.
// Runs     chained: source and sink in one subtask; forward: two subtasks; hash 1: one producer, one consumer (rows
// need not move);
//          hash 2: one producer, two consumers (every row is gathered); small: forward, batches of 16 rows.
// Usage    exchange_bench [--rounds <n>]

#include <chrono>
#include <cstdio>
#include <cstring>
#include <deque>

#include "bench/prepared_batches.hpp"
#include "common/clock/clock.hpp"
#include "taskexecutor/job/local_job.hpp"
#include "taskexecutor/job/thread_driver.hpp"

namespace eddyline::bench {
namespace {

using operators::Operator;
using taskexecutor::ExchangeKind;

const std::vector<PhysicalType> kTypes(3, PhysicalType::kInt64);

struct Shape {
  const char* name;
  bool chained;
  ExchangeKind kind;
  uint32_t consumers;
  size_t batch_rows;
};

/// Runs the job once to its end.
void run(const Shape& shape, size_t rows) {
  const Batch batch = random_batch(kTypes, shape.batch_rows);
  std::deque<Counted> counted;
  const taskexecutor::TaskOperator source{"source", [&](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
                                            return std::make_unique<PreparedSource>(batch, rows / shape.batch_rows);
                                          }};
  const taskexecutor::TaskOperator sink{"sink", [&](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
                                          return std::make_unique<CountingSink>(counted.emplace_back(), false);
                                        }};
  taskexecutor::TaskGraph graph{.job_name = "bench", .vertices = {}, .edges = {}};
  graph.vertices.push_back({.name = "source", .operators = {source}});
  if (shape.chained) {
    graph.vertices[0].operators.push_back(sink);
  } else {
    graph.vertices.push_back(
        {.name = "sink", .parallelism = Parallelism(shape.consumers), .inputs = 1, .operators = {sink}});
    graph.edges.push_back({.from = VertexId(0),
                           .to = VertexId(1),
                           .input = 0,
                           .exchange = {.kind = shape.kind, .keys = {0}},
                           .types = kTypes});
  }
  SystemClock clock;
  const auto memory = MemoryPool::root("bench");
  taskexecutor::JobEnvironment environment;
  environment.clock = &clock;
  environment.memory = memory.get();
  environment.seed = 1;
  auto job = taskexecutor::LocalJob::create(std::move(graph), environment).value();
  taskexecutor::ThreadDriver driver(*job, clock);
  CHECK(driver.start().ok());
  CHECK(job->wait().ok()) << job->result().to_string();
}

}  // namespace

int run_all(size_t rounds) {
  constexpr size_t kRows = size_t{20} << 20;
  const std::vector<Shape> shapes = {{"chained", true, ExchangeKind::kForward, 1, 2048},
                                     {"forward", false, ExchangeKind::kForward, 1, 2048},
                                     {"hash 1", false, ExchangeKind::kHash, 1, 2048},
                                     {"hash 2", false, ExchangeKind::kHash, 2, 2048},
                                     {"small", false, ExchangeKind::kForward, 1, 16}};
  std::vector<double> wall(shapes.size(), 1e300);
  std::vector<double> cpu(shapes.size(), 1e300);
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < shapes.size(); ++i) {
      const double cpu_start = cpu_seconds();
      const auto start = std::chrono::steady_clock::now();
      run(shapes[i], kRows);
      wall[i] = std::min(wall[i], std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      cpu[i] = std::min(cpu[i], cpu_seconds() - cpu_start);
    }
  }
  for (size_t i = 0; i < shapes.size(); ++i) {
    std::printf("%-8s %9.1f Mrows/s  %6.2f ns/row wall  %6.2f ns/row cpu\n", shapes[i].name, kRows / wall[i] / 1e6,
                wall[i] / kRows * 1e9, cpu[i] / kRows * 1e9);
  }
  return 0;
}

}  // namespace eddyline::bench

int main(int argc, char** argv) {
  size_t rounds = 5;
  if (argc == 3 && std::strcmp(argv[1], "--rounds") == 0)
    rounds = static_cast<size_t>(std::strtoul(argv[2], nullptr, 10));
  return eddyline::bench::run_all(rounds);
}
