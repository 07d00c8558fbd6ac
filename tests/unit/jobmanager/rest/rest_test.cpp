// The REST interface over real sockets, before a core on its thread.

#include <gtest/gtest.h>
#include <httplib.h>

#include "common/json/json_value.hpp"
#include "common/logging/captured_log.hpp"
#include "jobmanager/process/job_manager_thread.hpp"
#include "jobmanager/rest/http_server.hpp"
#include "jobmanager/rest/rest_api.hpp"
#include "tests/unit/jobmanager/core/test_plan_reader.hpp"

namespace eddyline::jobmanager::tests {
namespace {

constexpr std::chrono::milliseconds kLimit{30'000};

/// Remembers what jobs are called by.
class SubmissionOutbox final : public Outbox {
 public:
  void to_executor(PeerId, schemas::ToExecutor message) override {
    if (const auto* order = std::get_if<schemas::DeployJob>(&message)) attempt = order->attempt;
  }
  void to_executors(std::span<const PeerId> executors, schemas::ToExecutor message) override {
    for (const PeerId executor : executors) to_executor(executor, message);
  }
  void to_client(PeerId, schemas::ToClient message) override {
    if (const auto* submitted = std::get_if<schemas::JobSubmitted>(&message)) job = submitted->job;
  }
  void disconnect(PeerId) override {}

  JobId job;
  schemas::AttemptId attempt;
};

RestSettings rest_settings(PortRanges ports) {
  RestSettings settings;
  settings.ports = std::move(ports);
  settings.host_key = "rest.address";
  settings.port_key = "rest.port";
  return settings;
}

struct Answer {
  int status = 0;
  std::string body;
};

class RestTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(thread_.start().ok());
    Result<std::unique_ptr<HttpServer>> server =
        HttpServer::start(rest_settings(PortRanges::only(0)), api_, Logger(log_, clock_, ""));
    ASSERT_TRUE(server.ok()) << server.status().to_string();
    server_ = *std::move(server);
  }

  void say(PeerId peer, schemas::ToJobManager message) {
    const auto said = thread_.ask<bool>(
        [this, peer, message](JobManagerCore& core, Moment now) {
          core.on_connect(peer);
          core.on_message(peer, message, now);
          while (auto read = plans_.take()) core.on_plan_read(read->submission, std::move(read->topology), now);
          return true;
        },
        kLimit);
    ASSERT_TRUE(said.ok());
  }
  void register_executor() {
    say(PeerId(1),
        schemas::RegisterExecutor{{schemas::ExecutorId("executor-1"), "localhost", 4000}, 3, Bytes(1 << 30), 77, ""});
  }
  void submit(const std::string& plan) {
    say(PeerId(2), schemas::SubmitJob{schemas::RequestId(1), "a job", plan, {}, false});
  }
  void report(VertexId vertex, uint32_t subtask, schemas::SubtaskState state) {
    say(PeerId(1), schemas::SubtaskChanged{outbox_.attempt, {vertex, SubtaskIndex(subtask)}, state, {}, {}});
  }

  Answer request(const std::string& method, const std::string& path) {
    httplib::Client client("127.0.0.1", server_->address().port);
    httplib::Request request;
    request.method = method;
    request.path = path;
    const httplib::Result result = client.send(request);
    if (!result) return {-1, httplib::to_string(result.error())};
    EXPECT_EQ(result->get_header_value("Content-Type"), "application/json; charset=UTF-8");
    return {result->status, result->body};
  }
  Answer get(const std::string& path) { return request("GET", path); }
  std::string job() const { return outbox_.job.to_string(); }

  VirtualClock clock_{ProcessingTime(1'000'000)};
  CapturedLog log_;
  TestPlanRequests plans_;
  SubmissionOutbox outbox_;
  JobManagerCore core_{CoreSettings(), plans_, outbox_, Random(1), Logger()};
  JobManagerThread thread_{core_, clock_};
  RestApi api_{thread_, clock_, {.version = "1.2.3"}};
  std::unique_ptr<HttpServer> server_;
};

TEST_F(RestTest, SaysWhereItListens) {
  const std::string port = std::to_string(server_->address().port);
  EXPECT_EQ(log_.lines(),
            (std::vector<std::string>{"INFO RestEndpoint - Rest endpoint listening at localhost:" + port,
                                      "INFO RestEndpoint - Web frontend listening at http://localhost:" + port + "."}));
}

TEST_F(RestTest, Config) {
  const Answer answer = get("/config");
  EXPECT_EQ(answer.status, 200);
  const Result<JsonValue> body = parse_json(answer.body);
  ASSERT_TRUE(body.ok());
  std::map<std::string, JsonValue> members(body->as_object().begin(), body->as_object().end());
  EXPECT_EQ(members["refresh-interval"], JsonValue(3000));
  EXPECT_EQ(members["flink-version"], JsonValue("1.2.3"));
  EXPECT_FALSE(members["timezone-name"].as_text().empty());
  EXPECT_EQ(members["timezone-offset"].kind(), JsonValue::Kind::kInteger);
  EXPECT_EQ(to_text(members["features"], JsonLayout::kCompact),
            R"({"web-submit":false,"web-cancel":true,"web-rescale":false,"web-history":false})");
}

TEST_F(RestTest, Overview) {
  register_executor();
  submit("source:2");
  EXPECT_EQ(
      get("/overview").body,
      R"({"taskmanagers":1,"taskmanagers-blocked":0,"slots-total":3,"slots-available":1,"slots-free-and-blocked":0,)"
      R"("jobs-running":1,"jobs-finished":0,"jobs-cancelled":0,"jobs-failed":0,"flink-version":"1.2.3","flink-commit":""})");
  EXPECT_EQ(get("/v1/overview").body, get("/overview").body);
}

TEST_F(RestTest, Jobs) {
  EXPECT_EQ(get("/jobs").body, R"({"jobs":[]})");
  submit("source:2");
  EXPECT_EQ(get("/jobs").body, R"({"jobs":[{"id":")" + job() + R"(","status":"CREATED"}]})");
}

TEST_F(RestTest, JobsOverview) {
  register_executor();
  submit("source:2 sink:1");
  EXPECT_EQ(
      get("/jobs/overview").body,
      R"({"jobs":[{"jid":")" + job() +
          R"(","name":"a job","start-time":1000000,"end-time":-1,"duration":0,"state":"CREATED",)"
          R"("last-modification":1000000,"tasks":{"total":3,"created":0,"scheduled":0,"deploying":3,"initializing":0,)"
          R"("running":0,"canceling":0,"finished":0,"canceled":0,"failed":0,"reconciling":0}}]})");
}

TEST_F(RestTest, JobDetails) {
  register_executor();
  submit("source:1 sink<1>:1");
  say(PeerId(1), schemas::JobDeployed{outbox_.attempt, {}});
  report(VertexId(0), 0, schemas::SubtaskState::kRunning);
  report(VertexId(1), 0, schemas::SubtaskState::kRunning);
  const std::string counts =
      R"("CREATED":0,"SCHEDULED":0,"DEPLOYING":0,"INITIALIZING":0,"RUNNING":1,"CANCELING":0,"FINISHED":0,"CANCELED":0,"FAILED":0,"RECONCILING":0)";
  const std::string metrics =
      R"("metrics":{"read-bytes":0,"read-bytes-complete":false,"write-bytes":0,"write-bytes-complete":false,)"
      R"("read-records":0,"read-records-complete":false,"write-records":0,"write-records-complete":false,)"
      R"("accumulated-backpressured-time":0,"accumulated-idle-time":0,"accumulated-busy-time":0})";
  const auto vertex = [&](const std::string& id, const std::string& name) {
    return R"({"id":")" + id + R"(","slotSharingGroupId":")" + job() + R"(","name":")" + name +
           R"(","maxParallelism":128,"parallelism":1,"status":"RUNNING","start-time":1000000,"end-time":-1,"duration":0,)"
           R"("tasks":{)" +
           counts + "}," + metrics + "}";
  };
  const std::string a(32, 'a');
  const std::string b(32, 'b');
  std::string two = counts;
  two.replace(two.find("\"RUNNING\":1"), 11, "\"RUNNING\":2");
  EXPECT_EQ(get("/jobs/" + job()).body,
            R"({"jid":")" + job() +
                R"(","name":"a job","isStoppable":false,"state":"RUNNING","job-type":"STREAMING",)" +
                R"("start-time":1000000,"end-time":-1,"duration":0,"maxParallelism":-1,"now":1000000,)" +
                R"("timestamps":{"INITIALIZING":1000000,"CREATED":1000000,"RUNNING":1000000,"FAILING":0,"FAILED":0,)" +
                R"("CANCELLING":0,"CANCELED":0,"FINISHED":0,"RESTARTING":0,"SUSPENDED":0,"RECONCILING":0},)" +
                R"("vertices":[)" + vertex(a, "source") + "," + vertex(b, "sink<1>") + R"(],"status-counts":{)" + two +
                R"(},"plan":{"jid":")" + job() + R"(","name":"a job","type":"STREAMING","nodes":[{"id":")" + a +
                R"(","parallelism":1,"operator":"","operator_strategy":"","description":"source[...]",)" +
                R"("optimizer_properties":{}},{"id":")" + b +
                R"(","parallelism":1,"operator":"","operator_strategy":"","description":"sink&lt;1&gt;[...]",)" +
                R"("inputs":[{"num":0,"id":")" + a + R"(","ship_strategy":"HASH","exchange":"pipelined_bounded"}],)" +
                R"("optimizer_properties":{}}]}})");
}

TEST_F(RestTest, TaskManagers) {
  register_executor();
  const Answer all = get("/taskmanagers");
  const Answer one = get("/taskmanagers/executor-1");
  EXPECT_EQ(one.status, 200);
  EXPECT_EQ(all.body, R"({"taskmanagers":[)" + one.body + "]}");
  const std::string resource =
      R"({"cpuCores":0.0,"taskHeapMemory":0,"taskOffHeapMemory":0,"managedMemory":0,"networkMemory":0,"extendedResources":{}})";
  EXPECT_EQ(
      one.body,
      R"({"id":"executor-1","path":"localhost:4000","dataPort":4000,"jmxPort":-1,"timeSinceLastHeartbeat":1000000,)"
      R"("slotsNumber":3,"freeSlots":3,"totalResource":)" +
          resource + R"(,"freeResource":)" + resource +
          R"(,"hardware":{"cpuCores":0,"physicalMemory":0,"freeMemory":0,"managedMemory":0},)" +
          R"("memoryConfiguration":{"frameworkHeap":0,"taskHeap":0,"frameworkOffHeap":0,"taskOffHeap":0,)" +
          R"("networkMemory":0,"managedMemory":0,"jvmMetaspace":0,"jvmOverhead":0,"totalFlinkMemory":1073741824,)" +
          R"("totalProcessMemory":1073741824},"blocked":false})");
}

TEST_F(RestTest, WhatIsNotThere) {
  const std::string id(32, '0');
  const std::vector<std::tuple<std::string, std::string, int, std::string>> cases{
      {"GET", "/", 404, "Not found: /"},
      {"GET", "/nothing", 404, "Not found: /nothing"},
      {"GET", "/jobs/" + id + "/nothing", 404, "Not found: /jobs/" + id + "/nothing"},
      {"POST", "/jobs", 404, "Not found: /jobs"},
      {"DELETE", "/cluster", 404, "Not found: /cluster"},
      {"PATCH", "/overview", 404, "Not found: /overview"},
      {"GET", "/jobs/" + id, 404, "Job " + id + " not found"},
      {"PATCH", "/jobs/" + id, 404, "Job " + id + " not found"},
      {"GET", "/jobs/abc", 400, R"(Cannot resolve path parameter (jobid) from value \"abc\".)"},
      {"PATCH", "/jobs/" + id + "?mode=stop", 400, "The mode 'stop' is not supported; use cancel."},
      {"GET", "/taskmanagers/nobody", 404, "Could not find TaskExecutor nobody."}};
  for (const auto& [method, path, status, text] : cases) {
    SCOPED_TRACE(method + " " + path);
    const Answer answer = request(method, path);
    EXPECT_EQ(answer.status, status);
    EXPECT_EQ(answer.body, R"({"errors":[")" + text + R"("]})");
  }
}

TEST_F(RestTest, CancelsAJob) {
  register_executor();
  submit("source:1");
  EXPECT_EQ(request("PATCH", "/jobs/" + job() + "?mode=cancel").status, 202);
  EXPECT_EQ(get("/jobs").body, R"({"jobs":[{"id":")" + job() + R"(","status":"CANCELLING"}]})");
  report(VertexId(0), 0, schemas::SubtaskState::kCanceled);
  EXPECT_EQ(get("/jobs").body, R"({"jobs":[{"id":")" + job() + R"(","status":"CANCELED"}]})");

  submit("source:1");
  say(PeerId(1), schemas::JobDeployed{outbox_.attempt, io_error("no memory")});
  EXPECT_EQ(request("PATCH", "/jobs/" + job()).status, 409);
}

TEST_F(RestTest, RefusesAPortInUseAndTakesTheNext) {
  const uint16_t taken = server_->address().port;
  const auto refused = HttpServer::start(rest_settings(PortRanges::only(taken)), api_, Logger());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().message(), "Could not start rest endpoint on any port in port range " +
                                            std::to_string(taken) +
                                            " (rest.port) of host localhost (rest.address): Address already in use");
  const auto next = HttpServer::start(rest_settings({{{taken, taken}, {0, 0}}}), api_, Logger());
  ASSERT_TRUE(next.ok());
  EXPECT_NE((*next)->address().port, taken);
}

/// Takes questions and answers none.
class StuckCore final : public CoreAccess {
 public:
  bool post(Task) override { return true; }
};

TEST(RestApiTest, ACoreThatDoesNotAnswerHoldsUpNobody) {
  StuckCore core;
  const VirtualClock clock(ProcessingTime(0));
  RestApi api(core, clock, {.version = "", .answer_limit = std::chrono::milliseconds(1)});
  const HttpResponse response = api.respond({"GET", "/jobs", {}});
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(response.body, R"({"errors":["The job manager has not answered in time."]})");
}

TEST(RestApiTest, CancelCanBeSwitchedOff) {
  StuckCore core;
  const VirtualClock clock(ProcessingTime(0));
  RestApi api(core, clock, {.version = "", .cancel_enabled = false});
  EXPECT_EQ(api.respond({"PATCH", "/jobs/" + std::string(32, '0'), {}}).status, 404);
}

}  // namespace
}  // namespace eddyline::jobmanager::tests
