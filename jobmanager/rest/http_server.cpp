#include "jobmanager/rest/http_server.hpp"

#include <thread>

#include "common/concurrency/named_thread.hpp"
#include "common/json/json_value.hpp"
#include "jobmanager/rest/http_loop.hpp"
#include "jobmanager/rest/http_translator.hpp"

namespace eddyline::jobmanager {
namespace {

class LoopingHttpServer final : public HttpServer {
 public:
  LoopingHttpServer(const RestSettings& settings, HttpHandler& handler)
      : translator_(HttpTranslator::make(handler, settings.content_bytes_max)) {}

  ~LoopingHttpServer() override {
    if (!thread_.joinable()) return;
    loop_->stop();
    thread_.join();
  }

  Status start(const RestSettings& settings) {
    ASSIGN_OR_RETURN(ListeningSocket listener, listen_for_requests(settings));
    address_ = {settings.host, listener.port};
    ASSIGN_OR_RETURN(loop_, HttpLoop::open(std::move(listener)));
    ASSIGN_OR_RETURN(workers_,
                     HttpWorkers::start(
                         settings.threads, [this](const std::string& request) { return translator_->answer(request); },
                         [this](uint64_t id, std::string answer) { loop_->finish(id, std::move(answer)); }));
    ASSIGN_OR_RETURN(thread_, start_thread("rest", [this] { loop_->run(*workers_); }));
    return {};
  }

  const NetworkAddress& address() const override { return address_; }

 private:
  std::unique_ptr<HttpTranslator> translator_;
  NetworkAddress address_;
  std::unique_ptr<HttpLoop> loop_;
  /// Goes before the loop, which it tells of its answers.
  std::unique_ptr<HttpWorkers> workers_;
  std::thread thread_;
};

}  // namespace

HttpResponse error_response(int status, const std::string& message) {
  return {status, to_text(JsonValue::Object{{"errors", JsonValue::Array{message}}}, JsonLayout::kCompact)};
}

Result<std::unique_ptr<HttpServer>> HttpServer::start(const RestSettings& settings, HttpHandler& handler,
                                                      const Logger& log) {
  auto server = std::make_unique<LoopingHttpServer>(settings, handler);
  RETURN_IF_ERROR(server->start(settings));
  const Logger named = log.named("RestEndpoint");
  named.info("Rest endpoint listening at " + server->address().to_string());
  named.info("Web frontend listening at http://" + server->address().to_string() + ".");
  return server;
}

}  // namespace eddyline::jobmanager
