#include "schemas/control_messages.hpp"

namespace eddyline::schemas {

std::string_view subtask_state_name(SubtaskState state) {
  switch (state) {
    case SubtaskState::kCreated:
      return "CREATED";
    case SubtaskState::kScheduled:
      return "SCHEDULED";
    case SubtaskState::kDeploying:
      return "DEPLOYING";
    case SubtaskState::kInitializing:
      return "INITIALIZING";
    case SubtaskState::kRunning:
      return "RUNNING";
    case SubtaskState::kCanceling:
      return "CANCELING";
    case SubtaskState::kFinished:
      return "FINISHED";
    case SubtaskState::kCanceled:
      return "CANCELED";
    case SubtaskState::kFailed:
      return "FAILED";
  }
  CHECK(false) << "no state of a subtask";
  return "";
}

std::string_view job_state_name(JobState state) {
  switch (state) {
    case JobState::kInitializing:
      return "INITIALIZING";
    case JobState::kCreated:
      return "CREATED";
    case JobState::kRunning:
      return "RUNNING";
    case JobState::kFailing:
      return "FAILING";
    case JobState::kFailed:
      return "FAILED";
    case JobState::kCancelling:
      return "CANCELLING";
    case JobState::kCanceled:
      return "CANCELED";
    case JobState::kFinished:
      return "FINISHED";
    case JobState::kRestarting:
      return "RESTARTING";
    case JobState::kSuspended:
      return "SUSPENDED";
    case JobState::kReconciling:
      return "RECONCILING";
  }
  CHECK(false) << "no state of a job";
  return "";
}

bool is_terminal(SubtaskState state) {
  return state == SubtaskState::kFinished || state == SubtaskState::kCanceled || state == SubtaskState::kFailed;
}

bool is_terminal(JobState state) {
  return state == JobState::kFinished || state == JobState::kCanceled || state == JobState::kFailed;
}

namespace {

Status check_bytes(const std::string& what, uint64_t bytes, Bytes bytes_max) {
  if (bytes <= bytes_max.value()) return {};
  return validation_error(what + " " + std::to_string(bytes) + " bytes; " + std::to_string(bytes_max.value()) +
                          " are allowed.");
}

}  // namespace

Status check_size(const SubmitJob& job) {
  uint64_t settings_bytes = 0;
  for (const auto& [key, value] : job.settings.entries()) settings_bytes += key.size() + value.size();
  RETURN_IF_ERROR(check_bytes("The plan of the job has", job.plan.size(), kPlanBytesMax));
  return check_bytes("The settings of the job have", settings_bytes, kSettingsBytesMax);
}

}  // namespace eddyline::schemas
