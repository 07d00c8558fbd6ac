#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/clock/moment.hpp"
#include "common/logging/logger.hpp"
#include "jobmanager/execution_graph/job_topology.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::jobmanager {

/// Subtasks by their state, indexed by SubtaskState.
using SubtaskCounts = std::array<uint32_t, 9>;

/// How one vertex stands.
struct VertexView {
  SubtaskCounts counts{};
  /// When its first subtask was deployed, and when its last one ended.
  std::optional<ProcessingTime> start;
  std::optional<ProcessingTime> end;
};

/// One state for a vertex, as Flink makes it from those of its subtasks.
schemas::SubtaskState aggregate_state(const SubtaskCounts& counts);

/// One try to run a job in its parallel form: the state of every subtask, and a log line for each change.
class ExecutionGraph {
 public:
  ExecutionGraph(std::shared_ptr<const JobTopology> topology, schemas::AttemptId attempt, const Logger& log);

  const JobTopology& topology() const { return *topology_; }
  bool contains(schemas::SubtaskId id) const;
  /// CHECKs contains().
  schemas::SubtaskState state(schemas::SubtaskId id) const;
  /// "Calc[3] (2/4)".
  std::string name(schemas::SubtaskId id) const;
  /// One subtask of each vertex that is wide enough.
  std::vector<schemas::SubtaskId> in_slot(uint32_t slot) const;

  /// Moves a subtask that has not ended; `detail` ends the log line.
  void move(schemas::SubtaskId id, schemas::SubtaskState to, Moment now, std::string_view detail = {});
  /// Moves subtasks that have not ended to what `to` says of the state that each is in; `failure` ends the log lines of those that have
  /// failed. Of a wide vertex one line stands for all that change alike: a million lines would take seconds, in which nobody else is
  /// served.
  using Transition = std::function<schemas::SubtaskState(schemas::SubtaskState)>;
  void move_each(std::span<const schemas::SubtaskId> subtasks, const Transition& to, Moment now, std::string_view failure = {});
  /// Moves every subtask.
  void move_all(schemas::SubtaskState to, Moment now);

  /// Subtasks that have not ended.
  uint32_t unended() const { return unended_; }
  /// At most so many of them, in order.
  std::vector<schemas::SubtaskId> first_unended(size_t count_max) const;
  uint32_t unended_in_slot(uint32_t slot) const { return unended_in_slot_[slot]; }
  /// Whether every subtask is or was running.
  bool all_have_run() const { return have_run_ == states_.size(); }
  /// By vertex id.
  const std::vector<VertexView>& vertices() const { return vertices_; }

 private:
  size_t index(schemas::SubtaskId id) const { return first_of_vertex_[id.vertex.value()] + id.subtask.value(); }
  void count(schemas::SubtaskId id, schemas::SubtaskState from, schemas::SubtaskState to, Moment now);
  void set_state(schemas::SubtaskId id, schemas::SubtaskState to, Moment now);
  bool is_wide(VertexId vertex) const;
  void log_moves(VertexId vertex, schemas::SubtaskState from, schemas::SubtaskState to, uint32_t count, std::string_view detail) const;
  void log_move(const std::string& what, schemas::SubtaskState from, schemas::SubtaskState to,
                std::string_view detail) const;

  std::shared_ptr<const JobTopology> topology_;
  std::string attempt_;
  Logger log_;
  /// Those of vertex v from first_of_vertex_[v] on.
  std::vector<schemas::SubtaskState> states_;
  std::vector<size_t> first_of_vertex_;
  std::vector<VertexView> vertices_;
  std::vector<uint32_t> unended_in_slot_;
  uint32_t unended_ = 0;
  size_t have_run_ = 0;
};

}  // namespace eddyline::jobmanager
