#include "tests/unit/jobmanager/core/message_text.hpp"

namespace eddyline::jobmanager::tests {
namespace {

std::string status_text(const Status& status) {
  return status.ok() ? "" : " " + status.to_string();
}

/// Writes one message.
class Writer {
 public:
  explicit Writer(const Names& names) : names_(names) {}

  std::string operator()(const schemas::ToExecutor& message) const { return std::visit(*this, message); }
  std::string operator()(const schemas::ToClient& message) const { return std::visit(*this, message); }
  std::string operator()(const Disconnected&) const { return "disconnected"; }

  std::string operator()(const schemas::ExecutorRegistered&) const { return "ExecutorRegistered"; }
  std::string operator()(const schemas::ExecutorRefused& message) const {
    return "ExecutorRefused" + status_text(message.reason);
  }
  std::string operator()(const schemas::Heartbeat&) const { return "Heartbeat"; }
  std::string operator()(const schemas::DeployJob& message) const {
    std::string text = "DeployJob " + names_.of(message.job) + " slots";
    for (const uint32_t executor : message.executor_of_slot)
      text += " " + message.executors.at(executor).executor.value();
    return text;
  }
  std::string operator()(const schemas::StartJob& message) const { return "StartJob " + names_.of(message.attempt); }
  std::string operator()(const schemas::CancelAttempt& message) const {
    return "CancelAttempt " + names_.of(message.attempt) + (message.reason.empty() ? "" : " '" + message.reason + "'");
  }
  std::string operator()(const schemas::FetchRows& message) const {
    return "FetchRows " + names_.of(message.attempt) + " offset=" + std::to_string(message.offset) +
           " wait=" + std::to_string(message.wait.count());
  }

  std::string operator()(const schemas::JobSubmitted& message) const {
    return "JobSubmitted " + names_.of(message.job) + " wanted=" + std::to_string(message.slots_wanted) +
           " free=" + std::to_string(message.slots_free);
  }
  std::string operator()(const schemas::JobList& message) const {
    std::string text = "JobList";
    for (const schemas::JobSummary& job : message.jobs) {
      text += " " + job.name + "=" + std::string(schemas::job_state_name(job.state)) + status_text(job.cause);
    }
    return text;
  }
  std::string operator()(const schemas::FetchedRows& message) const {
    return "FetchedRows offset=" + std::to_string(message.offset) + " rows=" + std::to_string(message.rows) +
           (message.ended ? " ended" : "") + status_text(message.result);
  }
  std::string operator()(const schemas::Done&) const { return "Done"; }
  std::string operator()(const schemas::Refused& message) const { return "Refused" + status_text(message.reason); }

 private:
  const Names& names_;
};

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

}  // namespace

std::string Names::of(JobId job) const {
  const auto found = jobs.find(job);
  return found == jobs.end() ? "?" : found->second;
}

std::string Names::of(schemas::AttemptId attempt) const {
  const auto found = attempts.find(attempt);
  return found == attempts.end() ? "?" : found->second;
}

std::string said_text(const Said& said, const Names& names) {
  std::string text = names.peers.at(said.peer) + " " + std::visit(Writer(names), said.what);
  for (const auto& [job, name] : names.jobs) replace_all(text, job.to_string(), "ID-OF-" + name);
  return text;
}

}  // namespace eddyline::jobmanager::tests
