#include "jobmanager/rest/rest_api.hpp"

#include <ctime>

#include "jobmanager/rest/executor_json.hpp"
#include "jobmanager/rest/job_json.hpp"

namespace eddyline::jobmanager {
namespace {

using Object = JsonValue::Object;
using Array = JsonValue::Array;

int http_status(ErrorCode code) {
  if (code == ErrorCode::kNotFound) return 404;
  if (code == ErrorCode::kUnavailable) return 503;
  return 400;
}

HttpResponse refusal(const Status& why) {
  return error_response(http_status(why.code()), why.message());
}

Status no_such_path(std::string_view path) {
  return not_found("Not found: " + std::string(path));
}

Status no_such_job(JobId job) {
  return not_found("Job " + job.to_string() + " not found");
}

/// What follows a prefix; nothing if the path is another, or goes on below.
std::optional<std::string_view> last_part(std::string_view path, std::string_view prefix) {
  if (!path.starts_with(prefix)) return std::nullopt;
  path.remove_prefix(prefix.size());
  if (path.empty() || path.find('/') != std::string_view::npos) return std::nullopt;
  return path;
}

Result<JobId> job_id(std::string_view text) {
  Result<JobId> id = JobId::parse(text);
  if (id.ok()) return id;
  return validation_error("Cannot resolve path parameter (jobid) from value \"" + std::string(text) + "\".");
}

}  // namespace

HttpResponse RestApi::respond(const HttpRequest& request) {
  std::string_view path = request.path;
  if (path.starts_with("/v1/")) path.remove_prefix(3);
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  if (request.method == "PATCH") return patch(path, request);
  if (request.method != "GET") return refusal(no_such_path(request.path));
  const Result<JsonValue> body = get(path);
  if (!body.ok()) return refusal(body.status());
  return {200, to_text(*body, JsonLayout::kCompact)};
}

Result<JsonValue> RestApi::get(std::string_view path) {
  if (path == "/config") return config();
  if (path == "/overview") return overview();
  if (path == "/jobs") return jobs();
  if (path == "/jobs/overview") return jobs_overview();
  if (path == "/taskmanagers") return executors();
  if (const auto id = last_part(path, "/jobs/")) return job(*id);
  if (const auto id = last_part(path, "/taskmanagers/")) return executor(*id);
  return no_such_path(path);
}

Result<JsonValue> RestApi::config() const {
  const std::time_t now = clock_.now().value() / 1000;
  std::tm local{};
  localtime_r(&now, &local);
  Object features{
      {"web-submit", false}, {"web-cancel", settings_.cancel_enabled}, {"web-rescale", false}, {"web-history", false}};
  return Object{{"refresh-interval", settings_.refresh_interval.count()},
                {"timezone-name", local.tm_zone},
                {"timezone-offset", local.tm_gmtoff * 1000},
                {"flink-version", settings_.version},
                {"flink-revision", ""},
                {"features", std::move(features)}};
}

Result<std::vector<JobView>> RestApi::ask_for_jobs() {
  return core_.ask<std::vector<JobView>>([](JobManagerCore& core, Moment) { return core.dispatcher().jobs(); },
                                         settings_.answer_limit);
}

Result<ClusterView> RestApi::ask_for_cluster() {
  return core_.ask<ClusterView>([](JobManagerCore& core, Moment) { return core.cluster(); }, settings_.answer_limit);
}

Result<JsonValue> RestApi::overview() {
  const auto question = [](JobManagerCore& core, Moment) { return core.counts(); };
  ASSIGN_OR_RETURN(const ClusterCounts counts, core_.ask<ClusterCounts>(question, settings_.answer_limit));
  return Object{{"taskmanagers", counts.executors},
                {"taskmanagers-blocked", 0},
                {"slots-total", counts.slots},
                {"slots-available", counts.free_slots},
                {"slots-free-and-blocked", 0},
                {"jobs-running", counts.jobs.running},
                {"jobs-finished", counts.jobs.finished},
                {"jobs-cancelled", counts.jobs.canceled},
                {"jobs-failed", counts.jobs.failed},
                {"flink-version", settings_.version},
                {"flink-commit", ""}};
}

Result<JsonValue> RestApi::jobs() {
  ASSIGN_OR_RETURN(const std::vector<JobView> jobs, ask_for_jobs());
  Array list;
  for (const JobView& job : jobs) list.push_back(job_id_json(job));
  return Object{{"jobs", std::move(list)}};
}

Result<JsonValue> RestApi::jobs_overview() {
  ASSIGN_OR_RETURN(const std::vector<JobView> jobs, ask_for_jobs());
  Array list;
  for (const JobView& job : jobs) list.push_back(job_overview_json(job, clock_.now()));
  return Object{{"jobs", std::move(list)}};
}

Result<JsonValue> RestApi::job(std::string_view text) {
  ASSIGN_OR_RETURN(const JobId id, job_id(text));
  const auto question = [id](JobManagerCore& core, Moment) { return core.dispatcher().job(id); };
  ASSIGN_OR_RETURN(const std::optional<JobView> job,
                   core_.ask<std::optional<JobView>>(question, settings_.answer_limit));
  if (!job) return no_such_job(id);
  return job_details_json(*job, clock_.now());
}

Result<JsonValue> RestApi::executors() {
  ASSIGN_OR_RETURN(const ClusterView cluster, ask_for_cluster());
  Array list;
  for (const ExecutorView& executor : cluster.executors) list.push_back(executor_json(executor));
  return Object{{"taskmanagers", std::move(list)}};
}

Result<JsonValue> RestApi::executor(std::string_view id) {
  ASSIGN_OR_RETURN(const ClusterView cluster, ask_for_cluster());
  for (const ExecutorView& view : cluster.executors) {
    if (view.executor.address.executor.value() == id) return executor_json(view);
  }
  return not_found("Could not find TaskExecutor " + std::string(id) + ".");
}

HttpResponse RestApi::patch(std::string_view path, const HttpRequest& request) {
  const auto text = last_part(path, "/jobs/");
  if (!text || !settings_.cancel_enabled) return refusal(no_such_path(request.path));
  const auto mode = request.query.find("mode");
  if (mode != request.query.end() && mode->second != "cancel") {
    return refusal(validation_error("The mode '" + mode->second + "' is not supported; use cancel."));
  }
  const Result<JobId> id = job_id(*text);
  if (!id.ok()) return refusal(id.status());
  const auto question = [id = *id](JobManagerCore& core, Moment now) { return core.cancel_job(id, now); };
  const Result<std::optional<Status>> result = core_.ask<std::optional<Status>>(question, settings_.answer_limit);
  if (!result.ok()) return refusal(result.status());
  if ((*result)->ok()) return {202, "{}"};
  if ((*result)->code() == ErrorCode::kNotFound) return refusal(no_such_job(*id));
  return error_response(409, (*result)->message());
}

}  // namespace eddyline::jobmanager
