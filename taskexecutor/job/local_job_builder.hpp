#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "taskexecutor/exchange/exchange_memory.hpp"
#include "taskexecutor/exchange/remote/attempt_channels.hpp"
#include "taskexecutor/job/local_job.hpp"

namespace eddyline::taskexecutor {

/// Wires what this process runs of a graph: counts what its channels will take, makes them, then the subtasks that hold their ends.
///
/// Goes through all subtasks and channels of the job in the same order everywhere, so that executors agree on the numbers of
/// channels; makes only what has an end here.
class LocalJob::Builder {
 public:
  /// The environment and the part are borrowed.
  Builder(TaskGraph graph, const JobEnvironment& environment, const JobPart& part, LocalJob& job);

  Status build();

 private:
  /// What one subtask gets before it exists.
  struct Ends {
    SubtaskIndex index;
    MemoryOwner memory_owner;
    std::unique_ptr<Mailbox> mailbox;
    CreditPool* credit = nullptr;
    /// For what comes from other processes; null while nothing does.
    CreditGrants* grants = nullptr;
    std::vector<std::vector<InputChannel*>> inputs;
    std::vector<std::unique_ptr<ResultPartition>> outputs;
    /// By executor.
    std::map<uint32_t, FrameSender*> senders;
    /// What its exchanges may hold.
    uint64_t exchange_bytes = 0;
  };
  /// One channel of an edge.
  struct Route {
    const TaskEdge& edge;
    const std::shared_ptr<const EdgeName>& name;
    uint32_t number = 0;
    SubtaskIndex from;
    SubtaskIndex to;
  };

  struct Targets {
    uint32_t first = 0;
    uint32_t count = 0;
  };

  ExchangeMemory::Parts memory_parts() const;
  size_t count_local(VertexId vertex) const;
  bool is_local(SubtaskIndex subtask) const { return part_.placement.is_local(subtask); }
  uint32_t executor_of(SubtaskIndex subtask) const { return part_.placement.executor_of_slot[subtask.value()]; }

  void make_slots();
  Status reserve_exchanges();
  void prepare(const TaskVertex& vertex, VertexId id);
  size_t channels_of_gate(VertexId vertex) const;
  void check_edge(const TaskEdge& edge) const;
  Targets targets_of(const TaskEdge& edge, SubtaskIndex producer) const;
  void count(const TaskEdge& edge);
  Bytes gathered_bytes(const TaskEdge& edge, const Targets& targets) const;
  void connect(const TaskEdge& edge);
  void connect_producer(const TaskEdge& edge, const std::shared_ptr<const EdgeName>& name, SubtaskIndex producer);
  OutputChannel* make_channel(const Route& route);
  OutputChannel* make_local_channel(const Route& route);
  OutputChannel* make_output(const Route& route);
  FrameSender& sender_to(uint32_t executor, Ends& producer);
  void make_input(const Route& route);
  Status make_subtasks(VertexId id);
  Status make_subtask(VertexId id, Ends& ends);
  operators::OperatorContext make_context(const TaskVertex& vertex, const TaskOperator& description, const Ends& ends,
                                          uint64_t number);

  const TaskGraph graph_;
  const JobEnvironment& environment_;
  const JobPart& part_;
  LocalJob& job_;
  const ExchangeMemory memory_;
  const uint64_t seed_;
  /// Of those that were passed, here or elsewhere.
  uint32_t channels_ = 0;
  uint64_t operators_ = 0;
  /// By vertex.
  std::vector<ChannelLimits> gate_limits_;
  /// By vertex and subtask; null for those that run elsewhere.
  std::vector<std::vector<std::unique_ptr<Ends>>> ends_;
};

}  // namespace eddyline::taskexecutor
