#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/job_id.hpp"
#include "common/base/status.hpp"
#include "common/config/configuration.hpp"

namespace eddyline::schemas {

/// What a task executor calls itself: "localhost:43561-a1b2c3", another one each time it starts.
using ExecutorId = NamedType<struct ExecutorIdTag, std::string>;
/// One try to run a job, drawn at random: no two of any job are the same.
using AttemptId = NamedType<struct AttemptIdTag, uint64_t>;
/// Names a request on its connection; the answer repeats it.
using RequestId = NamedType<struct RequestIdTag, uint64_t>;

/// Life of one subtask. Flink's words.
enum class SubtaskState : uint8_t {
  kCreated,
  kScheduled,
  kDeploying,
  kInitializing,
  kRunning,
  kCanceling,
  kFinished,
  kCanceled,
  kFailed
};
/// Life of a job. Flink's words.
enum class JobState : uint8_t {
  kInitializing,
  kCreated,
  kRunning,
  kFailing,
  kFailed,
  kCancelling,
  kCanceled,
  kFinished,
  kRestarting,
  kSuspended,
  kReconciling
};
std::string_view subtask_state_name(SubtaskState state);
std::string_view job_state_name(JobState state);
bool is_terminal(SubtaskState state);
bool is_terminal(JobState state);

struct SubtaskId {
  VertexId vertex;
  SubtaskIndex subtask;
  friend auto operator<=>(const SubtaskId&, const SubtaskId&) = default;
};

/// Where one task executor takes data.
struct ExecutorAddress {
  ExecutorId executor;
  std::string host;
  uint16_t data_port = 0;
};

// Task executor to job manager ---------------------------------------------------------------------------------------

/// First message on the connection.
struct RegisterExecutor {
  ExecutorAddress address;
  uint32_t slots = 1;
  /// Of taskmanager.memory.process.size; none without a limit.
  std::optional<Bytes> memory;
  int64_t process_id = 0;
  /// Of its program. Another one than the job manager's is refused: the two could make different things of a plan.
  std::string build;
};
/// Each heartbeat.interval, both ways.
struct Heartbeat {};
/// The answer to DeployJob: all subtasks for this executor are made and wait for StartJob, or the reason why not; then nothing of
/// the attempt is left on the executor, and nothing more is said about its subtasks.
struct JobDeployed {
  AttemptId attempt;
  Status result;
};
/// A subtask went into another state; kFailed with its cause, which need not name the subtask.
struct SubtaskChanged {
  AttemptId attempt;
  SubtaskId subtask;
  SubtaskState state = SubtaskState::kCreated;
  Status cause;
  ProcessingTime time;
};
/// The answer to FetchRows.
struct FetchedRows {
  RequestId request;
  Status result;
  /// Changes when the sink starts anew; offsets count rows of one version.
  uint64_t version = 0;
  /// Of the first row in `batches`.
  uint64_t offset = 0;
  /// Rows in `batches`.
  uint64_t rows = 0;
  /// Encoded by common/columnar/batch_codec.
  std::vector<std::string> batches;
  /// No rows follow these.
  bool ended = false;
};

// Job manager to task executor ---------------------------------------------------------------------------------------

struct ExecutorRegistered {
  /// Of this run of the job manager.
  uint64_t job_manager_session = 0;
};
/// With the reason: the connection ends.
struct ExecutorRefused {
  Status reason;
};
/// What an executor makes its part of a job from. It works out the job graph by itself; subtask n of every vertex runs in slot
/// n of the job.
struct DeployJob {
  JobId job;
  AttemptId attempt;
  std::string name;
  /// plan/json.
  std::string plan;
  Configuration settings;
  /// Those that run parts of the job.
  std::vector<ExecutorAddress> executors;
  /// By slot of the job: index into `executors`.
  std::vector<uint32_t> executor_of_slot;
  /// plan::job_graph_digest of what the job manager has made of the plan. An executor that has made something else must not run it:
  /// rows would arrive at the wrong subtasks.
  std::string graph_digest;
  /// Of the job manager's program, for messages.
  std::string build;
};
/// After every executor has said JobDeployed.
struct StartJob {
  AttemptId attempt;
};
/// Ends what is there of the attempt; each subtask that has not ended then says that it was canceled. Rows that the attempt has
/// kept for a client are forgotten; for that it comes also after all subtasks have ended, and is not answered then.
struct CancelAttempt {
  AttemptId attempt;
  /// Empty when the user asked for it.
  std::string reason;
};
/// Asks the job's collect sink for rows from `offset` on; what is before it has arrived and is forgotten. Answered when there are
/// rows, at the end, or after `wait`.
struct FetchRows {
  RequestId request;
  AttemptId attempt;
  uint64_t version = 0;
  uint64_t offset = 0;
  Bytes bytes_max{size_t{1} << 20};
  std::chrono::milliseconds wait{0};
};

// Client to job manager ----------------------------------------------------------------------------------------------

struct SubmitJob {
  RequestId request;
  std::string name;
  std::string plan;
  Configuration settings;
  /// A SELECT: lives as long as its client fetches, within client.timeout.
  bool collects = false;
};
/// Of a submission's plan. Whoever reads a plan takes some twenty times its size, and a deployment must fit into a message.
inline constexpr Bytes kPlanBytesMax{uint64_t{32} << 20};
/// Of all keys and values of a submission's settings.
inline constexpr Bytes kSettingsBytesMax{uint64_t{4} << 20};
/// Errors   kValidationError with the size and what is allowed.
Status check_size(const SubmitJob& job);

struct ListJobs {
  RequestId request;
};
struct DescribeJob {
  RequestId request;
  JobId job;
};
/// Answered once the job is asked to stop; AwaitJob tells its end.
struct CancelJob {
  RequestId request;
  JobId job;
};
/// Answered when the job has reached a terminal state.
struct AwaitJob {
  RequestId request;
  JobId job;
};
/// As FetchRows, by job; the job manager passes it on.
struct FetchJobRows {
  RequestId request;
  JobId job;
  uint64_t version = 0;
  uint64_t offset = 0;
  Bytes bytes_max{size_t{1} << 20};
  std::chrono::milliseconds wait{0};
};

// Job manager to client ----------------------------------------------------------------------------------------------

struct JobSummary {
  JobId job;
  std::string name;
  JobState state = JobState::kCreated;
  /// Why it failed; ok otherwise.
  Status cause;
  ProcessingTime start_time;
  /// Of the current state's beginning.
  ProcessingTime state_time;
};
/// The answer to SubmitJob.
struct JobSubmitted {
  RequestId request;
  JobId job;
  uint32_t slots_wanted = 0;
  /// Less than wanted: the job waits for them.
  uint32_t slots_free = 0;
};
/// The answer to ListJobs; to DescribeJob and AwaitJob, with one job.
struct JobList {
  RequestId request;
  std::vector<JobSummary> jobs;
};
/// The answer to CancelJob.
struct Done {
  RequestId request;
};
/// Any request that could not be done.
struct Refused {
  RequestId request;
  Status reason;
};

/// What the job manager takes, what it says to task executors, and what to clients.
using ToJobManager = std::variant<RegisterExecutor, Heartbeat, JobDeployed, SubtaskChanged, FetchedRows, SubmitJob,
                                  ListJobs, DescribeJob, CancelJob, AwaitJob, FetchJobRows>;
using ToExecutor =
    std::variant<ExecutorRegistered, ExecutorRefused, Heartbeat, DeployJob, StartJob, CancelAttempt, FetchRows>;
using ToClient = std::variant<JobSubmitted, JobList, FetchedRows, Done, Refused>;

}  // namespace eddyline::schemas
