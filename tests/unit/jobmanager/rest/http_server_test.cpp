// The HTTP server before clients that are slow, silent, many or wrong.

#include "jobmanager/rest/http_server.hpp"

#include <gtest/gtest.h>

#include <list>

#include "jobmanager/rest/http_limits.hpp"
#include "tests/process_driver/no_threads_left.hpp"
#include "tests/process_driver/tcp_client.hpp"

namespace eddyline::jobmanager::tests {
namespace {

using eddyline::tests::TcpClient;

constexpr std::string_view kRequest = "GET /a%20path?mode=cancel HTTP/1.1\r\nHost: x\r\n\r\n";
/// Half of a request.
constexpr std::string_view kHalf = "GET /a HTTP/1.1\r\nHos";

/// Answers with what it was asked.
class Echo final : public HttpHandler {
 public:
  HttpResponse respond(const HttpRequest& request) override {
    std::string body = request.method + " " + request.path;
    for (const auto& [key, value] : request.query) body += " " + key + "=" + value;
    return {200, std::move(body)};
  }
};

RestSettings settings_of(size_t threads) {
  RestSettings settings;
  settings.ports = PortRanges::only(0);
  settings.host_key = "rest.address";
  settings.port_key = "rest.port";
  settings.threads = threads;
  settings.content_bytes_max = Bytes(1000);
  return settings;
}

class HttpServerTest : public testing::Test {
 protected:
  void start(HttpHandler& handler, size_t threads = 4) {
    auto server = HttpServer::start(settings_of(threads), handler, Logger());
    ASSERT_TRUE(server.ok()) << server.status().to_string();
    server_ = *std::move(server);
  }
  std::string ask(std::string_view request) {
    TcpClient client(server_->address().port);
    client.send(request);
    return client.read_to_end();
  }
  void expect_answer(const std::string& answer, const std::string& status, const std::string& body) {
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 " + status + "\r\n")) << answer;
    EXPECT_TRUE(answer.ends_with("\r\n\r\n" + body)) << answer;
  }
  void expect_all_is_well() { expect_answer(ask(kRequest), "200 OK", "GET /a path mode=cancel"); }

  Echo echo_;
  std::unique_ptr<HttpServer> server_;
};

TEST_F(HttpServerTest, ClientsThatSayHalfARequestHoldUpNobody) {
  start(echo_, 1);
  std::list<TcpClient> half;
  for (int count = 0; count < 40; ++count) half.emplace_back(server_->address().port).send(kHalf);
  expect_all_is_well();
  // None of them had to go first.
  for (const TcpClient& client : half) EXPECT_TRUE(client.hears_nothing());
  half.front().send("t: x\r\n\r\n");
  expect_answer(half.front().read_to_end(), "200 OK", "GET /a");
}

TEST_F(HttpServerTest, WhoIsSilentTheLongestGoesWhenThereAreTooMany) {
  start(echo_, 1);
  std::list<TcpClient> silent;
  for (size_t count = 0; count < HttpLimits().connections; ++count) silent.emplace_back(server_->address().port);
  expect_all_is_well();
  EXPECT_EQ(silent.front().read_to_end(), "");
  EXPECT_TRUE(silent.back().hears_nothing());
}

TEST_F(HttpServerTest, ABodyIsNotReadAndALongOneRefused) {
  start(echo_);
  const std::string patch = "PATCH /jobs HTTP/1.1\r\nContent-Length: ";
  expect_answer(ask(patch + "4\r\n\r\nbody"), "200 OK", "PATCH /jobs");
  expect_answer(ask(patch + "1000\r\n\r\n"), "200 OK", "PATCH /jobs");
  const std::string refusal = "413 Payload Too Large";
  expect_answer(ask(patch + "1001\r\n\r\n" + std::string(1001, 'x')), refusal,
                R"({"errors":["The request has 1001 bytes behind its headers, and at most 1000 are allowed. )"
                R"(Try to raise 'rest.server.max-content-length'."]})");
  EXPECT_TRUE(ask(patch + "99999999999999999999999\r\n\r\n").starts_with("HTTP/1.1 " + refusal));
  EXPECT_TRUE(ask(patch + "1001\r\nExpect: 100-continue\r\n\r\n").starts_with("HTTP/1.1 " + refusal));
  expect_answer(ask(patch + "4x\r\n\r\n"), "400 Bad Request", R"({"errors":["Content-Length is no number: 4x"]})");
}

TEST_F(HttpServerTest, RangesAreNotHeeded) {
  start(echo_);
  std::string many = "bytes=0-";
  for (int count = 0; count < 2000; ++count) many += ",0-";
  for (const std::string& ranges :
       {std::string("bytes=0-2"), many, std::string("bytes=900-"), std::string("rubbish")}) {
    for (const std::string name : {"Range", "range", "RANGE"}) {
      expect_answer(ask("GET /range HTTP/1.1\r\nHost: x\r\n" + name + ": " + ranges + "\r\nAccept: */*\r\n\r\n"),
                    "200 OK", "GET /range");
    }
  }
}

TEST_F(HttpServerTest, WhatIsNoRequest) {
  start(echo_);
  EXPECT_TRUE(ask("rubbish\r\n\r\n").starts_with("HTTP/1.1 400 Bad Request\r\n"));
  EXPECT_TRUE(ask("GET /" + std::string(20'000, 'a') + " HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 414 "));
  EXPECT_TRUE(ask("GET / HTTP/1.1\r\nA: " + std::string(100'000, 'a')).starts_with("HTTP/1.1 431 "));
  expect_all_is_well();
}

TEST_F(HttpServerTest, ThreadsThatCannotBeHadFailTheStart) {
  const eddyline::tests::NoThreadsLeft shortage;
  const auto server = HttpServer::start(settings_of(4), echo_, Logger());
  ASSERT_FALSE(server.ok());
  EXPECT_NE(server.status().message().find("the thread 'rest answers' cannot be started: "), std::string::npos)
      << server.status().message();
}

TEST_F(HttpServerTest, AHostThatNobodyKnows) {
  RestSettings settings = settings_of(1);
  settings.bind_host = "no such host";
  const auto server = HttpServer::start(settings, echo_, Logger());
  ASSERT_FALSE(server.ok());
  EXPECT_NE(server.status().message().find("rest.address: unknown host 'no such host'"), std::string::npos)
      << server.status().message();
}

}  // namespace
}  // namespace eddyline::jobmanager::tests
