#include "jobmanager/rest/http_translator.hpp"

#include <httplib.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "common/config/job_manager_options.hpp"
#include "common/json/json_value.hpp"

namespace eddyline::jobmanager {
namespace {

/// Gives the library the text of a request and takes that of the answer.
class TextStream final : public httplib::Stream {
 public:
  explicit TextStream(std::string_view request) : request_(request) {}

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* place, size_t size) override {
    const size_t count = request_.copy(place, size);
    request_.remove_prefix(count);
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* text, size_t size) override {
    answer_.append(text, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return INVALID_SOCKET; }

  std::string take_answer() { return std::move(answer_); }

 private:
  std::string_view request_;
  std::string answer_;
};

/// Why a request of this Content-Length is refused, if it is.
std::optional<HttpResponse> refusal(const std::string& length, Bytes bytes_max) {
  if (length.empty()) return std::nullopt;
  uint64_t bytes = 0;
  const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), bytes);
  if (error == std::errc::invalid_argument || end != length.data() + length.size()) {
    return error_response(400, "Content-Length is no number: " + length);
  }
  if (error == std::errc() && bytes <= bytes_max.value()) return std::nullopt;
  return error_response(413, "The request has " + length + " bytes behind its headers, and at most " +
                                 std::to_string(bytes_max.value()) + " are allowed. Try to raise '" +
                                 rest_options().content_bytes_max.key() + "'.");
}

/// The request without its Range headers, which a server may ignore: the library would cut the answer into pieces, in any number.
std::string without_ranges(std::string_view head) {
  constexpr std::string_view kName = "range:";
  const auto same_letter = [](char letter, char lower) {
    return (letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter) == lower;
  };
  std::string kept;
  kept.reserve(head.size());
  while (!head.empty()) {
    const size_t end = head.find('\n');
    const std::string_view line = end == std::string_view::npos ? head : head.substr(0, end + 1);
    head.remove_prefix(line.size());
    // The request line, which comes first, is no header.
    const bool is_range = !kept.empty() && std::ranges::equal(line.substr(0, kName.size()), kName, same_letter);
    if (!is_range) kept += line;
  }
  return kept;
}

class HttplibTranslator final : public HttpTranslator, private httplib::Server {
 public:
  HttplibTranslator(HttpHandler& handler, Bytes content_bytes_max)
      : handler_(handler), content_bytes_max_(content_bytes_max) {
    // Before any routing, and before a body is read: none of the requests needs one.
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      respond(request, response);
      return HandlerResponse::Handled;
    });
    // Nobody is told to go on with a body that is not read.
    set_expect_100_continue_handler([this](const httplib::Request& request, httplib::Response& response) {
      respond(request, response);
      return response.status;
    });
  }

  std::string answer(std::string_view head) override {
    const std::string request = without_ranges(head);
    TextStream stream(request);
    bool closed = false;
    process_request(stream, /*close_connection=*/true, closed, nullptr);
    return stream.take_answer();
  }

 private:
  void respond(const httplib::Request& request, httplib::Response& response) {
    const HttpResponse answer = answer_to(request);
    response.status = answer.status;
    response.set_header("Access-Control-Allow-Origin", "*");
    response.set_content(answer.body, "application/json; charset=UTF-8");
  }

  HttpResponse answer_to(const httplib::Request& request) {
    if (auto refused = refusal(request.get_header_value("Content-Length"), content_bytes_max_)) return *refused;
    HttpRequest ours{request.method == "HEAD" ? "GET" : request.method, request.path, {}};
    for (const auto& [key, value] : request.params) ours.query.emplace(key, value);
    return handler_.respond(ours);
  }

  HttpHandler& handler_;
  const Bytes content_bytes_max_;
};

}  // namespace

std::unique_ptr<HttpTranslator> HttpTranslator::make(HttpHandler& handler, Bytes content_bytes_max) {
  return std::make_unique<HttplibTranslator>(handler, content_bytes_max);
}

}  // namespace eddyline::jobmanager
