// What an exchange between two processes costs, beside ZeroMQ alone with messages of the same size.
//
// Input      one batch of 2048 rows (BIGINT, TIMESTAMP, DOUBLE, two STRINGs of up to 12 bytes: 115 KB), sent again and again.
// exchange   ResultPartition, remote channel, InputGate; the batch is encoded anew each time, and its checksum made, compared, and the
//            batch decoded; its rows are counted.
// ZeroMQ     PUSH and PULL, frames of the batch's size, all the same memory, without a copy; as many under way as a channel has.
// read       the same with a reader that looks at every value, as operators do.
// Measured   CPU seconds of both processes, all threads, for each GB. Runs take turns; the best of each counts.
// Usage      remote_exchange_bench [--rounds <n>] [--only exchange|zeromq]     the second to look at one alone with a profiler

#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "bench/prepared_batches.hpp"
#include "common/base/check.hpp"
#include "common/clock/clock.hpp"
#include "common/columnar/batch_codec.hpp"
#include "common/memory/freed_memory.hpp"
#include "taskexecutor/job/local_job.hpp"
#include "taskexecutor/job/thread_driver.hpp"
#include "tests/split_job/two_processes.hpp"

namespace eddyline::bench {
namespace {

using operators::Operator;
using taskexecutor::ExchangeKind;
using taskexecutor::ProcessEnd;
using taskexecutor::ProcessPipe;

constexpr size_t kRows = 2048;
constexpr size_t kBatches = 20'000;
constexpr int kUnderWay = 8;
const std::vector<PhysicalType> kTypes = {PhysicalType::kInt64, PhysicalType::kInt64, PhysicalType::kDouble,
                                          PhysicalType::kString, PhysicalType::kString};

struct Run {
  enum class What : uint8_t { kExchange, kZeroMq, kOver };
  What what = What::kOver;
  bool reads_rows = false;
};
constexpr std::array kRuns = {Run{Run::What::kExchange, false}, Run{Run::What::kZeroMq, false},
                              Run{Run::What::kExchange, true}, Run{Run::What::kZeroMq, true}};

size_t frame_bytes() { return BatchEncoder(random_batch(kTypes, kRows)).size() + kDataFrameHeaderBytes; }

/// Two sources, of which the second, in slot 1, has rows; one sink, in slot 0.
taskexecutor::TaskGraph make_graph(Counted& counted, bool reads_rows) {
  const taskexecutor::TaskOperator source{
      "source", [](SubtaskIndex subtask) -> Result<std::unique_ptr<Operator>> {
        return std::make_unique<PreparedSource>(random_batch(kTypes, kRows), subtask.value() * kBatches);
      }};
  const taskexecutor::TaskOperator sink{"sink", [&counted, reads_rows](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
                                          return std::make_unique<CountingSink>(counted, reads_rows);
                                        }};
  taskexecutor::TaskGraph graph{.job_name = "bench", .vertices = {}, .edges = {}};
  graph.vertices.push_back({.name = "source", .parallelism = Parallelism(2), .operators = {source}});
  graph.vertices.push_back({.name = "sink", .inputs = 1, .operators = {sink}});
  graph.edges.push_back({.from = VertexId(0),
                         .to = VertexId(1),
                         .input = 0,
                         .exchange = {.kind = ExchangeKind::kSingle, .keys = {}},
                         .types = kTypes});
  return graph;
}

/// A socket of ZeroMQ alone.
class BareSocket {
 public:
  explicit BareSocket(int type) : socket_(zmq_socket(context_, type)) {
    zmq_setsockopt(socket_, ZMQ_SNDHWM, &kUnderWay, sizeof kUnderWay);
    zmq_setsockopt(socket_, ZMQ_RCVHWM, &kUnderWay, sizeof kUnderWay);
  }
  ~BareSocket() {
    zmq_close(socket_);
    zmq_ctx_term(context_);
  }
  BareSocket(const BareSocket&) = delete;
  BareSocket& operator=(const BareSocket&) = delete;

  uint16_t bind() {
    CHECK(zmq_bind(socket_, "tcp://127.0.0.1:*") == 0) << zmq_strerror(zmq_errno());
    std::array<char, 64> endpoint{};
    size_t size = endpoint.size();
    zmq_getsockopt(socket_, ZMQ_LAST_ENDPOINT, endpoint.data(), &size);
    return static_cast<uint16_t>(std::atol(std::strrchr(endpoint.data(), ':') + 1));
  }
  void connect(uint16_t port) {
    CHECK(zmq_connect(socket_, ("tcp://127.0.0.1:" + std::to_string(port)).c_str()) == 0) << zmq_strerror(zmq_errno());
  }
  void send(uint8_t* bytes, size_t size) {
    zmq_msg_t message;
    zmq_msg_init_data(&message, bytes, size, [](void*, void*) {}, nullptr);
    CHECK(zmq_msg_send(&message, socket_, 0) >= 0) << zmq_strerror(zmq_errno());
  }
  void receive(bool reads_bytes) {
    zmq_msg_t message;
    zmq_msg_init(&message);
    CHECK(zmq_msg_recv(&message, socket_, 0) >= 0) << zmq_strerror(zmq_errno());
    const auto* const bytes = static_cast<const uint8_t*>(zmq_msg_data(&message));
    sum_ += reads_bytes ? sum_of_words(bytes, zmq_msg_size(&message)) : bytes[0];
    zmq_msg_close(&message);
  }
  uint64_t sum() const { return sum_; }

 private:
  void* context_ = zmq_ctx_new();
  void* socket_;
  uint64_t sum_ = 0;
};

/// One of the two processes.
class Side {
 public:
  Side(uint32_t self, const ProcessPipe& in, const ProcessPipe& out) : self_(self), in_(in), out_(out) {}

  /// CPU seconds.
  double run(const Run& run) {
    const double before = cpu_seconds();
    if (run.what == Run::What::kExchange) {
      exchange(run.reads_rows);
    } else {
      is_writer() ? send_bare() : receive_bare(run.reads_rows);
    }
    return cpu_seconds() - before;
  }

 private:
  bool is_writer() const { return self_ == 0; }

  void exchange(bool reads_rows) {
    ProcessEnd end(self_, in_, out_);
    SystemClock clock;
    const auto memory = MemoryPool::root("bench");
    taskexecutor::JobEnvironment environment;
    environment.clock = &clock;
    environment.memory = memory.get();
    environment.seed = 1;
    Counted counted;
    auto job = taskexecutor::LocalJob::create(make_graph(counted, reads_rows), environment, end.part(1, {1, 0})).value();
    end.meet();
    taskexecutor::ThreadDriver driver(*job, clock);
    CHECK(driver.start().ok());
    CHECK(job->wait().ok()) << job->result().to_string();
    CHECK(is_writer() || counted.rows == kRows * kBatches) << counted.rows;
    // Whatever is still under way arrives before one of them goes.
    end.meet();
  }

  void send_bare() {
    BareSocket socket(ZMQ_PUSH);
    socket.connect(in_.get<uint16_t>());
    const size_t size = frame_bytes();
    const BufferPtr buffer = allocate_buffer(size);
    std::memset(buffer->data(), 7, size);
    for (size_t sent = 0; sent < kBatches; ++sent) socket.send(buffer->data(), size);
    in_.get<uint8_t>();
  }

  void receive_bare(bool reads_bytes) {
    BareSocket socket(ZMQ_PULL);
    out_.put(socket.bind());
    for (size_t received = 0; received < kBatches; ++received) socket.receive(reads_bytes);
    CHECK(socket.sum() != 0) << "nothing was received";
    out_.put(uint8_t{1});
  }

  const uint32_t self_;
  const ProcessPipe& in_;
  const ProcessPipe& out_;
};

int read_until_over(const ProcessPipe& orders, const ProcessPipe& in, const ProcessPipe& out) {
  Side reader(1, in, out);
  while (true) {
    const Run run = orders.get<Run>();
    if (run.what == Run::What::kOver) return 0;
    out.put(reader.run(run));
  }
}

void report(const std::array<double, kRuns.size()>& cpu) {
  const double gigabytes = static_cast<double>(kBatches * frame_bytes()) * 1e-9;
  for (size_t first = 0; first < kRuns.size(); first += 2) {
    std::printf("%-14s exchange %.3f  ZeroMQ alone %.3f CPU s/GB, both sides;  ZeroMQ / exchange: %.2f\n",
                kRuns[first].reads_rows ? "rows are read" : "rows counted", cpu[first] / gigabytes,
                cpu[first + 1] / gigabytes, cpu[first + 1] / cpu[first]);
  }
}

struct Arguments {
  size_t rounds = 5;
  std::optional<Run::What> only;
};

}  // namespace

int run_all(const Arguments& arguments) {
  const ProcessPipe orders;
  const ProcessPipe to_reader;
  const ProcessPipe to_writer;
  // Before there are threads.
  const pid_t reader = fork();
  CHECK(reader >= 0) << "cannot fork";
  if (reader == 0) _exit(read_until_over(orders, to_reader, to_writer));
  Side writer(0, to_writer, to_reader);
  std::array<double, kRuns.size()> best;
  best.fill(1e300);
  for (size_t round = 0; round < arguments.rounds; ++round) {
    for (size_t run = 0; run < kRuns.size(); ++run) {
      if (arguments.only.has_value() && kRuns[run].what != *arguments.only) continue;
      orders.put(kRuns[run]);
      const double written = writer.run(kRuns[run]);
      best[run] = std::min(best[run], written + to_writer.get<double>());
    }
  }
  orders.put(Run{});
  waitpid(reader, nullptr, 0);
  if (!arguments.only.has_value()) report(best);
  return 0;
}

}  // namespace eddyline::bench

int main(int argc, char** argv) {
  // As task executors do.
  eddyline::keep_freed_memory();
  eddyline::bench::Arguments arguments;
  for (int index = 1; index + 1 < argc; index += 2) {
    if (std::strcmp(argv[index], "--rounds") == 0) arguments.rounds = std::strtoul(argv[index + 1], nullptr, 10);
    if (std::strcmp(argv[index], "--only") == 0) {
      const bool exchange = std::strcmp(argv[index + 1], "exchange") == 0;
      arguments.only = exchange ? eddyline::bench::Run::What::kExchange : eddyline::bench::Run::What::kZeroMq;
    }
  }
  return eddyline::bench::run_all(arguments);
}
