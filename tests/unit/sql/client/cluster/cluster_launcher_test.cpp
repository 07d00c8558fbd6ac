#include "sql/client/cluster/cluster_launcher.hpp"

#include <gtest/gtest.h>

#include "plan/json/plan_json.hpp"
#include "sql/session/session.hpp"
#include "tests/unit/sql/client/cluster/scripted_job_manager.hpp"

namespace eddyline::sql {
namespace {

using schemas::JobState;
using schemas::ToClient;
using schemas::ToJobManager;

constexpr JobId kJob(1, 2);

/// Takes any job, and knows one, which is in this state whenever it is asked about.
ScriptedJobManager::Answer job_in_state(JobState state, Status cause = {}) {
  return [state, cause](const ToJobManager& question) -> std::optional<ToClient> {
    const schemas::RequestId request = request_of(question);
    if (std::holds_alternative<schemas::SubmitJob>(question)) return schemas::JobSubmitted{request, kJob, 4, 2};
    if (std::holds_alternative<schemas::CancelJob>(question)) return schemas::Done{request};
    schemas::JobSummary job;
    job.job = kJob;
    job.state = state;
    job.cause = cause;
    return schemas::JobList{request, {job}};
  };
}

class ClusterLauncherTest : public testing::Test {
 protected:
  ClusterLauncherTest() {
    expression::register_scalar_functions(functions_);
    expression::register_aggregate_functions(aggregate_functions_);
    connectors::register_connectors(connectors_);
    ClusterClientSettings settings = ClusterClientSettings::from(Configuration()).value();
    settings.job_manager = manager_.address();
    client_ = std::make_unique<ClusterClient>(Network::start().value(), settings, interruption_);
    EXPECT_TRUE(session_.execute("CREATE TABLE t (a INT) WITH ('connector' = 'blackhole')").ok());
  }

  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  connectors::ConnectorRegistry connectors_;
  Session session_{{functions_, aggregate_functions_, connectors_, {}}, Configuration()};
  Interruption interruption_;
  ScriptedJobManager manager_{job_in_state(JobState::kRunning)};
  std::unique_ptr<ClusterClient> client_;
  Configuration settings_;
};

TEST_F(ClusterLauncherTest, SubmitsThePlanWithTheSessionsSettings) {
  ClusterLauncher launcher(*client_, session_.configuration().effective());
  ASSERT_TRUE(session_.execute("SET 'pipeline.name' = 'mine'").ok());
  ASSERT_TRUE(session_.execute("SET 'parallelism.default' = '4'").ok());
  auto insert = std::get<InsertJob>(session_.execute("INSERT INTO t VALUES (1)").value());
  const std::string expected_plan = plan::write_plan(insert.job.plan);
  const auto submitted = launcher.submit(std::move(insert.job));
  ASSERT_TRUE(submitted.ok()) << submitted.status().to_string();
  EXPECT_EQ(submitted->id, kJob);
  EXPECT_EQ(submitted->slots_wanted, 4U);
  EXPECT_EQ(submitted->slots_free, 2U);

  const auto questions = manager_.wait_for_questions(1);
  const auto& job = std::get<schemas::SubmitJob>(questions[0]);
  EXPECT_EQ(job.name, "mine");
  EXPECT_EQ(*job.settings.raw("parallelism.default"), "4");
  EXPECT_FALSE(job.collects);
  EXPECT_EQ(job.plan, expected_plan);
}

TEST_F(ClusterLauncherTest, ASelectCollects) {
  ClusterLauncher launcher(*client_, settings_);
  auto query = std::get<QueryJob>(session_.execute("SELECT 1 AS a").value());
  const auto started = launcher.query(std::move(query));
  ASSERT_TRUE(started.ok()) << started.status().to_string();
  EXPECT_EQ(started->job.id, kJob);
  EXPECT_TRUE(std::get<schemas::SubmitJob>(manager_.wait_for_questions(1)[0]).collects);
}

TEST_F(ClusterLauncherTest, WaitsForJobs) {
  ClusterLauncher launcher(*client_, settings_);
  manager_.answer_with(job_in_state(JobState::kFinished));
  EXPECT_TRUE(launcher.wait(kJob).ok());
  manager_.answer_with(job_in_state(JobState::kFailed, data_error("/ by zero")));
  EXPECT_EQ(launcher.wait(kJob).message(), "/ by zero");
  manager_.answer_with(job_in_state(JobState::kCanceled));
  EXPECT_EQ(launcher.wait(kJob).code(), ErrorCode::kUnavailable);
  interruption_.raise();
  EXPECT_EQ(launcher.wait(kJob).message(), "The wait for job " + kJob.to_string() + " was interrupted: the job goes on.");
}

TEST_F(ClusterLauncherTest, StopsJobs) {
  ClusterLauncher launcher(*client_, settings_);
  manager_.answer_with(job_in_state(JobState::kCanceled));
  EXPECT_TRUE(launcher.cancel(kJob).ok());
  manager_.answer_with(job_in_state(JobState::kFinished));
  EXPECT_EQ(launcher.cancel(kJob).message(), "Flink job (" + kJob.to_string() + ") was not canceled, but instead FINISHED.");
}

TEST_F(ClusterLauncherTest, AnInterruptedSubmissionIsNoCancelledJob) {
  ClusterLauncher launcher(*client_, settings_);
  interruption_.raise();
  auto insert = std::get<InsertJob>(session_.execute("INSERT INTO t VALUES (1)").value());
  EXPECT_EQ(launcher.submit(std::move(insert.job)).status().code(), ErrorCode::kUnavailable);
}

TEST_F(ClusterLauncherTest, WaitsAsLongAsTheSessionSays) {
  manager_.answer_with([](const ToJobManager&) -> std::optional<ToClient> { return std::nullopt; });
  settings_.set("client.timeout", "10 ms");
  ClusterLauncher launcher(*client_, settings_);
  EXPECT_EQ(launcher.list().status().code(), ErrorCode::kUnavailable);
  settings_.set("client.timeout", "x");
  EXPECT_EQ(launcher.list().status().code(), ErrorCode::kConfigurationError);
}

}  // namespace
}  // namespace eddyline::sql
