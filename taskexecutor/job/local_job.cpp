#include "taskexecutor/job/local_job.hpp"

#include <algorithm>

#include "common/base/check.hpp"
#include "common/base/random.hpp"
#include "taskexecutor/exchange/exchange_memory.hpp"

namespace eddyline::taskexecutor {

/// Wires a graph: channels first, then the subtasks that hold their ends.
class LocalJob::Builder {
 public:
  Builder(TaskGraph graph, const JobEnvironment& environment, LocalJob& job)
      : graph_(std::move(graph)),
        environment_(environment),
        job_(job),
        memory_(memory_parts(graph_, environment)),
        seed_(environment.seed.has_value() ? *environment.seed : seed_from_system()) {}

  Status build() {
    make_slots();
    for (size_t vertex = 0; vertex < graph_.vertices.size(); ++vertex) prepare(vertex);
    for (const TaskEdge& edge : graph_.edges) connect(edge);
    RETURN_IF_ERROR(reserve_exchanges());
    for (size_t vertex = 0; vertex < graph_.vertices.size(); ++vertex) {
      for (Ends& ends : ends_[vertex]) RETURN_IF_ERROR(make_subtask(graph_.vertices[vertex], ends));
    }
    return {};
  }

 private:
  /// What one subtask gets before it exists.
  struct Ends {
    SubtaskIndex index;
    MemoryOwner memory_owner;
    WakeupPtr wakeup;
    CreditPool* credit = nullptr;
    std::vector<std::vector<LocalChannel*>> inputs;
    std::vector<std::unique_ptr<ResultPartition>> outputs;
    /// What its exchanges may hold.
    uint64_t exchange_bytes = 0;
  };

  static ExchangeMemory::Parts memory_parts(const TaskGraph& graph, const JobEnvironment& environment) {
    ExchangeMemory::Parts parts{
        .total = environment.exchange_memory, .channel = environment.channel_limits, .batch = environment.batch_limits};
    for (const TaskVertex& vertex : graph.vertices) {
      if (vertex.inputs > 0) parts.gates += vertex.parallelism.value();
    }
    for (const TaskEdge& edge : graph.edges) parts.partitions += graph.vertices[edge.from.value()].parallelism.value();
    return parts;
  }

  void make_slots() {
    uint32_t slots = 0;
    for (const TaskVertex& vertex : graph_.vertices) slots = std::max(slots, vertex.parallelism.value());
    for (uint32_t slot = 1; slot <= slots; ++slot) {
      const std::string name = "slot " + std::to_string(slot) + "/" + std::to_string(slots) + " of " + graph_.job_name;
      job_.slot_memory_.push_back(environment_.memory->child(name));
      job_.exchange_memory_.push_back(job_.slot_memory_.back()->child("exchanges of " + name));
    }
  }

  Status reserve_exchanges() {
    for (const std::vector<Ends>& subtasks : ends_) {
      for (const Ends& ends : subtasks) {
        RETURN_IF_ERROR(job_.exchange_memory_[ends.index.value()]->reserve(Bytes(ends.exchange_bytes)));
      }
    }
    return {};
  }

  void prepare(size_t number) {
    const TaskVertex& vertex = graph_.vertices[number];
    const ChannelLimits& limits = gate_limits_.emplace_back(memory_.gate_limits(channels_of_gate(number)));
    std::vector<Ends>& subtasks = ends_.emplace_back();
    for (uint32_t index = 0; index < vertex.parallelism.value(); ++index) {
      job_.credit_pools_.push_back(std::make_unique<CreditPool>(limits.shared_bytes));
      Ends ends{.index = SubtaskIndex(index),
                .memory_owner = MemoryOwner::draw(),
                .wakeup = std::make_shared<Wakeup>(),
                .credit = job_.credit_pools_.back().get(),
                .inputs = {},
                .outputs = {},
                .exchange_bytes = vertex.inputs == 0 ? 0 : limits.shared_bytes.value()};
      ends.inputs.resize(vertex.inputs);
      subtasks.push_back(std::move(ends));
    }
  }

  /// The most that one of the vertex's gates has.
  size_t channels_of_gate(size_t vertex) const {
    size_t channels = 0;
    for (const TaskEdge& edge : graph_.edges) {
      if (edge.to.value() != vertex) continue;
      const bool forward = edge.exchange.kind == ExchangeKind::kForward;
      channels += forward ? 1 : graph_.vertices[edge.from.value()].parallelism.value();
    }
    return channels;
  }

  void connect(const TaskEdge& edge) {
    std::vector<Ends>& targets = ends_[edge.to.value()];
    const size_t consumers = targets.size();
    CHECK(edge.exchange.kind != ExchangeKind::kForward || ends_[edge.from.value()].size() == consumers)
        << "a forward exchange needs the same parallelism on both ends";
    CHECK(edge.input < graph_.vertices[edge.to.value()].inputs)
        << "an edge to input " << edge.input << " that does not exist";
    for (Ends& producer : ends_[edge.from.value()]) {
      ResultPartition::Parts parts{.exchange = edge.exchange,
                                   .types = edge.types,
                                   .limits = environment_.batch_limits,
                                   .producer = producer.index,
                                   .channels = {}};
      size_t first = 0;
      size_t last = consumers - 1;
      if (edge.exchange.kind == ExchangeKind::kForward) first = last = producer.index.value();
      if (edge.exchange.kind == ExchangeKind::kSingle) last = 0;
      for (size_t target = first; target <= last; ++target) {
        parts.channels.push_back(make_channel(producer, targets[target], edge));
      }
      // What a channel's builder holds, and goes past the credit when it is handed over.
      parts.gathered_bytes = memory_.gathered_bytes(parts.channels.size(), edge.types.size());
      producer.exchange_bytes += parts.channels.size() * parts.gathered_bytes.value();
      producer.outputs.push_back(std::make_unique<ResultPartition>(std::move(parts)));
    }
  }

  LocalChannel* make_channel(const Ends& producer, Ends& consumer, const TaskEdge& edge) {
    const ChannelLimits& limits = gate_limits_[edge.to.value()];
    job_.channels_.push_back(
        std::make_unique<LocalChannel>(limits, *consumer.credit, *producer.wakeup, *consumer.wakeup));
    consumer.exchange_bytes += limits.own_bytes.value();
    consumer.inputs[edge.input].push_back(job_.channels_.back().get());
    return job_.channels_.back().get();
  }

  Status make_subtask(const TaskVertex& vertex, Ends& ends) {
    std::vector<ChainedOperator> chain;
    for (const TaskOperator& description : vertex.operators) {
      auto made = description.make(ends.index);
      if (!made.ok()) return made.status().with_context(description.name);
      chain.push_back({.context = make_context(vertex, description, ends), .op = *std::move(made)});
    }
    job_.subtasks_.push_back(std::make_unique<Subtask>(Subtask::Parts{.vertex_name = vertex.name,
                                                                      .index = ends.index,
                                                                      .parallelism = vertex.parallelism,
                                                                      .wakeup = ends.wakeup,
                                                                      .operators = std::move(chain),
                                                                      .inputs = std::move(ends.inputs),
                                                                      .outputs = std::move(ends.outputs),
                                                                      .hold_back_max = environment_.hold_back_max}));
    return {};
  }

  operators::OperatorContext make_context(const TaskVertex& vertex, const TaskOperator& description, const Ends& ends) {
    const std::string name = description.name + " (" + std::to_string(ends.index.value() + 1) + "/" +
                             std::to_string(vertex.parallelism.value()) + ")";
    job_.operator_memory_.push_back(
        job_.slot_memory_[ends.index.value()]->child(name, Bytes(MemoryPool::kUnlimited), ends.memory_owner));
    operators::OperatorContext::Parts parts;
    parts.operator_name = description.name;
    parts.subtask = ends.index;
    parts.parallelism = vertex.parallelism;
    parts.max_parallelism = vertex.max_parallelism;
    parts.batch_limits = environment_.batch_limits;
    parts.clock = environment_.clock;
    parts.wakeup = ends.wakeup;
    parts.memory = job_.operator_memory_.back().get();
    parts.state_backend = environment_.state_backend;
    parts.time_zone = environment_.time_zone.get();
    parts.streaming = environment_.streaming;
    // Every operator instance draws its own sequence.
    parts.seed = seed_ + job_.operator_memory_.size();
    parts.collide_hashes = environment_.collide_hashes;
    return operators::OperatorContext(std::move(parts));
  }

  TaskGraph graph_;
  const JobEnvironment& environment_;
  LocalJob& job_;
  const ExchangeMemory memory_;
  const uint64_t seed_;
  /// By vertex.
  std::vector<ChannelLimits> gate_limits_;
  /// By vertex and subtask.
  std::vector<std::vector<Ends>> ends_;
};

Result<std::unique_ptr<LocalJob>> LocalJob::create(TaskGraph graph, const JobEnvironment& environment) {
  auto job = std::make_unique<LocalJob>();
  job->name_ = graph.job_name;
  job->time_zone_ = environment.time_zone;
  RETURN_IF_ERROR(Builder(std::move(graph), environment, *job).build());
  job->running_ = job->subtasks_.size();
  return job;
}

LocalJob::~LocalJob() = default;

void LocalJob::cancel() {
  for (const auto& subtask : subtasks_) subtask->mailbox().cancel();
}

void LocalJob::on_subtask_end(const Subtask& subtask, const Status& status) {
  bool failed_first = false;
  bool last = false;
  {
    const std::lock_guard lock(mutex_);
    CHECK(running_ > 0) << "more subtasks ended than there are";
    if (!status.ok() && (result_.ok() || result_.code() == ErrorCode::kCancelled)) {
      failed_first = status.code() != ErrorCode::kCancelled;
      result_ = failed_first ? status.with_context(subtask.name()) : status;
    }
    last = --running_ == 0;
  }
  if (failed_first) cancel();
  all_ended_.notify_all();
  if (last && when_ended_) when_ended_();
}

Status LocalJob::wait() {
  std::unique_lock lock(mutex_);
  all_ended_.wait(lock, [&] { return running_ == 0; });
  return result_;
}

bool LocalJob::ended() const {
  const std::lock_guard lock(mutex_);
  return running_ == 0;
}

Status LocalJob::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

}  // namespace eddyline::taskexecutor
