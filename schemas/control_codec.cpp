#include "schemas/control_codec.hpp"

#include <optional>
#include <utility>

#include "schemas/wire_codec.hpp"
#include "schemas/wire_messages.hpp"
#include "schemas/wire_values.hpp"

namespace eddyline::schemas {

namespace {

// A message is a struct of structs or lists of structs: root, message, list, struct, and a Status below it.
constexpr int kNestingMax = 8;

// What each direction's union takes.

void put(wire::ToJobManager::Builder to, const RegisterExecutor& message) { write(to.initRegisterExecutor(), message); }
void put(wire::ToJobManager::Builder to, const Heartbeat&) { to.setHeartbeat(); }
void put(wire::ToJobManager::Builder to, const JobDeployed& message) { write(to.initJobDeployed(), message); }
void put(wire::ToJobManager::Builder to, const SubtaskChanged& message) { write(to.initSubtaskChanged(), message); }
void put(wire::ToJobManager::Builder to, const FetchedRows& message) { write(to.initFetchedRows(), message); }
void put(wire::ToJobManager::Builder to, const SubmitJob& message) { write(to.initSubmitJob(), message); }
void put(wire::ToJobManager::Builder to, const ListJobs& message) { write(to.initListJobs(), message); }
void put(wire::ToJobManager::Builder to, const DescribeJob& message) { write(to.initDescribeJob(), message); }
void put(wire::ToJobManager::Builder to, const CancelJob& message) { write(to.initCancelJob(), message); }
void put(wire::ToJobManager::Builder to, const AwaitJob& message) { write(to.initAwaitJob(), message); }
void put(wire::ToJobManager::Builder to, const FetchJobRows& message) { write(to.initFetchJobRows(), message); }

void put(wire::ToExecutor::Builder to, const ExecutorRegistered& message) { write(to.initExecutorRegistered(), message); }
void put(wire::ToExecutor::Builder to, const ExecutorRefused& message) { write(to.initExecutorRefused(), message); }
void put(wire::ToExecutor::Builder to, const Heartbeat&) { to.setHeartbeat(); }
void put(wire::ToExecutor::Builder to, const DeployJob& message) { write(to.initDeployJob(), message); }
void put(wire::ToExecutor::Builder to, const StartJob& message) { write(to.initStartJob(), message); }
void put(wire::ToExecutor::Builder to, const CancelAttempt& message) { write(to.initCancelAttempt(), message); }
void put(wire::ToExecutor::Builder to, const FetchRows& message) { write(to.initFetchRows(), message); }

void put(wire::ToClient::Builder to, const JobSubmitted& message) { write(to.initJobSubmitted(), message); }
void put(wire::ToClient::Builder to, const JobList& message) { write(to.initJobList(), message); }
void put(wire::ToClient::Builder to, const FetchedRows& message) { write(to.initFetchedRows(), message); }
void put(wire::ToClient::Builder to, const Done& message) { write(to.initDone(), message); }
void put(wire::ToClient::Builder to, const Refused& message) { write(to.initRefused(), message); }

/// A direction's variant of the one message that it holds.
template <class Direction, class Message>
Result<Direction> as(Result<Message> message) {
  if (!message.ok()) return message.status();
  return Direction(std::move(message).value());
}

Status unknown_kind() { return malformed("a message", "is of an unknown kind"); }

Result<ToJobManager> take(wire::ToJobManager::Reader from) {
  using Kind = wire::ToJobManager::Which;
  switch (from.which()) {
    case Kind::REGISTER_EXECUTOR:
      return as<ToJobManager>(read(from.getRegisterExecutor()));
    case Kind::HEARTBEAT:
      return ToJobManager(Heartbeat());
    case Kind::JOB_DEPLOYED:
      return as<ToJobManager>(read(from.getJobDeployed()));
    case Kind::SUBTASK_CHANGED:
      return as<ToJobManager>(read(from.getSubtaskChanged()));
    case Kind::FETCHED_ROWS:
      return as<ToJobManager>(read(from.getFetchedRows()));
    case Kind::SUBMIT_JOB:
      return as<ToJobManager>(read(from.getSubmitJob()));
    case Kind::LIST_JOBS:
      return as<ToJobManager>(read(from.getListJobs()));
    case Kind::DESCRIBE_JOB:
      return as<ToJobManager>(read_describe_job(from.getDescribeJob()));
    case Kind::CANCEL_JOB:
      return as<ToJobManager>(read_cancel_job(from.getCancelJob()));
    case Kind::AWAIT_JOB:
      return as<ToJobManager>(read_await_job(from.getAwaitJob()));
    case Kind::FETCH_JOB_ROWS:
      return as<ToJobManager>(read(from.getFetchJobRows()));
  }
  return unknown_kind();
}

Result<ToExecutor> take(wire::ToExecutor::Reader from) {
  using Kind = wire::ToExecutor::Which;
  switch (from.which()) {
    case Kind::EXECUTOR_REGISTERED:
      return as<ToExecutor>(read(from.getExecutorRegistered()));
    case Kind::EXECUTOR_REFUSED:
      return as<ToExecutor>(read(from.getExecutorRefused()));
    case Kind::HEARTBEAT:
      return ToExecutor(Heartbeat());
    case Kind::DEPLOY_JOB:
      return as<ToExecutor>(read(from.getDeployJob()));
    case Kind::START_JOB:
      return as<ToExecutor>(read(from.getStartJob()));
    case Kind::CANCEL_ATTEMPT:
      return as<ToExecutor>(read(from.getCancelAttempt()));
    case Kind::FETCH_ROWS:
      return as<ToExecutor>(read(from.getFetchRows()));
  }
  return unknown_kind();
}

Result<ToClient> take(wire::ToClient::Reader from) {
  using Kind = wire::ToClient::Which;
  switch (from.which()) {
    case Kind::JOB_SUBMITTED:
      return as<ToClient>(read(from.getJobSubmitted()));
    case Kind::JOB_LIST:
      return as<ToClient>(read(from.getJobList()));
    case Kind::FETCHED_ROWS:
      return as<ToClient>(read(from.getFetchedRows()));
    case Kind::DONE:
      return as<ToClient>(read(from.getDone()));
    case Kind::REFUSED:
      return as<ToClient>(read(from.getRefused()));
  }
  return unknown_kind();
}

template <class Wire, class Direction>
Frame encode_as(const Direction& direction) {
  Result<Frame> frame = encode_message([&](capnp::AnyPointer::Builder builder) {
    const auto root = builder.initAs<Wire>();
    std::visit([&](const auto& message) { put(root, message); }, direction);
  });
  CHECK(frame.ok()) << frame.status().to_string();
  return *std::move(frame);
}

template <class Wire, class Direction>
Result<Direction> decode_as(std::span<const uint8_t> bytes) {
  std::optional<Direction> message;
  RETURN_IF_ERROR(decode_message(bytes, "a message", kNestingMax, [&](capnp::AnyPointer::Reader root) -> Status {
    ASSIGN_OR_RETURN(message, take(root.getAs<Wire>()));
    return Status();
  }));
  return *std::move(message);
}

}  // namespace

Frame encode(const ToJobManager& message) { return encode_as<wire::ToJobManager>(message); }
Frame encode(const ToExecutor& message) { return encode_as<wire::ToExecutor>(message); }
Frame encode(const ToClient& message) { return encode_as<wire::ToClient>(message); }

Result<ToJobManager> decode_to_job_manager(std::span<const uint8_t> bytes) {
  return decode_as<wire::ToJobManager, ToJobManager>(bytes);
}
Result<ToExecutor> decode_to_executor(std::span<const uint8_t> bytes) {
  return decode_as<wire::ToExecutor, ToExecutor>(bytes);
}
Result<ToClient> decode_to_client(std::span<const uint8_t> bytes) {
  return decode_as<wire::ToClient, ToClient>(bytes);
}

}  // namespace eddyline::schemas
