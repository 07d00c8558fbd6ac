#include "tests/unit/taskexecutor/process/core_test_base.hpp"

namespace eddyline::taskexecutor {
namespace {

using schemas::AttemptId;
using schemas::SubtaskId;

constexpr AttemptId kAttempt{7};

class DeploymentTest : public CoreTestBase {
 protected:
  DeploymentTest() { register_at_once(); }

  static SubtaskId subtask(uint32_t vertex) { return {VertexId(vertex), SubtaskIndex(0)}; }
  static MadeJob two_subtasks() { return {{{subtask(0), "source (1/1)"}, {subtask(1), "sink (1/1)"}}, nullptr}; }

  void deploy(AttemptId attempt = kAttempt) {
    schemas::DeployJob message;
    message.attempt = attempt;
    message.name = "orders";
    receive(std::move(message));
  }
  void deploy_and_make() {
    deploy();
    core_.on_job_made(kAttempt, two_subtasks(), now());
    asked_.take();
  }
  void deploy_and_run() {
    deploy_and_make();
    receive(schemas::StartJob{kAttempt});
    core_.on_job_run(kAttempt, {}, now());
    asked_.take();
  }
  void end(uint32_t vertex, const Status& result = {}) { core_.on_subtask_ended(kAttempt, subtask(vertex), result, now()); }
  void lose_job_manager() { core_.on_disconnected(io_error("reset"), now()); }
};

TEST_F(DeploymentTest, RunsAJobToItsEnd) {
  deploy();
  EXPECT_EQ(asked_.take(), Notes{"make 7"});
  core_.on_job_made(kAttempt, two_subtasks(), now());
  EXPECT_EQ(asked_.take(), Notes{"send JobDeployed 7 ok"});
  receive(schemas::StartJob{kAttempt});
  EXPECT_EQ(asked_.take(),
            (Notes{"send SubtaskChanged 7 0/0 INITIALIZING", "send SubtaskChanged 7 1/0 INITIALIZING", "run 7"}));
  core_.on_subtask_running(kAttempt, subtask(1), now());
  EXPECT_EQ(asked_.take(), Notes{"send SubtaskChanged 7 1/0 RUNNING"});
  end(0);
  EXPECT_EQ(asked_.take(), Notes{"send SubtaskChanged 7 0/0 FINISHED"});
  end(1);
  EXPECT_EQ(asked_.take(), (Notes{"send SubtaskChanged 7 1/0 FINISHED", "free 7"}));
  core_.on_job_freed(kAttempt, now());
  deploy();
  EXPECT_EQ(asked_.take(), Notes{"make 7"}) << "nothing is left of the attempt";
}

TEST_F(DeploymentTest, SaysWhyAJobCannotBeMade) {
  deploy();
  core_.on_job_made(kAttempt, out_of_memory("slot 1/1 of orders"), now());
  EXPECT_EQ(asked_.take(), (Notes{"make 7", "send JobDeployed 7 OutOfMemory"}));
  receive(schemas::CancelAttempt{kAttempt, ""});
  EXPECT_EQ(asked_.take(), Notes{});
}

TEST_F(DeploymentTest, TellsTheCauseOfAFailure) {
  deploy_and_run();
  end(0, division_by_zero("source (1/1): / by zero"));
  EXPECT_EQ(asked_.take(), Notes{"send SubtaskChanged 7 0/0 FAILED"});
  EXPECT_EQ(asked_.last_cause.message(), "source (1/1): / by zero");
  end(1, cancelled("The job was cancelled."));
  EXPECT_EQ(asked_.take(), (Notes{"send SubtaskChanged 7 1/0 CANCELED", "free 7"}));
}

TEST_F(DeploymentTest, CancelsWhatRuns) {
  deploy_and_run();
  receive(schemas::CancelAttempt{kAttempt, "a user asked for it"});
  EXPECT_EQ(asked_.take(), Notes{"stop 7"});
  EXPECT_EQ(asked_.last_reason.message(), "a user asked for it");
  EXPECT_EQ(asked_.last_reason.code(), ErrorCode::kCancelled);
  receive(schemas::CancelAttempt{kAttempt, ""});
  EXPECT_EQ(asked_.take(), Notes{}) << "it is asked once";
  end(1, cancelled(""));
  end(0, {});
  EXPECT_EQ(asked_.take(),
            (Notes{"send SubtaskChanged 7 1/0 CANCELED", "send SubtaskChanged 7 0/0 FINISHED", "free 7"}));
}

TEST_F(DeploymentTest, CancelsWhatWaitsToBeStarted) {
  deploy_and_make();
  receive(schemas::CancelAttempt{kAttempt, ""});
  EXPECT_EQ(asked_.take(), (Notes{"send SubtaskChanged 7 0/0 CANCELED", "send SubtaskChanged 7 1/0 CANCELED", "free 7"}));
  // The start was on its way when the job manager changed its mind.
  receive(schemas::StartJob{kAttempt});
  EXPECT_EQ(asked_.take(), Notes{});
  EXPECT_EQ(core_.dropped_messages(), 0U);
}

TEST_F(DeploymentTest, CancelsWhatIsBeingMade) {
  deploy();
  receive(schemas::CancelAttempt{kAttempt, ""});
  EXPECT_EQ(asked_.take(), Notes{"make 7"});
  core_.on_job_made(kAttempt, two_subtasks(), now());
  EXPECT_EQ(asked_.take(), (Notes{"send JobDeployed 7 Cancelled", "free 7"}));
  core_.on_job_freed(kAttempt, now());
}

TEST_F(DeploymentTest, FailsEverySubtaskWithoutThreads) {
  deploy_and_make();
  receive(schemas::StartJob{kAttempt});
  asked_.take();
  // One of the threads that were there has ended already.
  end(0, {});
  core_.on_job_run(kAttempt, out_of_memory("no thread"), now());
  EXPECT_EQ(asked_.take(), (Notes{"send SubtaskChanged 7 0/0 FINISHED", "send SubtaskChanged 7 1/0 FAILED", "free 7"}));
  end(1, cancelled(""));
  core_.on_subtask_running(kAttempt, subtask(1), now());
  EXPECT_EQ(asked_.take(), Notes{}) << "its end was told";
}

TEST_F(DeploymentTest, DropsWhatCannotBe) {
  receive(schemas::StartJob{kAttempt});
  deploy();
  receive(schemas::StartJob{kAttempt});
  deploy();
  EXPECT_EQ(asked_.take(), Notes{"make 7"});
  EXPECT_EQ(core_.dropped_messages(), 3U);
  core_.on_job_made(kAttempt, two_subtasks(), now());
  receive(schemas::StartJob{kAttempt});
  receive(schemas::StartJob{kAttempt});
  EXPECT_EQ(core_.dropped_messages(), 4U);
  // Rows may be forgotten long after.
  receive(schemas::CancelAttempt{AttemptId(99), ""});
  EXPECT_EQ(core_.dropped_messages(), 4U);
}

TEST_F(DeploymentTest, EndsTheProcessWithASubtaskThatDoesNotEnd) {
  deploy_and_run();
  receive(schemas::CancelAttempt{kAttempt, ""});
  end(0, cancelled(""));
  lose_job_manager();
  asked_.take();
  pass(std::chrono::milliseconds(179'999));
  Notes before = asked_.take();
  EXPECT_EQ(std::ranges::count_if(before, [](const std::string& note) { return note.starts_with("abort"); }), 0);
  pass(std::chrono::milliseconds(1));
  EXPECT_EQ(asked_.take(),
            Notes{"abort process: Task 'sink (1/1)' did not exit gracefully within task.cancellation.timeout (180000 ms)."});
}

TEST_F(DeploymentTest, WaitsForEverWithoutATimeout) {
  schemas::DeployJob message;
  message.attempt = kAttempt;
  message.settings.set("task.cancellation.timeout", "0");
  receive(std::move(message));
  core_.on_job_made(kAttempt, two_subtasks(), now());
  receive(schemas::StartJob{kAttempt});
  receive(schemas::CancelAttempt{kAttempt, ""});
  asked_.take();
  core_.shut_down(now());
  EXPECT_EQ(asked_.take(), Notes{});
}

TEST_F(DeploymentTest, EndsItsJobsWhenTheJobManagerIsLost) {
  deploy_and_run();
  deploy(AttemptId(8));
  core_.on_job_made(AttemptId(8), two_subtasks(), now());
  deploy(AttemptId(9));
  asked_.take();
  lose_job_manager();
  EXPECT_EQ(asked_.take(), (Notes{"stop 7", "free 8"}));
  EXPECT_EQ(asked_.last_reason.message(), "The task executor lost the job manager.");
  core_.on_job_made(AttemptId(9), two_subtasks(), now());
  EXPECT_EQ(asked_.take(), Notes{"free 9"});
}

TEST_F(DeploymentTest, ANewJobManagerHearsNothingOfTheOldOnesJobs) {
  deploy_and_run();
  lose_job_manager();
  pass(std::chrono::milliseconds(100));
  core_.on_connected(now());
  receive(schemas::ExecutorRegistered{78});
  asked_.take();
  core_.on_subtask_running(kAttempt, subtask(0), now());
  end(0, cancelled(""));
  end(1, io_error("disk full"));
  EXPECT_EQ(asked_.take(), Notes{"free 7"});
  // Nor can it touch them.
  receive(schemas::CancelAttempt{kAttempt, ""});
  EXPECT_EQ(asked_.take(), Notes{});
}

TEST_F(DeploymentTest, NothingIsDeployedBeforeTheRegistration) {
  lose_job_manager();
  deploy();
  EXPECT_EQ(asked_.take(), Notes{});
  EXPECT_EQ(core_.dropped_messages(), 1U);
}

TEST_F(DeploymentTest, ShutsDownWhenItsJobsHaveEnded) {
  deploy_and_run();
  core_.shut_down(now());
  EXPECT_EQ(asked_.take(), Notes{"stop 7"});
  EXPECT_EQ(asked_.last_reason.message(), "The TaskExecutor is shutting down.");
  // A job that comes meanwhile is refused.
  deploy(AttemptId(8));
  EXPECT_EQ(asked_.take(), Notes{"send JobDeployed 8 Unavailable"});
  end(0, asked_.last_reason);
  end(1, asked_.last_reason);
  EXPECT_EQ(asked_.take(), (Notes{"send SubtaskChanged 7 0/0 FAILED", "send SubtaskChanged 7 1/0 FAILED", "free 7"}));
  core_.on_job_freed(kAttempt, now());
  EXPECT_EQ(asked_.take(), (Notes{"disconnect", "end process: ok"}));
}

TEST_F(DeploymentTest, ShutsDownWhenTheJobBeingMadeCannotBe) {
  deploy();
  core_.shut_down(now());
  asked_.take();
  core_.on_job_made(kAttempt, io_error("no"), now());
  EXPECT_EQ(asked_.take(), (Notes{"send JobDeployed 7 IoError", "disconnect", "end process: ok"}));
}

}  // namespace
}  // namespace eddyline::taskexecutor
