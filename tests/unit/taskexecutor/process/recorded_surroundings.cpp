#include "tests/unit/taskexecutor/process/recorded_surroundings.hpp"

#include <variant>

namespace eddyline::taskexecutor {
namespace {

std::string text(const Status& status) { return status.ok() ? "ok" : std::string(error_code_name(status.code())); }

struct MessageText {
  RecordedSurroundings& surroundings;

  std::string operator()(const schemas::RegisterExecutor& message) const {
    return "RegisterExecutor " + message.address.executor.value();
  }
  std::string operator()(const schemas::Heartbeat&) const { return "Heartbeat"; }
  std::string operator()(const schemas::JobDeployed& message) const {
    surroundings.last_cause = message.result;
    return "JobDeployed " + std::to_string(message.attempt.value()) + " " + text(message.result);
  }
  std::string operator()(const schemas::SubtaskChanged& message) const {
    if (!message.cause.ok()) surroundings.last_cause = message.cause;
    return "SubtaskChanged " + std::to_string(message.attempt.value()) + " " +
           std::to_string(message.subtask.vertex.value()) + "/" + std::to_string(message.subtask.subtask.value()) + " " +
           std::string(schemas::subtask_state_name(message.state));
  }
  std::string operator()(const schemas::FetchedRows& message) const {
    surroundings.last_rows = message;
    return "FetchedRows " + std::to_string(message.request.value()) + " " + text(message.result) + " " +
           std::to_string(message.offset) + "+" + std::to_string(message.rows) + (message.ended ? " ended" : "");
  }
  template <class Message>
  std::string operator()(const Message&) const {
    return "what only a client says";
  }
};

}  // namespace

void RecordedSurroundings::send(schemas::ToJobManager message) {
  note("send " + std::visit(MessageText{*this}, message));
}

}  // namespace eddyline::taskexecutor
