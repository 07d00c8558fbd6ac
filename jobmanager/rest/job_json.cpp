#include "jobmanager/rest/job_json.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace eddyline::jobmanager {
namespace {

using schemas::JobState;
using schemas::SubtaskState;
using Object = JsonValue::Object;
using Array = JsonValue::Array;

constexpr size_t kSubtaskStates = std::tuple_size_v<SubtaskCounts>;

int64_t or_unset(const std::optional<ProcessingTime>& time) {
  return time ? time->value() : -1;
}

int64_t duration(const std::optional<ProcessingTime>& start, const std::optional<ProcessingTime>& end,
                 ProcessingTime now) {
  return start ? end.value_or(now).value() - start->value() : -1;
}

std::string_view state_name(size_t state) {
  return schemas::subtask_state_name(static_cast<SubtaskState>(state));
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

/// {"CREATED": 0, ...}
Object counts_json(const SubtaskCounts& counts) {
  Object json;
  for (size_t state = 0; state < kSubtaskStates; ++state) json.emplace_back(state_name(state), counts[state]);
  json.emplace_back("RECONCILING", 0);
  return json;
}

/// {"total": 4, "created": 0, ...}
Object tasks_json(const JobView& job) {
  SubtaskCounts counts{};
  for (const VertexView& vertex : job.vertices) {
    for (size_t state = 0; state < kSubtaskStates; ++state) counts[state] += vertex.counts[state];
  }
  Object json;
  json.emplace_back("total", std::accumulate(counts.begin(), counts.end(), uint32_t{0}));
  for (size_t state = 0; state < kSubtaskStates; ++state) json.emplace_back(lower(state_name(state)), counts[state]);
  json.emplace_back("reconciling", 0);
  return json;
}

/// Nothing is measured yet: zeros that say that they are not complete.
Object metrics_json() {
  Object json;
  for (const char* const name : {"read-bytes", "write-bytes", "read-records", "write-records"}) {
    json.emplace_back(name, 0);
    json.emplace_back(std::string(name) + "-complete", false);
  }
  for (const char* const name : {"accumulated-backpressured-time", "accumulated-idle-time", "accumulated-busy-time"}) {
    json.emplace_back(name, 0);
  }
  return json;
}

Object vertex_json(const JobView& job, size_t index, ProcessingTime now) {
  const VertexTopology& vertex = job.topology->vertices[index];
  const VertexView& view = job.vertices[index];
  return {{"id", vertex.uid},
          {"slotSharingGroupId", job.summary.job.to_string()},
          {"name", vertex.name},
          {"maxParallelism", vertex.max_parallelism.value()},
          {"parallelism", vertex.parallelism.value()},
          {"status", schemas::subtask_state_name(aggregate_state(view.counts))},
          {"start-time", or_unset(view.start)},
          {"end-time", or_unset(view.end)},
          {"duration", duration(view.start, view.end, now)},
          {"tasks", counts_json(view.counts)},
          {"metrics", metrics_json()}};
}

/// Lines of a description as HTML.
std::string html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\n':
        result += "<br/>";
        break;
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

Object plan_node_json(const JobTopology& topology, const VertexTopology& vertex) {
  Object json{{"id", vertex.uid},
              {"parallelism", vertex.parallelism.value()},
              {"operator", ""},
              {"operator_strategy", ""},
              {"description", html(vertex.description)}};
  Array inputs;
  for (const VertexInput& input : vertex.inputs) {
    inputs.push_back(Object{{"num", inputs.size()},
                            {"id", topology.vertices[input.source.value()].uid},
                            {"ship_strategy", plan::exchange_kind_name(input.exchange)},
                            {"exchange", "pipelined_bounded"}});
  }
  if (!inputs.empty()) json.emplace_back("inputs", std::move(inputs));
  json.emplace_back("optimizer_properties", Object());
  return json;
}

Object plan_json(const JobView& job) {
  Array nodes;
  for (const VertexTopology& vertex : job.topology->vertices) nodes.push_back(plan_node_json(*job.topology, vertex));
  return {{"jid", job.summary.job.to_string()},
          {"name", job.summary.name},
          {"type", "STREAMING"},
          {"nodes", std::move(nodes)}};
}

/// When the job went into each state; 0 for those that it was not in, as Flink has it here.
Object timestamps_json(const JobTimestamps& timestamps) {
  Object json;
  for (size_t state = 0; state < timestamps.size(); ++state) {
    const std::optional<ProcessingTime>& time = timestamps[state];
    json.emplace_back(schemas::job_state_name(static_cast<JobState>(state)), time ? time->value() : 0);
  }
  return json;
}

Object status_counts_json(const JobView& job) {
  SubtaskCounts counts{};
  for (const VertexView& vertex : job.vertices) ++counts[static_cast<size_t>(aggregate_state(vertex.counts))];
  return counts_json(counts);
}

}  // namespace

Object job_id_json(const JobView& job) {
  return {{"id", job.summary.job.to_string()}, {"status", schemas::job_state_name(job.summary.state)}};
}

Object job_overview_json(const JobView& job, ProcessingTime now) {
  const schemas::JobSummary& summary = job.summary;
  return {{"jid", summary.job.to_string()},
          {"name", summary.name},
          {"start-time", summary.start_time.value()},
          {"end-time", or_unset(job.end_time)},
          {"duration", duration(summary.start_time, job.end_time, now)},
          {"state", schemas::job_state_name(summary.state)},
          {"last-modification", summary.state_time.value()},
          {"tasks", tasks_json(job)}};
}

Object job_details_json(const JobView& job, ProcessingTime now) {
  const schemas::JobSummary& summary = job.summary;
  Array vertices;
  for (size_t vertex = 0; vertex < job.vertices.size(); ++vertex) vertices.push_back(vertex_json(job, vertex, now));
  return {{"jid", summary.job.to_string()},
          {"name", summary.name},
          {"isStoppable", false},
          {"state", schemas::job_state_name(summary.state)},
          {"job-type", "STREAMING"},
          {"start-time", summary.start_time.value()},
          {"end-time", or_unset(job.end_time)},
          {"duration", duration(summary.start_time, job.end_time, now)},
          {"maxParallelism", -1},
          {"now", now.value()},
          {"timestamps", timestamps_json(job.timestamps)},
          {"vertices", std::move(vertices)},
          {"status-counts", status_counts_json(job)},
          {"plan", plan_json(job)}};
}

}  // namespace eddyline::jobmanager
