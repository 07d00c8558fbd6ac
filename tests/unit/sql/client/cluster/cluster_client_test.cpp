#include "sql/client/cluster/cluster_client.hpp"

#include <gtest/gtest.h>

#include <future>

#include "schemas/control_codec.hpp"
#include "tests/unit/sql/client/cluster/scripted_job_manager.hpp"

namespace eddyline::sql {
namespace {

using std::chrono::milliseconds;
using schemas::ToClient;
using schemas::ToJobManager;

constexpr milliseconds kLong{60'000};
constexpr JobId kJob(1, 2);

std::optional<ToClient> no_answer(const ToJobManager&) { return std::nullopt; }

std::optional<ToClient> one_job(const ToJobManager& question) {
  schemas::JobSummary job;
  job.job = kJob;
  job.name = "a job";
  job.state = schemas::JobState::kRunning;
  return schemas::JobList{request_of(question), {job}};
}

ClusterClientSettings settings_for(const NetworkAddress& address) {
  ClusterClientSettings settings = ClusterClientSettings::from(Configuration()).value();
  settings.job_manager = address;
  return settings;
}

class ClusterClientTest : public testing::Test {
 protected:
  std::unique_ptr<ClusterClient> client_of(const NetworkAddress& address) {
    return std::make_unique<ClusterClient>(Network::start().value(), settings_for(address), interruption_);
  }

  Interruption interruption_;
};

TEST_F(ClusterClientTest, AsksOverOneConnection) {
  ScriptedJobManager manager(one_job);
  const auto client = client_of(manager.address());
  for (int i = 0; i < 3; ++i) {
    const auto jobs = client->list(kLong);
    ASSERT_TRUE(jobs.ok()) << jobs.status().to_string();
    ASSERT_EQ(jobs->size(), 1U);
    EXPECT_EQ(jobs->front().name, "a job");
  }
  EXPECT_EQ(client->describe(kJob, kLong).value().job, kJob);
  EXPECT_EQ(manager.connections(), 1U);
}

// Nobody has to be there to say so.
TEST_F(ClusterClientTest, NamesAPlanThatIsTooLargeBeforeItIsSent) {
  const auto client = client_of({"localhost", 1});
  const schemas::SubmitJob job{{}, "job", std::string(schemas::kPlanBytesMax.value() + 1, ' '), {}, false};
  const Status refused = client->submit(job, kLong).status();
  EXPECT_EQ(refused.code(), ErrorCode::kValidationError);
  EXPECT_EQ(refused.message(), "The plan of the job has 33554433 bytes; 33554432 are allowed.");
}

TEST_F(ClusterClientTest, SaysThatThereIsNoJobManager) {
  NetworkAddress gone;
  {
    ScriptedJobManager manager(no_answer);
    gone = manager.address();
  }
  const auto client = client_of(gone);
  for (int i = 0; i < 2; ++i) {
    const Status status = client->list(kLong).status();
    EXPECT_EQ(status.code(), ErrorCode::kUnavailable);
    EXPECT_TRUE(status.message().starts_with("Connection refused: no job manager can be reached at " + gone.to_string()))
        << status.message();
  }
}

TEST_F(ClusterClientTest, ALostConnectionIsAnErrorAndTheNextQuestionConnectsAnew) {
  ScriptedJobManager manager(no_answer);
  const auto client = client_of(manager.address());
  auto asked = std::async(std::launch::async, [&] { return client->list(kLong); });
  manager.wait_for_questions(1);
  manager.disconnect();
  const Status status = asked.get().status();
  EXPECT_EQ(status.code(), ErrorCode::kUnavailable);
  EXPECT_TRUE(status.message().starts_with("The connection to the job manager at " + manager.address().to_string() + " was lost: "))
      << status.message();
  manager.answer_with(one_job);
  EXPECT_TRUE(client->list(kLong).ok());
  EXPECT_EQ(manager.connections(), 2U);
}

TEST_F(ClusterClientTest, ASilentJobManagerIsWaitedForAsLongAsAskedTo) {
  ScriptedJobManager manager(no_answer);
  const auto client = client_of(manager.address());
  const Status status = client->list(milliseconds(20)).status();
  EXPECT_EQ(status.code(), ErrorCode::kUnavailable);
  EXPECT_EQ(status.message(),
            "The job manager at " + manager.address().to_string() + " has not answered within 20 ms.");
  // The late answer is to no question any more.
  const auto questions = manager.wait_for_questions(1);
  manager.send(*one_job(questions[0]));
  manager.answer_with([](const ToJobManager& question) -> std::optional<ToClient> {
    return schemas::JobList{request_of(question), {}};
  });
  EXPECT_EQ(client->list(kLong).value().size(), 0U);
}

TEST_F(ClusterClientTest, ARefusalIsTheJobManagersError) {
  ScriptedJobManager manager([](const ToJobManager& question) -> std::optional<ToClient> {
    return schemas::Refused{request_of(question), not_found("no job")};
  });
  const auto client = client_of(manager.address());
  EXPECT_EQ(client->cancel(kJob, kLong).message(), "no job");
  EXPECT_EQ(client->cancel(kJob, kLong).code(), ErrorCode::kNotFound);
}

TEST_F(ClusterClientTest, WhatOthersCancelledIsNoWishOfThisUser) {
  ScriptedJobManager manager([](const ToJobManager& question) -> std::optional<ToClient> {
    return schemas::Refused{request_of(question), cancelled("the job was cancelled")};
  });
  const auto client = client_of(manager.address());
  EXPECT_EQ(client->await(kJob, kLong).status().code(), ErrorCode::kUnavailable);
}

TEST_F(ClusterClientTest, AnAnswerToAnotherQuestionIsAnError) {
  ScriptedJobManager manager(
      [](const ToJobManager& question) -> std::optional<ToClient> { return schemas::Done{request_of(question)}; });
  const auto client = client_of(manager.address());
  EXPECT_EQ(client->list(kLong).status().code(), ErrorCode::kDataError);
}

TEST_F(ClusterClientTest, TwoJobsAreNoAnswerAboutOne) {
  ScriptedJobManager manager([](const ToJobManager& question) -> std::optional<ToClient> {
    return schemas::JobList{request_of(question), std::vector<schemas::JobSummary>(2)};
  });
  const auto client = client_of(manager.address());
  EXPECT_EQ(client->describe(kJob, kLong).status().code(), ErrorCode::kDataError);
}

TEST_F(ClusterClientTest, BytesThatAreNoMessageAreAnError) {
  ScriptedJobManager manager(no_answer);
  const auto client = client_of(manager.address());
  auto asked = std::async(std::launch::async, [&] { return client->list(kLong); });
  manager.wait_for_questions(1);
  manager.send_bytes("these bytes are no message at all");
  EXPECT_EQ(asked.get().status().code(), ErrorCode::kDataError);
  manager.answer_with(one_job);
  EXPECT_TRUE(client->list(kLong).ok());
}

TEST_F(ClusterClientTest, AJobManagerOfAnotherVersionIsRefused) {
  ScriptedJobManager manager(one_job, /*version_offset=*/1);
  const auto client = client_of(manager.address());
  const Status status = client->list(kLong).status();
  EXPECT_EQ(status.code(), ErrorCode::kNotSupported) << status.to_string();
}

TEST_F(ClusterClientTest, AnInterruptionEndsTheWait) {
  ScriptedJobManager manager(no_answer);
  const auto client = client_of(manager.address());
  auto asked = std::async(std::launch::async, [&] { return client->await(kJob, std::nullopt); });
  manager.wait_for_questions(1);
  interruption_.raise();
  EXPECT_EQ(asked.get().status().code(), ErrorCode::kCancelled);
  // Nothing new is asked before the interruption is dealt with.
  EXPECT_EQ(client->list(kLong).status().code(), ErrorCode::kCancelled);
  EXPECT_EQ(manager.wait_for_questions(1).size(), 1U);
  interruption_.clear();
  manager.answer_with(one_job);
  EXPECT_TRUE(client->list(kLong).ok());
}

TEST_F(ClusterClientTest, TheJobOfAnInterruptedSelectIsCancelledOnceItIsKnown) {
  ScriptedJobManager manager(no_answer);
  const auto client = client_of(manager.address());
  auto asked = std::async(std::launch::async, [&] { return client->submit({{}, "collect", "{}", {}, true}, kLong); });
  const auto questions = manager.wait_for_questions(1);
  interruption_.raise();
  EXPECT_EQ(asked.get().status().code(), ErrorCode::kCancelled);
  manager.send(schemas::JobSubmitted{request_of(questions[0]), kJob, 1, 1});
  const auto then = manager.wait_for_questions(2);
  ASSERT_TRUE(std::holds_alternative<schemas::CancelJob>(then[1]));
  EXPECT_EQ(std::get<schemas::CancelJob>(then[1]).job, kJob);
}

TEST_F(ClusterClientTest, ReadsWhereTheClusterIs) {
  const Configuration::Entries entries{
      {"jobmanager.rpc.address", "somewhere"}, {"jobmanager.rpc.port", "7123"}, {"client.timeout", "2 s"}};
  const auto settings = ClusterClientSettings::from(Configuration(entries));
  EXPECT_EQ(settings->job_manager, (NetworkAddress{"somewhere", 7123}));
  EXPECT_EQ(settings->network.connect_timeout, milliseconds(2000));
  EXPECT_EQ(settings->network.protocol, "control");
  EXPECT_FALSE(ClusterClientSettings::from(Configuration(Configuration::Entries{{"jobmanager.rpc.port", "x"}})).ok());
}

TEST_F(ClusterClientTest, PartsOfAMillisecondAreNotCut) {
  const auto settings = ClusterClientSettings::from(Configuration(Configuration::Entries{{"client.timeout", "1001 micro"}}));
  EXPECT_EQ(settings->network.connect_timeout, milliseconds(2));
}

}  // namespace
}  // namespace eddyline::sql
