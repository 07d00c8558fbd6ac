#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline {

/// A JSON document or a part of one: a value. Members keep the order in which they were added, so that what is written,
/// read and written again is the same text.
class JsonValue {
 public:
  using Array = std::vector<JsonValue>;
  using Member = std::pair<std::string, JsonValue>;
  using Object = std::vector<Member>;
  enum class Kind : uint8_t { kNull, kBoolean, kInteger, kReal, kText, kArray, kObject };

  JsonValue() = default;
  template <std::integral T>
  JsonValue(T value) : content_(static_cast<int64_t>(value)) {}  // NOLINT: conversion is the point, here and below
  JsonValue(bool value) : content_(value) {}                     // NOLINT
  JsonValue(double value) : content_(value) {}                   // NOLINT
  JsonValue(std::string value) : content_(std::move(value)) {}   // NOLINT
  JsonValue(std::string_view value) : content_(std::string(value)) {}  // NOLINT
  JsonValue(const char* value) : content_(std::string(value)) {}       // NOLINT
  JsonValue(Array elements) : content_(std::move(elements)) {}         // NOLINT
  JsonValue(Object members) : content_(std::move(members)) {}          // NOLINT

  Kind kind() const { return static_cast<Kind>(content_.index()); }
  bool is_null() const { return kind() == Kind::kNull; }
  /// CHECK that the value is of the kind.
  bool as_boolean() const { return std::get<bool>(content_); }
  int64_t as_integer() const { return std::get<int64_t>(content_); }
  double as_real() const { return std::get<double>(content_); }
  const std::string& as_text() const { return std::get<std::string>(content_); }
  const Array& as_array() const { return std::get<Array>(content_); }
  const Object& as_object() const { return std::get<Object>(content_); }
  Array& as_array() { return std::get<Array>(content_); }
  Object& as_object() { return std::get<Object>(content_); }

  friend bool operator==(const JsonValue&, const JsonValue&) = default;

 private:
  std::variant<std::monostate, bool, int64_t, double, std::string, Array, Object> content_;
};

/// "an array", "3": what a value is, in messages; long ones by their kind only.
std::string describe(const JsonValue& value);

/// Levels of arrays and objects that a document may have.
inline constexpr size_t kJsonDepthMax = 4000;

/// Reads a document; nothing may follow it but white space.
///
/// Errors   kParseError: with line and column for text that is no JSON or not UTF-8; without for integers beyond int64, a
///          name that an object has twice, more than kJsonDepthMax levels.
Result<JsonValue> parse_json(std::string_view text);

enum class JsonLayout : uint8_t {
  kCompact,  ///< no blank and no line break
  kPretty,   ///< two blanks a level, "name" : value, [ 1, 2 ], as Flink's plan files have it
};

/// The text of a document. CHECKs that numbers are finite; strings that are no UTF-8 are written with U+FFFD.
std::string to_text(const JsonValue& value, JsonLayout layout);

}  // namespace eddyline
