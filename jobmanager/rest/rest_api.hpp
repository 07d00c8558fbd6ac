#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "common/clock/clock.hpp"
#include "common/json/json_value.hpp"
#include "jobmanager/core/core_access.hpp"
#include "jobmanager/rest/http_server.hpp"

namespace eddyline::jobmanager {

/// The resources of Flink's REST interface that are served; others are not found.
///
/// GET /config /overview /jobs /jobs/overview /jobs/:jobid /taskmanagers /taskmanagers/:id, PATCH /jobs/:jobid?mode=cancel,
/// all also below /v1. Every request asks the core for what it needs, within a time limit, and writes JSON on its own thread.
///
/// Thread   any.
class RestApi final : public HttpHandler {
 public:
  struct Settings {
    std::string version;
    std::chrono::milliseconds refresh_interval{3000};
    bool cancel_enabled = true;
    /// How long a request waits for the core.
    std::chrono::milliseconds answer_limit{5000};
  };

  /// Core and clock are borrowed.
  RestApi(CoreAccess& core, const Clock& clock, Settings settings)
      : core_(core), clock_(clock), settings_(std::move(settings)) {}

  HttpResponse respond(const HttpRequest& request) override;

 private:
  /// Errors   kNotFound: 404; kValidationError: 400; kUnavailable: 503.
  Result<JsonValue> get(std::string_view path);
  Result<JsonValue> config() const;
  Result<JsonValue> overview();
  Result<JsonValue> jobs();
  Result<JsonValue> jobs_overview();
  Result<JsonValue> job(std::string_view id);
  Result<JsonValue> executors();
  Result<JsonValue> executor(std::string_view id);
  HttpResponse patch(std::string_view path, const HttpRequest& request);

  Result<std::vector<JobView>> ask_for_jobs();
  Result<ClusterView> ask_for_cluster();

  CoreAccess& core_;
  const Clock& clock_;
  Settings settings_;
};

}  // namespace eddyline::jobmanager
