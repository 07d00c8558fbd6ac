#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "common/base/check.hpp"

namespace eddyline {

enum class ErrorCode : uint16_t {
#define ERROR_CODE(name, number, text) name = number,
#include "common/base/error_codes.inc"
#undef ERROR_CODE
};

/// The code's name as written in the list, without the leading k: "ParseError".
std::string_view error_code_name(ErrorCode code);

/// The code's default text.
std::string_view error_code_text(ErrorCode code);

/// A place in a statement or file; both count from 1, columns in characters (code points).
struct SourcePosition {
  uint32_t line = 1;
  uint32_t column = 1;
  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

/// Success, or an error with code, message and, where known, the place in the user's text.
/// A value: cheap to copy, ok costs one null pointer. Never ignored.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(ErrorCode code, std::string message);

  static Status ok_status() { return {}; }

  bool ok() const { return error_ == nullptr; }
  /// CHECKs !ok() for these.
  ErrorCode code() const;
  const std::string& message() const;
  const std::optional<SourcePosition>& position() const;
  /// True if the message itself names the position in words, as Flink's texts of the parser do.
  bool names_position() const;
  /// True for errors of the surroundings, where the same work may succeed later.
  bool retryable() const;

  /// The same error at a place; a place already known is kept.
  Status at(SourcePosition position) const;
  /// The same error at a place that its message names: whoever shows it need not add the place.
  Status naming(SourcePosition position) const;
  /// The same error with "context: " before the message.
  Status with_context(std::string_view context) const;

  /// "ParseError: message (line 2, column 5)", without the place if the message names it, or "ok".
  std::string to_string() const;

 private:
  struct Error {
    ErrorCode code;
    std::string message;
    std::optional<SourcePosition> position;
    bool names_position = false;
  };
  Status(Error error) : error_(std::make_shared<const Error>(std::move(error))) {}
  std::shared_ptr<const Error> error_;
};

/// "line 2, column 5".
std::string to_string(SourcePosition position);

Status parse_error(std::string message, SourcePosition position);
Status validation_error(std::string message);
Status planning_error(std::string message);
Status configuration_error(std::string message);
Status data_error(std::string message);
Status division_by_zero(std::string message);
Status not_found(std::string message);
Status already_exists(std::string message);
Status hint_error(std::string message);
Status cancelled(std::string message);
Status io_error(std::string message);
Status out_of_memory(std::string message);
/// "not supported yet: <construct>".
Status not_supported(std::string_view construct);

/// A value or the Status that says why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: conversion is the point
  Result(Status status) : content_(std::in_place_index<1>, std::move(status)) {  // NOLINT
    CHECK(!std::get<1>(content_).ok()) << "a Result without value needs an error";
  }
  /// From anything T is made of: a Result<std::unique_ptr<Base>> takes a unique_ptr<Derived>.
  template <class U>
    requires(std::is_convertible_v<U &&, T> && !std::is_same_v<std::decay_t<U>, T> &&
             !std::is_same_v<std::decay_t<U>, Status> && !std::is_same_v<std::decay_t<U>, Result<T>>)
  Result(U&& value) : content_(std::in_place_index<0>, std::forward<U>(value)) {}  // NOLINT

  bool ok() const { return content_.index() == 0; }
  Status status() const { return ok() ? Status() : std::get<1>(content_); }

  T& value() & {
    CHECK(ok()) << status().to_string();
    return std::get<0>(content_);
  }
  const T& value() const& {
    CHECK(ok()) << status().to_string();
    return std::get<0>(content_);
  }
  T&& value() && {
    CHECK(ok()) << status().to_string();
    return std::get<0>(std::move(content_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Status> content_;
};

}  // namespace eddyline

#define EDDYLINE_CONCAT_INNER(a, b) a##b
#define EDDYLINE_CONCAT(a, b) EDDYLINE_CONCAT_INNER(a, b)

/// Leaves the function with the error, if there is one.
#define RETURN_IF_ERROR(expression)                          \
  do {                                                       \
    ::eddyline::Status status_or_ok = (expression);          \
    if (!status_or_ok.ok()) [[unlikely]] return status_or_ok; \
  } while (false)

/// Declares or assigns `target` from a Result, or leaves the function with its error.
#define ASSIGN_OR_RETURN(target, expression) \
  ASSIGN_OR_RETURN_INNER(EDDYLINE_CONCAT(result_at_line_, __LINE__), target, expression)
#define ASSIGN_OR_RETURN_INNER(result, target, expression) \
  auto result = (expression);                              \
  if (!result.ok()) [[unlikely]] return result.status();   \
  target = std::move(result).value()
