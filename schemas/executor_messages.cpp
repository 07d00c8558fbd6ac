#include "schemas/wire_messages.hpp"
#include "schemas/wire_values.hpp"

namespace eddyline::schemas {

// Every slot of a job runs a subtask of some vertex.
constexpr uint32_t kSlotsMax = kMaxMaxParallelism;

void write(wire::RegisterExecutor::Builder to, const RegisterExecutor& message) {
  write(to.initAddress(), message.address);
  to.setSlots(message.slots);
  to.setHasMemory(message.memory.has_value());
  to.setMemoryBytes(message.memory.value_or(Bytes(0)).value());
  to.setProcessId(message.process_id);
  to.setBuild(as_text(message.build));
}

Result<RegisterExecutor> read(wire::RegisterExecutor::Reader from) {
  RegisterExecutor message;
  ASSIGN_OR_RETURN(message.address, read(from.getAddress()));
  message.slots = from.getSlots();
  if (from.getHasMemory()) message.memory = Bytes(from.getMemoryBytes());
  message.process_id = from.getProcessId();
  ASSIGN_OR_RETURN(message.build, read_name(from.getBuild(), "the build of a task executor"));
  return message;
}

void write(wire::JobDeployed::Builder to, const JobDeployed& message) {
  to.setAttempt(message.attempt.value());
  write(to.initResult(), message.result);
}

Result<JobDeployed> read(wire::JobDeployed::Reader from) {
  JobDeployed message;
  message.attempt = AttemptId(from.getAttempt());
  RETURN_IF_ERROR(read(from.getResult(), message.result));
  return message;
}

void write(wire::SubtaskChanged::Builder to, const SubtaskChanged& message) {
  to.setAttempt(message.attempt.value());
  to.setVertex(message.subtask.vertex.value());
  to.setSubtask(message.subtask.subtask.value());
  to.setState(static_cast<wire::SubtaskState>(message.state));
  write(to.initCause(), message.cause);
  to.setTimeMs(message.time.value());
}

Result<SubtaskChanged> read(wire::SubtaskChanged::Reader from) {
  static_assert(static_cast<int>(wire::SubtaskState::FAILED) == static_cast<int>(SubtaskState::kFailed));
  if (from.getState() > wire::SubtaskState::FAILED) return malformed("the state of a subtask", "is unknown");
  SubtaskChanged message;
  message.attempt = AttemptId(from.getAttempt());
  message.subtask = {VertexId(from.getVertex()), SubtaskIndex(from.getSubtask())};
  message.state = static_cast<SubtaskState>(from.getState());
  RETURN_IF_ERROR(read(from.getCause(), message.cause));
  message.time = ProcessingTime(from.getTimeMs());
  return message;
}

void write(wire::ExecutorRegistered::Builder to, const ExecutorRegistered& message) {
  to.setJobManagerSession(message.job_manager_session);
}

Result<ExecutorRegistered> read(wire::ExecutorRegistered::Reader from) {
  return ExecutorRegistered{from.getJobManagerSession()};
}

void write(wire::ExecutorRefused::Builder to, const ExecutorRefused& message) {
  write(to.initReason(), message.reason);
}

Result<ExecutorRefused> read(wire::ExecutorRefused::Reader from) {
  ExecutorRefused message;
  RETURN_IF_ERROR(read(from.getReason(), message.reason));
  if (message.reason.ok()) return malformed("the reason of a refusal", "is missing");
  return message;
}

void write(wire::DeployJob::Builder to, const DeployJob& message) {
  write(to.initJob(), message.job);
  to.setAttempt(message.attempt.value());
  to.setName(as_text(message.name));
  to.setPlan(as_text(message.plan));
  write(to.initSettings(static_cast<uint32_t>(message.settings.entries().size())), message.settings);
  auto executors = to.initExecutors(static_cast<uint32_t>(message.executors.size()));
  for (uint32_t i = 0; i < executors.size(); ++i) write(executors[i], message.executors[i]);
  auto slots = to.initExecutorOfSlot(static_cast<uint32_t>(message.executor_of_slot.size()));
  for (uint32_t i = 0; i < slots.size(); ++i) slots.set(i, message.executor_of_slot[i]);
  to.setGraphDigest(as_text(message.graph_digest));
  to.setBuild(as_text(message.build));
}

namespace {

Status read_placement(wire::DeployJob::Reader from, DeployJob& message) {
  const auto executors = from.getExecutors();
  const auto slots = from.getExecutorOfSlot();
  if (executors.size() > kSlotsMax) return malformed("the number of task executors", "is too large");
  if (slots.size() > kSlotsMax) return malformed("the number of slots", "is too large");
  for (const wire::ExecutorAddress::Reader executor : executors) {
    ASSIGN_OR_RETURN(ExecutorAddress address, read(executor));
    message.executors.push_back(std::move(address));
  }
  for (const uint32_t executor : slots) {
    if (executor >= message.executors.size()) return malformed("the task executor of a slot", "is not there");
    message.executor_of_slot.push_back(executor);
  }
  return {};
}

}  // namespace

Result<DeployJob> read(wire::DeployJob::Reader from) {
  DeployJob message;
  message.job = read(from.getJob());
  message.attempt = AttemptId(from.getAttempt());
  ASSIGN_OR_RETURN(message.name, read_name(from.getName(), "the name of a job"));
  message.plan = read_text(from.getPlan());
  ASSIGN_OR_RETURN(message.settings, read(from.getSettings()));
  RETURN_IF_ERROR(read_placement(from, message));
  ASSIGN_OR_RETURN(message.graph_digest, read_name(from.getGraphDigest(), "the digest of a job graph"));
  ASSIGN_OR_RETURN(message.build, read_name(from.getBuild(), "the build of a job manager"));
  return message;
}

void write(wire::StartJob::Builder to, const StartJob& message) { to.setAttempt(message.attempt.value()); }

Result<StartJob> read(wire::StartJob::Reader from) { return StartJob{AttemptId(from.getAttempt())}; }

void write(wire::CancelAttempt::Builder to, const CancelAttempt& message) {
  to.setAttempt(message.attempt.value());
  to.setReason(as_text(message.reason));
}

Result<CancelAttempt> read(wire::CancelAttempt::Reader from) {
  return CancelAttempt{AttemptId(from.getAttempt()), read_text(from.getReason())};
}

}  // namespace eddyline::schemas
