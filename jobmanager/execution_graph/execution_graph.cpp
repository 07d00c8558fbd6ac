#include "jobmanager/execution_graph/execution_graph.hpp"

#include <charconv>
#include <map>
#include <tuple>

#include "common/base/check.hpp"

namespace eddyline::jobmanager {

using schemas::SubtaskId;
using schemas::SubtaskState;

namespace {

constexpr uint32_t kSubtasksLogged = 100;

size_t at(SubtaskState state) {
  return static_cast<size_t>(state);
}

/// 16 hex digits.
std::string attempt_text(schemas::AttemptId attempt) {
  std::array<char, 16> digits;
  const char* const end = std::to_chars(digits.begin(), digits.end(), attempt.value(), 16).ptr;
  const std::string_view shown(digits.data(), end);
  return std::string(digits.size() - shown.size(), '0').append(shown);
}

}  // namespace

SubtaskState aggregate_state(const SubtaskCounts& counts) {
  const auto any = [&](SubtaskState state) { return counts[at(state)] > 0; };
  if (any(SubtaskState::kFailed)) return SubtaskState::kFailed;
  if (any(SubtaskState::kCanceling)) return SubtaskState::kCanceling;
  if (any(SubtaskState::kCanceled)) return SubtaskState::kCanceled;
  if (any(SubtaskState::kInitializing)) return SubtaskState::kInitializing;
  if (any(SubtaskState::kRunning)) return SubtaskState::kRunning;
  const bool others = any(SubtaskState::kCreated) || any(SubtaskState::kScheduled) || any(SubtaskState::kDeploying);
  if (any(SubtaskState::kFinished)) return others ? SubtaskState::kRunning : SubtaskState::kFinished;
  if (any(SubtaskState::kDeploying)) return SubtaskState::kDeploying;
  return any(SubtaskState::kScheduled) ? SubtaskState::kScheduled : SubtaskState::kCreated;
}

ExecutionGraph::ExecutionGraph(std::shared_ptr<const JobTopology> topology, schemas::AttemptId attempt,
                               const Logger& log)
    : topology_(std::move(topology)), attempt_(attempt_text(attempt)), log_(log.named("ExecutionGraph")) {
  unended_in_slot_.resize(topology_->slots());
  for (const VertexTopology& vertex : topology_->vertices) {
    const uint32_t subtasks = vertex.parallelism.value();
    first_of_vertex_.push_back(states_.size());
    states_.resize(states_.size() + subtasks, SubtaskState::kCreated);
    vertices_.emplace_back().counts[at(SubtaskState::kCreated)] = subtasks;
    for (uint32_t slot = 0; slot < subtasks; ++slot) ++unended_in_slot_[slot];
    unended_ += subtasks;
  }
}

bool ExecutionGraph::contains(SubtaskId id) const {
  return id.vertex.value() < vertices_.size() &&
         id.subtask.value() < topology_->vertices[id.vertex.value()].parallelism.value();
}

SubtaskState ExecutionGraph::state(SubtaskId id) const {
  CHECK(contains(id)) << "no such subtask";
  return states_[index(id)];
}

std::string ExecutionGraph::name(SubtaskId id) const {
  const VertexTopology& vertex = topology_->vertices[id.vertex.value()];
  return vertex.name + " (" + std::to_string(id.subtask.value() + 1) + "/" +
         std::to_string(vertex.parallelism.value()) + ")";
}

std::vector<SubtaskId> ExecutionGraph::in_slot(uint32_t slot) const {
  std::vector<SubtaskId> subtasks;
  for (uint32_t vertex = 0; vertex < vertices_.size(); ++vertex) {
    const SubtaskId id{VertexId(vertex), SubtaskIndex(slot)};
    if (contains(id)) subtasks.push_back(id);
  }
  return subtasks;
}

std::vector<SubtaskId> ExecutionGraph::first_unended(size_t count_max) const {
  std::vector<SubtaskId> found;
  for (uint32_t vertex = 0; vertex < vertices_.size(); ++vertex) {
    SubtaskId id{VertexId(vertex), SubtaskIndex(0)};
    for (; contains(id) && found.size() < count_max; id.subtask = SubtaskIndex(id.subtask.value() + 1)) {
      if (!schemas::is_terminal(state(id))) found.push_back(id);
    }
  }
  return found;
}

void ExecutionGraph::move(SubtaskId id, SubtaskState to, Moment now, std::string_view detail) {
  const SubtaskState from = state(id);
  set_state(id, to, now);
  log_move(name(id) + " (" + attempt_ + "_" + std::to_string(id.vertex.value()) + "_" +
               std::to_string(id.subtask.value()) + ")",
           from, to, detail);
}

void ExecutionGraph::set_state(SubtaskId id, SubtaskState to, Moment now) {
  const SubtaskState from = state(id);
  CHECK(!schemas::is_terminal(from)) << name(id) << " has ended";
  states_[index(id)] = to;
  count(id, from, to, now);
}

void ExecutionGraph::move_each(std::span<const SubtaskId> subtasks, const Transition& to, Moment now,
                               std::string_view failure) {
  const auto detail = [failure](SubtaskState state) { return state == SubtaskState::kFailed ? failure : std::string_view(); };
  std::map<std::tuple<VertexId, SubtaskState, SubtaskState>, uint32_t> moves;
  for (const SubtaskId id : subtasks) {
    const SubtaskState from = state(id);
    const SubtaskState next = to(from);
    if (is_wide(id.vertex)) {
      set_state(id, next, now);
      ++moves[{id.vertex, from, next}];
    } else {
      move(id, next, now, detail(next));
    }
  }
  for (const auto& [move, count] : moves) {
    const auto& [vertex, from, next] = move;
    log_moves(vertex, from, next, count, detail(next));
  }
}

void ExecutionGraph::move_all(SubtaskState to, Moment now) {
  std::vector<SubtaskId> subtasks;
  for (uint32_t vertex = 0; vertex < vertices_.size(); ++vertex) {
    subtasks.clear();
    const uint32_t parallelism = topology_->vertices[vertex].parallelism.value();
    for (uint32_t subtask = 0; subtask < parallelism; ++subtask) subtasks.push_back({VertexId(vertex), SubtaskIndex(subtask)});
    move_each(subtasks, [to](SubtaskState) { return to; }, now);
  }
}

bool ExecutionGraph::is_wide(VertexId vertex) const {
  return topology_->vertices[vertex.value()].parallelism.value() > kSubtasksLogged;
}

void ExecutionGraph::log_moves(VertexId vertex, SubtaskState from, SubtaskState to, uint32_t count,
                               std::string_view detail) const {
  const VertexTopology& topology = topology_->vertices[vertex.value()];
  const uint32_t all = topology.parallelism.value();
  const std::string which = count == all ? "all " + std::to_string(all) : std::to_string(count) + " of " + std::to_string(all);
  log_move(topology.name + " (" + which + ") (" + attempt_ + "_" + std::to_string(vertex.value()) + ")", from, to, detail);
}

void ExecutionGraph::count(SubtaskId id, SubtaskState from, SubtaskState to, Moment now) {
  VertexView& vertex = vertices_[id.vertex.value()];
  --vertex.counts[at(from)];
  ++vertex.counts[at(to)];
  if (to == SubtaskState::kDeploying && !vertex.start) vertex.start = now.wall;
  const bool ran = from == SubtaskState::kRunning || from == SubtaskState::kCanceling;
  if (to == SubtaskState::kRunning || (to == SubtaskState::kFinished && !ran)) ++have_run_;
  if (!schemas::is_terminal(to)) return;
  --unended_;
  --unended_in_slot_[id.subtask.value()];
  const uint32_t ended = vertex.counts[at(SubtaskState::kFinished)] + vertex.counts[at(SubtaskState::kCanceled)] +
                         vertex.counts[at(SubtaskState::kFailed)];
  if (ended == topology_->vertices[id.vertex.value()].parallelism.value()) vertex.end = now.wall;
}

void ExecutionGraph::log_move(const std::string& what, SubtaskState from, SubtaskState to,
                              std::string_view detail) const {
  if (!log_.enabled(LogLevel::kInfo)) return;
  std::string line = what + " switched from ";
  line.append(schemas::subtask_state_name(from)).append(" to ").append(schemas::subtask_state_name(to));
  if (detail.empty()) {
    line += '.';
  } else {
    line.append(" ").append(detail);
  }
  log_.info(line);
}

}  // namespace eddyline::jobmanager
