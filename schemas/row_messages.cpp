#include "schemas/wire_messages.hpp"
#include "schemas/wire_values.hpp"

namespace eddyline::schemas {

namespace {

/// What FetchRows and FetchJobRows have in common.
template <class Builder, class Message>
void write_range(Builder& to, const Message& message) {
  to.setRequest(message.request.value());
  to.setVersion(message.version);
  to.setOffset(message.offset);
  to.setBytesMax(message.bytes_max.value());
  to.setWaitMs(message.wait.count());
}

template <class Reader, class Message>
Status read_range(const Reader& from, Message& message) {
  message.request = RequestId(from.getRequest());
  message.version = from.getVersion();
  message.offset = from.getOffset();
  message.bytes_max = Bytes(from.getBytesMax());
  ASSIGN_OR_RETURN(message.wait, read_duration(from.getWaitMs(), "the time to wait for rows"));
  return {};
}

}  // namespace

void write(wire::FetchRows::Builder to, const FetchRows& message) {
  write_range(to, message);
  to.setAttempt(message.attempt.value());
}

Result<FetchRows> read(wire::FetchRows::Reader from) {
  FetchRows message;
  RETURN_IF_ERROR(read_range(from, message));
  message.attempt = AttemptId(from.getAttempt());
  return message;
}

void write(wire::FetchJobRows::Builder to, const FetchJobRows& message) {
  write_range(to, message);
  write(to.initJob(), message.job);
}

Result<FetchJobRows> read(wire::FetchJobRows::Reader from) {
  FetchJobRows message;
  RETURN_IF_ERROR(read_range(from, message));
  message.job = read(from.getJob());
  return message;
}

void write(wire::FetchedRows::Builder to, const FetchedRows& message) {
  to.setRequest(message.request.value());
  write(to.initResult(), message.result);
  to.setVersion(message.version);
  to.setOffset(message.offset);
  to.setRows(message.rows);
  auto batches = to.initBatches(static_cast<uint32_t>(message.batches.size()));
  for (uint32_t i = 0; i < batches.size(); ++i) {
    const std::string& batch = message.batches[i];
    batches.set(i, capnp::Data::Reader(reinterpret_cast<const uint8_t*>(batch.data()), batch.size()));
  }
  to.setEnded(message.ended);
}

Result<FetchedRows> read(wire::FetchedRows::Reader from) {
  FetchedRows message;
  message.request = RequestId(from.getRequest());
  RETURN_IF_ERROR(read(from.getResult(), message.result));
  message.version = from.getVersion();
  message.offset = from.getOffset();
  message.rows = from.getRows();
  for (const capnp::Data::Reader batch : from.getBatches()) {
    message.batches.emplace_back(reinterpret_cast<const char*>(batch.begin()), batch.size());
  }
  message.ended = from.getEnded();
  return message;
}

}  // namespace eddyline::schemas
