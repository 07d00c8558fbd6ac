# What the processes of a cluster say to each other, as bytes. What each message means stands beside its struct in
# control_messages.hpp; peers of another version are refused before the first message, so fields may change freely.
@0xcef32f89a346f380;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("eddyline::schemas::wire");

# Values --------------------------------------------------------------------------------------------------------------

struct Status {
  # 0: ok, and nothing else of it counts.
  code @0 :UInt16;
  message @1 :Text;
  # Counts from 1; 0 without a position.
  line @2 :UInt32;
  column @3 :UInt32;
  positionInMessage @4 :Bool;
}

struct JobId {
  high @0 :UInt64;
  low @1 :UInt64;
}

struct Setting {
  key @0 :Text;
  value @1 :Text;
}

struct ExecutorAddress {
  executor @0 :Text;
  host @1 :Text;
  dataPort @2 :UInt16;
}

# The order of the C++ enumerations of the same names.
enum SubtaskState {
  created @0;
  scheduled @1;
  deploying @2;
  initializing @3;
  running @4;
  canceling @5;
  finished @6;
  canceled @7;
  failed @8;
}

enum JobState {
  initializing @0;
  created @1;
  running @2;
  failing @3;
  failed @4;
  cancelling @5;
  canceled @6;
  finished @7;
  restarting @8;
  suspended @9;
  reconciling @10;
}

# Task executor to job manager ----------------------------------------------------------------------------------------

struct RegisterExecutor {
  address @0 :ExecutorAddress;
  slots @1 :UInt32;
  hasMemory @2 :Bool;
  memoryBytes @3 :UInt64;
  processId @4 :Int64;
  build @5 :Text;
}

struct JobDeployed {
  attempt @0 :UInt64;
  result @1 :Status;
}

struct SubtaskChanged {
  attempt @0 :UInt64;
  vertex @1 :UInt32;
  subtask @2 :UInt32;
  state @3 :SubtaskState;
  cause @4 :Status;
  timeMs @5 :Int64;
}

struct FetchedRows {
  request @0 :UInt64;
  result @1 :Status;
  version @2 :UInt64;
  offset @3 :UInt64;
  rows @4 :UInt64;
  batches @5 :List(Data);
  ended @6 :Bool;
}

# Job manager to task executor ----------------------------------------------------------------------------------------

struct ExecutorRegistered {
  jobManagerSession @0 :UInt64;
}

struct ExecutorRefused {
  reason @0 :Status;
}

struct DeployJob {
  job @0 :JobId;
  attempt @1 :UInt64;
  name @2 :Text;
  plan @3 :Text;
  settings @4 :List(Setting);
  executors @5 :List(ExecutorAddress);
  executorOfSlot @6 :List(UInt32);
  graphDigest @7 :Text;
  build @8 :Text;
}

struct StartJob {
  attempt @0 :UInt64;
}

struct CancelAttempt {
  attempt @0 :UInt64;
  reason @1 :Text;
}

struct FetchRows {
  request @0 :UInt64;
  attempt @1 :UInt64;
  version @2 :UInt64;
  offset @3 :UInt64;
  bytesMax @4 :UInt64;
  waitMs @5 :Int64;
}

# Client to job manager -----------------------------------------------------------------------------------------------

struct SubmitJob {
  request @0 :UInt64;
  name @1 :Text;
  plan @2 :Text;
  settings @3 :List(Setting);
  collects @4 :Bool;
}

struct ListJobs {
  request @0 :UInt64;
}

# What names a request and a job and nothing else: DescribeJob, CancelJob, AwaitJob.
struct JobRequest {
  request @0 :UInt64;
  job @1 :JobId;
}

struct FetchJobRows {
  request @0 :UInt64;
  job @1 :JobId;
  version @2 :UInt64;
  offset @3 :UInt64;
  bytesMax @4 :UInt64;
  waitMs @5 :Int64;
}

# Job manager to client -----------------------------------------------------------------------------------------------

struct JobSummary {
  job @0 :JobId;
  name @1 :Text;
  state @2 :JobState;
  cause @3 :Status;
  startTimeMs @4 :Int64;
  stateTimeMs @5 :Int64;
}

struct JobSubmitted {
  request @0 :UInt64;
  job @1 :JobId;
  slotsWanted @2 :UInt32;
  slotsFree @3 :UInt32;
}

struct JobList {
  request @0 :UInt64;
  jobs @1 :List(JobSummary);
}

struct Done {
  request @0 :UInt64;
}

struct Refused {
  request @0 :UInt64;
  reason @1 :Status;
}

# One message a direction ---------------------------------------------------------------------------------------------

struct ToJobManager {
  union {
    registerExecutor @0 :RegisterExecutor;
    heartbeat @1 :Void;
    jobDeployed @2 :JobDeployed;
    subtaskChanged @3 :SubtaskChanged;
    fetchedRows @4 :FetchedRows;
    submitJob @5 :SubmitJob;
    listJobs @6 :ListJobs;
    describeJob @7 :JobRequest;
    cancelJob @8 :JobRequest;
    awaitJob @9 :JobRequest;
    fetchJobRows @10 :FetchJobRows;
  }
}

struct ToExecutor {
  union {
    executorRegistered @0 :ExecutorRegistered;
    executorRefused @1 :ExecutorRefused;
    heartbeat @2 :Void;
    deployJob @3 :DeployJob;
    startJob @4 :StartJob;
    cancelAttempt @5 :CancelAttempt;
    fetchRows @6 :FetchRows;
  }
}

struct ToClient {
  union {
    jobSubmitted @0 :JobSubmitted;
    jobList @1 :JobList;
    fetchedRows @2 :FetchedRows;
    done @3 :Done;
    refused @4 :Refused;
  }
}
