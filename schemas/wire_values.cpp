#include "schemas/wire_values.hpp"

#include <utility>

#include "common/text/shortened_text.hpp"
#include "common/text/utf8.hpp"

namespace eddyline::schemas {

namespace {

bool is_error_code(uint16_t number) {
  switch (static_cast<ErrorCode>(number)) {
#define ERROR_CODE(name, number, text) case ErrorCode::name:
#include "common/base/error_codes.inc"
#undef ERROR_CODE
    return true;
  }
  return false;
}

/// Of an error's text; one that repeats a row's value may have hundreds of megabytes, which no message carries.
constexpr size_t kErrorTextBytesMax = 64 << 10;

}  // namespace

Status malformed(std::string_view what, std::string_view why) {
  return data_error(std::string(what) + " " + std::string(why));
}

capnp::Text::Reader as_text(const std::string& text) { return {text.c_str(), text.size()}; }

std::string read_text(capnp::Text::Reader text) { return {text.begin(), text.size()}; }

Result<std::string> read_name(capnp::Text::Reader text, std::string_view what) {
  std::string name = read_text(text);
  if (first_malformed_utf8_byte(name)) return malformed(what, "is not UTF-8");
  return name;
}

Result<std::chrono::milliseconds> read_duration(int64_t milliseconds, std::string_view what) {
  if (milliseconds < 0) return malformed(what, "is negative");
  return std::chrono::milliseconds(milliseconds);
}

void write(wire::Status::Builder to, const Status& status) {
  if (status.ok()) return;
  to.setCode(static_cast<uint16_t>(status.code()));
  const std::string text = shortened_text(status.message(), kErrorTextBytesMax);
  to.setMessage(as_text(text));
  if (!status.position()) return;
  to.setLine(status.position()->line);
  to.setColumn(status.position()->column);
  to.setPositionInMessage(status.names_position());
}

Status read(wire::Status::Reader from, Status& status) {
  status = Status();
  if (from.getCode() == 0) return {};
  if (!is_error_code(from.getCode())) return malformed("the code of an error", "is none of ours");
  status = Status(static_cast<ErrorCode>(from.getCode()), read_text(from.getMessage()));
  if (from.getLine() == 0) return {};
  const SourcePosition position{from.getLine(), from.getColumn()};
  status = from.getPositionInMessage() ? status.naming(position) : status.at(position);
  return {};
}

void write(wire::JobId::Builder to, const JobId& id) {
  to.setHigh(id.high());
  to.setLow(id.low());
}

JobId read(wire::JobId::Reader from) { return JobId(from.getHigh(), from.getLow()); }

void write(capnp::List<wire::Setting>::Builder to, const Configuration& settings) {
  uint32_t index = 0;
  for (const auto& [key, value] : settings.entries()) {
    wire::Setting::Builder setting = to[index++];
    setting.setKey(as_text(key));
    setting.setValue(as_text(value));
  }
}

Result<Configuration> read(capnp::List<wire::Setting>::Reader from) {
  Configuration settings;
  for (const wire::Setting::Reader setting : from) {
    ASSIGN_OR_RETURN(std::string key, read_name(setting.getKey(), "the key of a setting"));
    if (settings.raw(key) != nullptr) return malformed("setting '" + key + "'", "stands twice");
    settings.set(std::move(key), read_text(setting.getValue()));
  }
  return settings;
}

void write(wire::ExecutorAddress::Builder to, const ExecutorAddress& address) {
  to.setExecutor(as_text(address.executor.value()));
  to.setHost(as_text(address.host));
  to.setDataPort(address.data_port);
}

Result<ExecutorAddress> read(wire::ExecutorAddress::Reader from) {
  ExecutorAddress address;
  ASSIGN_OR_RETURN(std::string executor, read_name(from.getExecutor(), "the name of a task executor"));
  address.executor = ExecutorId(std::move(executor));
  ASSIGN_OR_RETURN(address.host, read_name(from.getHost(), "the host of a task executor"));
  address.data_port = from.getDataPort();
  return address;
}

}  // namespace eddyline::schemas
