#pragma once

#include <map>
#include <memory>
#include <string>

#include "common/base/status.hpp"
#include "common/logging/logger.hpp"
#include "common/net/network.hpp"
#include "jobmanager/settings/job_manager_settings.hpp"

namespace eddyline::jobmanager {

struct HttpRequest {
  /// "GET"
  std::string method;
  /// Decoded, without what follows '?'.
  std::string path;
  std::map<std::string, std::string> query;
};

struct HttpResponse {
  int status = 200;
  /// JSON.
  std::string body;
};

/// One that says what is wrong, as Flink's do.
HttpResponse error_response(int status, const std::string& message);

/// Answers requests. Thread   any.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  virtual HttpResponse respond(const HttpRequest& request) = 0;
};

/// An HTTP server of JSON documents: one request a connection, a fixed number of threads that make answers. Clients that are slow or
/// silent hold up nobody, and are cut off in the end.
class HttpServer {
 public:
  /// Listens at the first port of the settings that is free; `handler` is borrowed.
  /// Errors   kIoError when none is free, with the host and the option that names the ports, or without the threads that it needs;
  ///          kConfigurationError for an unknown host.
  static Result<std::unique_ptr<HttpServer>> start(const RestSettings& settings, HttpHandler& handler,
                                                   const Logger& log);
  /// Waits for the requests that are being answered.
  virtual ~HttpServer() = default;

  /// Where it is reached, with the port that was taken.
  virtual const NetworkAddress& address() const = 0;
};

}  // namespace eddyline::jobmanager
