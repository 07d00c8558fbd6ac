#include "taskexecutor/job/local_job_builder.hpp"

#include <algorithm>

#include "common/base/check.hpp"
#include "common/base/random.hpp"

namespace eddyline::taskexecutor {

LocalJob::Builder::Builder(TaskGraph graph, const JobEnvironment& environment, const JobPart& part, LocalJob& job)
    : graph_(std::move(graph)),
      environment_(environment),
      part_(part),
      job_(job),
      memory_(memory_parts()),
      seed_(environment.seed.has_value() ? *environment.seed : seed_from_system()) {
  const JobPlacement& placement = part.placement;
  if (placement.executors.empty()) return;
  CHECK(part.data_plane != nullptr) << "a part of a job needs a way to the others";
  job_.remote_ = std::make_unique<AttemptChannels>(
      AttemptChannels::Parts{
          .attempt = placement.attempt, .executors = placement.executors, .self = placement.self},
      *part.data_plane);
}

Status LocalJob::Builder::build() {
  make_slots();
  for (uint32_t vertex = 0; vertex < graph_.vertices.size(); ++vertex) {
    prepare(graph_.vertices[vertex], VertexId(vertex));
  }
  for (const TaskEdge& edge : graph_.edges) count(edge);
  // Before there are any: a million channels take hundreds of megabytes even if nothing ever waits in them.
  RETURN_IF_ERROR(reserve_exchanges());
  for (const TaskEdge& edge : graph_.edges) connect(edge);
  for (uint32_t vertex = 0; vertex < graph_.vertices.size(); ++vertex) RETURN_IF_ERROR(make_subtasks(VertexId(vertex)));
  return job_.remote_ == nullptr ? Status() : job_.remote_->attach();
}

ExchangeMemory::Parts LocalJob::Builder::memory_parts() const {
  ExchangeMemory::Parts parts{
      .total = environment_.exchange_memory, .channel = environment_.channel_limits, .batch = environment_.batch_limits};
  for (uint32_t vertex = 0; vertex < graph_.vertices.size(); ++vertex) {
    if (graph_.vertices[vertex].inputs > 0) parts.gates += count_local(VertexId(vertex));
  }
  for (const TaskEdge& edge : graph_.edges) parts.partitions += count_local(edge.from);
  return parts;
}

size_t LocalJob::Builder::count_local(VertexId vertex) const {
  size_t count = 0;
  for (uint32_t index = 0; index < graph_.vertices[vertex.value()].parallelism.value(); ++index) {
    count += is_local(SubtaskIndex(index)) ? 1 : 0;
  }
  return count;
}

void LocalJob::Builder::make_slots() {
  uint32_t slots = 0;
  for (const TaskVertex& vertex : graph_.vertices) slots = std::max(slots, vertex.parallelism.value());
  CHECK(part_.placement.executors.empty() || part_.placement.executor_of_slot.size() >= slots)
      << "a placement of " << part_.placement.executor_of_slot.size() << " slots for a job of " << slots;
  job_.slot_memory_.resize(slots);
  job_.exchange_memory_.resize(slots);
  for (uint32_t slot = 0; slot < slots; ++slot) {
    if (!is_local(SubtaskIndex(slot))) continue;
    const std::string name =
        "slot " + std::to_string(slot + 1) + "/" + std::to_string(slots) + " of " + graph_.job_name;
    job_.slot_memory_[slot] = environment_.memory->child(name);
    job_.exchange_memory_[slot] = job_.slot_memory_[slot]->child("exchanges of " + name);
  }
}

Status LocalJob::Builder::reserve_exchanges() {
  for (const auto& subtasks : ends_) {
    for (const auto& ends : subtasks) {
      if (ends == nullptr) continue;
      RETURN_IF_ERROR(job_.exchange_memory_[ends->index.value()]->reserve(Bytes(ends->exchange_bytes)));
    }
  }
  return {};
}

void LocalJob::Builder::prepare(const TaskVertex& vertex, VertexId id) {
  const ChannelLimits& limits = gate_limits_.emplace_back(memory_.gate_limits(channels_of_gate(id)));
  auto& subtasks = ends_.emplace_back();
  const Mailbox::Barriers barriers = vertex.inputs == 0 ? Mailbox::Barriers::kStartHere : Mailbox::Barriers::kFromInputs;
  for (uint32_t index = 0; index < vertex.parallelism.value(); ++index) {
    auto& ends = subtasks.emplace_back();
    if (!is_local(SubtaskIndex(index))) continue;
    job_.credit_pools_.push_back(std::make_unique<CreditPool>(limits.shared_bytes));
    ends = std::make_unique<Ends>();
    ends->index = SubtaskIndex(index);
    ends->memory_owner = MemoryOwner::draw();
    ends->mailbox = std::make_unique<Mailbox>(std::make_shared<Wakeup>(), barriers);
    ends->credit = job_.credit_pools_.back().get();
    ends->inputs.resize(vertex.inputs);
    ends->exchange_bytes = vertex.inputs == 0 ? 0 : limits.shared_bytes.value();
  }
}

/// The most that one of the vertex's gates has.
size_t LocalJob::Builder::channels_of_gate(VertexId vertex) const {
  size_t channels = 0;
  for (const TaskEdge& edge : graph_.edges) {
    if (edge.to != vertex) continue;
    const bool forward = edge.exchange.kind == ExchangeKind::kForward;
    channels += forward ? 1 : graph_.vertices[edge.from.value()].parallelism.value();
  }
  return channels;
}

void LocalJob::Builder::check_edge(const TaskEdge& edge) const {
  const TaskVertex& from = graph_.vertices[edge.from.value()];
  const TaskVertex& to = graph_.vertices[edge.to.value()];
  CHECK(edge.exchange.kind != ExchangeKind::kForward || from.parallelism == to.parallelism)
      << "a forward exchange needs the same parallelism on both ends";
  CHECK(edge.input < to.inputs) << "an edge to input " << edge.input << " that does not exist";
}

/// The consumer's subtasks to which one of the producer's writes.
LocalJob::Builder::Targets LocalJob::Builder::targets_of(const TaskEdge& edge, SubtaskIndex producer) const {
  switch (edge.exchange.kind) {
    case ExchangeKind::kForward:
      return {producer.value(), 1};
    case ExchangeKind::kSingle:
      return {0, 1};
    case ExchangeKind::kHash:
    case ExchangeKind::kRebalance:
    case ExchangeKind::kBroadcast:
      break;
  }
  return {0, graph_.vertices[edge.to.value()].parallelism.value()};
}

/// Adds what the edge's channels take to what the subtasks at their ends have.
void LocalJob::Builder::count(const TaskEdge& edge) {
  check_edge(edge);
  const uint64_t own = gate_limits_[edge.to.value()].own_bytes.value();
  for (uint32_t producer = 0; producer < graph_.vertices[edge.from.value()].parallelism.value(); ++producer) {
    Ends* const from = ends_[edge.from.value()][producer].get();
    const Targets targets = targets_of(edge, SubtaskIndex(producer));
    for (uint32_t target = targets.first; target < targets.first + targets.count; ++target) {
      Ends* const to = ends_[edge.to.value()][target].get();
      // What waits in a channel, and between processes what has not left on the writer's side.
      if (to != nullptr) to->exchange_bytes += own + ExchangeMemory::kChannelHead;
      if (from != nullptr && to == nullptr) from->exchange_bytes += own + ExchangeMemory::kChannelHead;
    }
    // What a channel's builder holds, and goes past the credit when it is handed over.
    if (from != nullptr) from->exchange_bytes += targets.count * gathered_bytes(edge, targets).value();
  }
}

Bytes LocalJob::Builder::gathered_bytes(const TaskEdge& edge, const Targets& targets) const {
  return memory_.gathered_bytes(targets.count, edge.types.size());
}

void LocalJob::Builder::connect(const TaskEdge& edge) {
  const TaskVertex& from = graph_.vertices[edge.from.value()];
  const TaskVertex& to = graph_.vertices[edge.to.value()];
  const auto name = std::make_shared<const EdgeName>(
      EdgeName{.from = from.name, .to = to.name, .from_parallelism = from.parallelism, .to_parallelism = to.parallelism});
  for (uint32_t producer = 0; producer < from.parallelism.value(); ++producer) {
    connect_producer(edge, name, SubtaskIndex(producer));
  }
}

void LocalJob::Builder::connect_producer(const TaskEdge& edge, const std::shared_ptr<const EdgeName>& name,
                                         SubtaskIndex producer) {
  ResultPartition::Parts parts{.exchange = edge.exchange,
                               .types = edge.types,
                               .limits = environment_.batch_limits,
                               .producer = producer,
                               .channels = {}};
  const Targets targets = targets_of(edge, producer);
  for (uint32_t target = targets.first; target < targets.first + targets.count; ++target) {
    OutputChannel* const channel = make_channel(
        {.edge = edge, .name = name, .number = channels_++, .from = producer, .to = SubtaskIndex(target)});
    if (channel != nullptr) parts.channels.push_back(channel);
  }
  if (!is_local(producer)) return;
  Ends& ends = *ends_[edge.from.value()][producer.value()];
  parts.gathered_bytes = gathered_bytes(edge, targets);
  ends.outputs.push_back(std::make_unique<ResultPartition>(std::move(parts)));
}

/// The producer's end, or null if that is elsewhere.
OutputChannel* LocalJob::Builder::make_channel(const Route& route) {
  if (is_local(route.from)) return is_local(route.to) ? make_local_channel(route) : make_output(route);
  if (is_local(route.to)) make_input(route);
  return nullptr;
}

OutputChannel* LocalJob::Builder::make_local_channel(const Route& route) {
  const ChannelLimits& limits = gate_limits_[route.edge.to.value()];
  const Ends& producer = *ends_[route.edge.from.value()][route.from.value()];
  Ends& consumer = *ends_[route.edge.to.value()][route.to.value()];
  job_.channels_.push_back(std::make_unique<LocalChannel>(limits, *consumer.credit, *producer.mailbox->wakeup(),
                                                          *consumer.mailbox->wakeup()));
  consumer.inputs[route.edge.input].push_back(job_.channels_.back().get());
  return job_.channels_.back().get();
}

OutputChannel* LocalJob::Builder::make_output(const Route& route) {
  Ends& producer = *ends_[route.edge.from.value()][route.from.value()];
  return &job_.remote_->add_output(
      executor_of(route.to),
      {.name = {.number = route.number, .from = route.from, .to = route.to, .edge = route.name},
       .limits = gate_limits_[route.edge.to.value()],
       .writer_wakeup = producer.mailbox->wakeup(),
       .sender = &sender_to(executor_of(route.to), producer),
       .writer = producer.mailbox.get()});
}

FrameSender& LocalJob::Builder::sender_to(uint32_t executor, Ends& producer) {
  FrameSender*& sender = producer.senders[executor];
  if (sender == nullptr) sender = &job_.remote_->add_sender(executor, producer.mailbox->wakeup(), *job_.exchange_memory_[producer.index.value()]);
  return *sender;
}

void LocalJob::Builder::make_input(const Route& route) {
  const ChannelLimits& limits = gate_limits_[route.edge.to.value()];
  Ends& consumer = *ends_[route.edge.to.value()][route.to.value()];
  if (consumer.grants == nullptr) consumer.grants = &job_.remote_->add_grants();
  consumer.inputs[route.edge.input].push_back(&job_.remote_->add_input(
      executor_of(route.from),
      {.name = {.number = route.number, .from = route.from, .to = route.to, .edge = route.name},
       .limits = limits,
       .types = route.edge.types,
       .changelog_mode = route.edge.changelog_mode,
       .shared = consumer.credit,
       .grants = consumer.grants,
       .clock = environment_.clock,
       .memory = job_.exchange_memory_[route.to.value()].get(),
       .reader_wakeup = consumer.mailbox->wakeup().get(),
       .reader = consumer.mailbox.get()}));
}

Status LocalJob::Builder::make_subtasks(VertexId id) {
  for (const auto& ends : ends_[id.value()]) {
    if (ends == nullptr) {
      operators_ += graph_.vertices[id.value()].operators.size();
    } else {
      RETURN_IF_ERROR(make_subtask(id, *ends));
    }
  }
  return {};
}

Status LocalJob::Builder::make_subtask(VertexId id, Ends& ends) {
  const TaskVertex& vertex = graph_.vertices[id.value()];
  std::vector<ChainedOperator> chain;
  for (const TaskOperator& description : vertex.operators) {
    auto made = description.make(ends.index);
    if (!made.ok()) return made.status().with_context(description.name);
    chain.push_back({.context = make_context(vertex, description, ends, ++operators_), .op = *std::move(made)});
  }
  SubtaskOutput::Parts output{
      .partitions = std::move(ends.outputs), .senders = {}, .hold_back_max = environment_.hold_back_max};
  for (const auto& [executor, sender] : ends.senders) output.senders.push_back(sender);
  job_.subtasks_.push_back(std::make_unique<Subtask>(
      Subtask::Parts{.vertex = id,
                     .vertex_name = vertex.name,
                     .index = ends.index,
                     .parallelism = vertex.parallelism,
                     .mailbox = std::move(ends.mailbox),
                     .operators = std::move(chain),
                     .inputs = std::move(ends.inputs),
                     .output = std::move(output),
                     .on_running = [&job = job_](const Subtask& subtask) { job.on_subtask_running(subtask); },
                     .restored = part_.restored,
                     .snapshots = part_.snapshots,
                     .checkpoint_targets = job_.checkpoint_targets_,
                     .attempt = part_.placement.attempt}));
  return {};
}

operators::OperatorContext LocalJob::Builder::make_context(const TaskVertex& vertex, const TaskOperator& description,
                                                           const Ends& ends, uint64_t number) {
  const std::string name = description.name + " (" + std::to_string(ends.index.value() + 1) + "/" +
                           std::to_string(vertex.parallelism.value()) + ")";
  job_.operator_memory_.push_back(
      job_.slot_memory_[ends.index.value()]->child(name, Bytes(MemoryPool::kUnlimited), ends.memory_owner));
  operators::OperatorContext::Parts parts;
  parts.operator_name = description.name;
  parts.uid = description.uid;
  parts.subtask = ends.index;
  parts.parallelism = vertex.parallelism;
  parts.max_parallelism = vertex.max_parallelism;
  parts.batch_limits = environment_.batch_limits;
  parts.clock = environment_.clock;
  parts.wakeup = ends.mailbox->wakeup();
  parts.memory = job_.operator_memory_.back().get();
  parts.state_backend = environment_.state_backend;
  parts.time_zone = environment_.time_zone.get();
  parts.streaming = environment_.streaming;
  // Every operator instance draws its own sequence.
  parts.seed = seed_ + number;
  parts.collide_hashes = environment_.collide_hashes;
  return operators::OperatorContext(std::move(parts));
}

}  // namespace eddyline::taskexecutor
