#include "jobmanager/rest/http_server.hpp"

#include <httplib.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace eddyline::jobmanager {
namespace {

/// How long a client may take over a part of its request or of the answer.
constexpr time_t kPatienceSeconds = 2;

/// Another process on the same port must be refused; a port that was just given up may be taken again.
void set_socket_options(socket_t socket) {
  const int on = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
}

std::string ports_text(const RestSettings& settings) {
  const std::string first = std::to_string(settings.ports.front());
  return settings.ports.size() == 1 ? first : first + "-" + std::to_string(settings.ports.back());
}

/// A thread says once that it has come so far.
class Milestone {
 public:
  void reach() {
    {
      const std::lock_guard lock(mutex_);
      reached_ = true;
    }
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return reached_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool reached_ = false;
};

class HttplibServer final : public HttpServer {
 public:
  HttplibServer(const RestSettings& settings, HttpHandler& handler) : handler_(handler) {
    server_.set_socket_options(set_socket_options);
    server_.set_tcp_nodelay(true);
    server_.set_keep_alive_max_count(1);
    server_.set_keep_alive_timeout(kPatienceSeconds);
    server_.set_read_timeout(kPatienceSeconds);
    server_.set_write_timeout(kPatienceSeconds);
    server_.set_payload_max_length(settings.content_bytes_max.value());
    // IPv4 unless the address is written as another: "localhost" is 127.0.0.1 to everybody.
    if (settings.bind_host.find(':') == std::string::npos) server_.set_address_family(AF_INET);
    // Before any routing, and before a body is read: none of the requests needs one.
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
      return httplib::Server::HandlerResponse::Handled;
    });
    server_.new_task_queue = [this, threads = settings.threads]() -> httplib::TaskQueue* {
      accepting_.reach();
      return std::make_unique<httplib::ThreadPool>(threads).release();
    };
  }

  ~HttplibServer() override {
    if (!thread_.joinable()) return;
    // stop() is lost on a server that does not accept yet.
    accepting_.wait();
    server_.stop();
    thread_.join();
  }

  Status listen(const RestSettings& settings) {
    for (const uint16_t port : settings.ports) {
      const std::optional<uint16_t> bound = bind(settings.bind_host, port);
      if (!bound) continue;
      address_ = {settings.host, *bound};
      thread_ = std::thread([this] { server_.listen_after_bind(); });
      return {};
    }
    return io_error("Could not start rest endpoint on any port in port range " + ports_text(settings) + " (" +
                    settings.port_key + ") of host " + settings.bind_host + " (" + settings.host_key +
                    "): they are in use, or this machine has no such host.");
  }

  const NetworkAddress& address() const override { return address_; }

 private:
  std::optional<uint16_t> bind(const std::string& host, uint16_t port) {
    if (port != 0) return server_.bind_to_port(host, port) ? std::optional(port) : std::nullopt;
    const int bound = server_.bind_to_any_port(host);
    return bound < 0 ? std::nullopt : std::optional(static_cast<uint16_t>(bound));
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    HttpRequest ours{request.method == "HEAD" ? "GET" : request.method, request.path, {}};
    for (const auto& [key, value] : request.params) ours.query.emplace(key, value);
    const HttpResponse answer = handler_.respond(ours);
    response.status = answer.status;
    response.set_header("Access-Control-Allow-Origin", "*");
    response.set_content(answer.body, "application/json; charset=UTF-8");
  }

  HttpHandler& handler_;
  httplib::Server server_;
  NetworkAddress address_;
  Milestone accepting_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::start(const RestSettings& settings, HttpHandler& handler,
                                                      const Logger& log) {
  auto server = std::make_unique<HttplibServer>(settings, handler);
  RETURN_IF_ERROR(server->listen(settings));
  const Logger named = log.named("RestEndpoint");
  named.info("Rest endpoint listening at " + server->address().to_string());
  named.info("Web frontend listening at http://" + server->address().to_string() + ".");
  return server;
}

}  // namespace eddyline::jobmanager
