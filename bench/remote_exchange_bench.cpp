// What an exchange between two processes costs, beside the network alone with messages of the same size.
//
// Input      one batch of 2048 rows (BIGINT, TIMESTAMP, DOUBLE, two STRINGs of up to 12 bytes: 115 KB), sent again and again.
// exchange   ResultPartition, remote channel, InputGate; the batch is encoded anew each time and decoded, its rows are
//            counted.
// network    frames of the batch's size, all the same memory, straight into the network; eight under way at most.
// Measured   CPU seconds of both processes, all threads, for each GB. Runs take turns; the best of each counts.
// Usage      remote_exchange_bench [--rounds <n>]

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "common/base/check.hpp"
#include "common/base/random.hpp"
#include "common/clock/clock.hpp"
#include "common/columnar/batch_codec.hpp"
#include "taskexecutor/exchange/remote/data_plane.hpp"
#include "taskexecutor/job/local_job.hpp"
#include "taskexecutor/job/thread_driver.hpp"

namespace eddyline::bench {
namespace {

using operators::Operator;
using operators::Output;
using operators::Progress;
using operators::SourceProgress;
using taskexecutor::ExchangeKind;

constexpr size_t kRows = 2048;
constexpr size_t kBatches = 20'000;
constexpr size_t kUnderWay = 8;
const std::vector<PhysicalType> kTypes = {PhysicalType::kInt64, PhysicalType::kInt64, PhysicalType::kDouble,
                                          PhysicalType::kString, PhysicalType::kString};

enum class Run : uint8_t { kExchange, kNetwork, kOver };

Batch make_batch() {
  Random random(7);
  std::vector<ColumnPtr> columns;
  for (const PhysicalType type : kTypes) {
    MutableColumn values(type, kRows);
    for (size_t row = 0; row < kRows; ++row) {
      if (type == PhysicalType::kString) {
        values.set_string(row, std::to_string(random.below(1'000'000'000)));
      } else {
        values.values<int64_t>()[row] = static_cast<int64_t>(random.next() >> 12);
      }
    }
    columns.push_back(values.seal(kRows));
  }
  return Batch(std::move(columns), kRows);
}

class PreparedSource final : public operators::SourceOperator {
 public:
  PreparedSource(Batch batch, size_t batches) : batch_(std::move(batch)), left_(batches) {}
  Result<SourceProgress> read(Output& output) override {
    if (left_-- == 0) return SourceProgress{SourceProgress::Next::kEnd, {}};
    output.emit(batch_);
    return SourceProgress{};
  }

 private:
  Batch batch_;
  size_t left_;
};

class CountingSink final : public Operator {
 public:
  explicit CountingSink(size_t& rows) : rows_(rows) {}
  Result<Progress> on_batch(size_t, const Batch& batch, Output&) override {
    rows_ += batch.rows();
    return Progress::kDone;
  }

 private:
  size_t& rows_;
};

/// Two sources, of which the second, in slot 1, has rows; one sink, in slot 0.
taskexecutor::TaskGraph make_graph(size_t& rows) {
  const taskexecutor::TaskOperator source{
      "source", [](SubtaskIndex subtask) -> Result<std::unique_ptr<Operator>> {
        return std::make_unique<PreparedSource>(make_batch(), subtask.value() * kBatches);
      }};
  const taskexecutor::TaskOperator sink{"sink", [&rows](SubtaskIndex) -> Result<std::unique_ptr<Operator>> {
                                          return std::make_unique<CountingSink>(rows);
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

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Plain values to and from the other process.
class Pipe {
 public:
  Pipe() { CHECK(pipe(ends_) == 0) << "no pipe"; }
  template <class T>
  void put(const T& value) const {
    CHECK(write(ends_[1], &value, sizeof(T)) == sizeof(T)) << "the other process is gone";
  }
  template <class T>
  T get() const {
    T value{};
    CHECK(read(ends_[0], &value, sizeof(T)) == sizeof(T)) << "the other process is gone";
    return value;
  }

 private:
  int ends_[2] = {};
};

/// Counts messages, and answers each if it is asked to.
class CountingHandler final : public NetworkHandler {
 public:
  CountingHandler(Network& network, bool answers) : network_(network), answers_(answers) {}
  void on_connect(PeerId) override {}
  void on_disconnect(PeerId, const Status&) override {}
  void on_message(PeerId peer, Frame message) override {
    if (answers_) network_.send(peer, Frame::copy_of(message.bytes.first(8)));
    {
      const std::lock_guard lock(mutex_);
      ++count_;
    }
    changed_.notify_one();
  }
  void wait_for(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return count_ >= count; });
  }

 private:
  Network& network_;
  const bool answers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t count_ = 0;
};

/// One of the two processes.
class Side {
 public:
  Side(uint32_t self, const Pipe& from_writer, const Pipe& from_reader)
      : self_(self), from_writer_(from_writer), from_reader_(from_reader) {}

  /// CPU seconds.
  double run(Run what) {
    const double before = cpu_seconds();
    what == Run::kExchange ? exchange() : network_alone();
    return cpu_seconds() - before;
  }

 private:
  bool is_writer() const { return self_ == 0; }

  void exchange() {
    auto network = Network::start().value();
    taskexecutor::DataPlane data_plane(*network, {});
    NetworkAddress address = data_plane.listen({.host = "127.0.0.1", .port = 0}).value();
    taskexecutor::JobPart part;
    part.data_plane = &data_plane;
    part.placement = {.attempt = 1, .executors = {address, address}, .self = self_, .executor_of_slot = {1, 0}};
    if (is_writer()) part.placement.executors[1].port = from_reader_.get<uint16_t>();
    run_part(part, is_writer() ? 0 : address.port);
    network.reset();
  }

  void run_part(const taskexecutor::JobPart& part, uint16_t port) {
    SystemClock clock;
    const auto memory = MemoryPool::root("bench");
    taskexecutor::JobEnvironment environment;
    environment.clock = &clock;
    environment.memory = memory.get();
    environment.seed = 1;
    size_t rows = 0;
    auto job = taskexecutor::LocalJob::create(make_graph(rows), environment, part).value();
    if (!is_writer()) from_reader_.put(port);
    taskexecutor::ThreadDriver driver(*job, clock);
    CHECK(driver.start().ok());
    CHECK(job->wait().ok()) << job->result().to_string();
    if (is_writer()) {
      // Whatever is still under way arrives before this side goes.
      from_reader_.get<uint16_t>();
    } else {
      CHECK(rows == kRows * kBatches) << rows;
      from_reader_.put(port);
    }
  }

  void network_alone() {
    auto network = Network::start().value();
    NetworkSettings settings;
    settings.protocol = "bench";
    CountingHandler handler(*network, !is_writer());
    if (!is_writer()) {
      from_reader_.put(network->listen({.host = "127.0.0.1", .port = 0}, settings, handler).value().port);
      handler.wait_for(kBatches);
      from_writer_.get<uint8_t>();
    } else {
      send_all(*network, network->connect({.host = "127.0.0.1", .port = from_reader_.get<uint16_t>()}, settings, handler),
               handler);
      from_writer_.put(uint8_t{1});
    }
    network.reset();
  }

  static void send_all(Network& network, PeerId peer, CountingHandler& answers) {
    const size_t size = BatchEncoder(make_batch()).size() + kDataFrameHeaderBytes;
    const BufferPtr buffer = allocate_buffer(size);
    std::memset(buffer->data(), 1, size);
    const Frame frame = Frame::of(buffer, size);
    for (size_t sent = 0; sent < kBatches; ++sent) {
      if (sent >= kUnderWay) answers.wait_for(sent - kUnderWay + 1);
      network.send(peer, frame);
    }
    answers.wait_for(kBatches);
  }

  const uint32_t self_;
  const Pipe& from_writer_;
  const Pipe& from_reader_;
};

int read_until_over(const Pipe& orders, const Pipe& answers) {
  Side reader(1, orders, answers);
  while (true) {
    const Run what = orders.get<Run>();
    if (what == Run::kOver) return 0;
    answers.put(reader.run(what));
  }
}

void report(const char* name, double cpu) {
  const double bytes = static_cast<double>(kBatches * (BatchEncoder(make_batch()).size() + kDataFrameHeaderBytes));
  std::printf("%-9s %6.3f CPU s/GB  %6.1f us a batch, both sides\n", name, cpu / bytes * 1e9,
              cpu / static_cast<double>(kBatches) * 1e6);
}

}  // namespace

int run_all(size_t rounds) {
  const Pipe orders;
  const Pipe answers;
  // Before there are threads.
  const pid_t reader = fork();
  CHECK(reader >= 0) << "cannot fork";
  if (reader == 0) _exit(read_until_over(orders, answers));
  Side writer(0, orders, answers);
  double best[2] = {1e300, 1e300};
  for (size_t round = 0; round < rounds; ++round) {
    for (const Run what : {Run::kExchange, Run::kNetwork}) {
      orders.put(what);
      double cpu = writer.run(what);
      cpu += answers.get<double>();
      best[static_cast<size_t>(what)] = std::min(best[static_cast<size_t>(what)], cpu);
    }
  }
  orders.put(Run::kOver);
  waitpid(reader, nullptr, 0);
  report("exchange", best[0]);
  report("network", best[1]);
  std::printf("network / exchange: %.2f\n", best[1] / best[0]);
  return 0;
}

}  // namespace eddyline::bench

int main(int argc, char** argv) {
  size_t rounds = 5;
  if (argc == 3 && std::strcmp(argv[1], "--rounds") == 0) {
    rounds = static_cast<size_t>(std::strtoul(argv[2], nullptr, 10));
  }
  return eddyline::bench::run_all(rounds);
}
