#include "common/base/status.hpp"

namespace eddyline {

std::string_view error_code_name(ErrorCode code) {
  switch (code) {
#define ERROR_CODE(name, number, text) \
  case ErrorCode::name:                \
    return std::string_view(#name).substr(1);
#include "common/base/error_codes.inc"
#undef ERROR_CODE
  }
  return "Unknown";
}

std::string_view error_code_text(ErrorCode code) {
  switch (code) {
#define ERROR_CODE(name, number, text) \
  case ErrorCode::name:                \
    return text;
#include "common/base/error_codes.inc"
#undef ERROR_CODE
  }
  return "unknown error";
}

Status::Status(ErrorCode code, std::string message) : Status(Error{code, std::move(message), std::nullopt}) {}

ErrorCode Status::code() const {
  CHECK(!ok()) << "an ok Status has no code";
  return error_->code;
}

const std::string& Status::message() const {
  CHECK(!ok()) << "an ok Status has no message";
  return error_->message;
}

const std::optional<SourcePosition>& Status::position() const {
  CHECK(!ok()) << "an ok Status has no position";
  return error_->position;
}

bool Status::names_position() const {
  CHECK(!ok()) << "an ok Status has no message";
  return error_->names_position;
}

bool Status::retryable() const {
  const auto number = static_cast<uint16_t>(code());
  return number >= 2000 && number < 3000;
}

Status Status::at(SourcePosition position) const {
  if (ok() || error_->position) return *this;
  Error placed = *error_;
  placed.position = position;
  return placed;
}

Status Status::naming(SourcePosition position) const {
  CHECK(!ok() && !error_->position) << "an error has one place";
  Error placed = *error_;
  placed.position = position;
  placed.names_position = true;
  return placed;
}

Status Status::with_context(std::string_view context) const {
  if (ok()) return *this;
  Error wrapped = *error_;
  wrapped.message = std::string(context) + ": " + error_->message;
  return wrapped;
}

std::string Status::to_string() const {
  if (ok()) return "ok";
  std::string text = std::string(error_code_name(error_->code)) + ": " + error_->message;
  if (error_->position && !error_->names_position) text += " (" + eddyline::to_string(*error_->position) + ")";
  return text;
}

std::string to_string(SourcePosition position) {
  return "line " + std::to_string(position.line) + ", column " + std::to_string(position.column);
}

Status parse_error(std::string message, SourcePosition position) {
  return Status(ErrorCode::kParseError, std::move(message)).at(position);
}
Status validation_error(std::string message) { return {ErrorCode::kValidationError, std::move(message)}; }
Status planning_error(std::string message) { return {ErrorCode::kPlanningError, std::move(message)}; }
Status configuration_error(std::string message) { return {ErrorCode::kConfigurationError, std::move(message)}; }
Status data_error(std::string message) { return {ErrorCode::kDataError, std::move(message)}; }
Status division_by_zero(std::string message) { return {ErrorCode::kDivisionByZero, std::move(message)}; }
Status not_found(std::string message) { return {ErrorCode::kNotFound, std::move(message)}; }
Status already_exists(std::string message) { return {ErrorCode::kAlreadyExists, std::move(message)}; }
Status hint_error(std::string message) { return {ErrorCode::kHintError, std::move(message)}; }
Status cancelled(std::string message) { return {ErrorCode::kCancelled, std::move(message)}; }
Status io_error(std::string message) { return {ErrorCode::kIoError, std::move(message)}; }
Status out_of_memory(std::string message) { return {ErrorCode::kOutOfMemory, std::move(message)}; }
Status not_supported(std::string_view construct) {
  return {ErrorCode::kNotSupported, "not supported yet: " + std::string(construct)};
}

}  // namespace eddyline
