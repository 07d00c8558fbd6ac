#include "common/json/json_field.hpp"

#include <ranges>
#include <utility>

namespace eddyline {

std::string JsonField::place() const {
  std::vector<const Step*> steps;
  for (const Step* step = step_.get(); step != nullptr; step = step->before.get()) steps.push_back(step);
  std::string text;
  for (const Step* step : steps | std::views::reverse) {
    if (step->name.data() == nullptr) {
      text += "[" + std::to_string(step->index) + "]";
    } else {
      text += (text.empty() ? "" : ".") + std::string(step->name);
    }
  }
  return text;
}

Status JsonField::fail(std::string_view why) const {
  return data_error(step_ == nullptr ? std::string(why) : place() + ": " + std::string(why));
}

Status JsonField::expected(std::string_view what) const {
  return fail("expected " + std::string(what) + ", found " + describe(*value_));
}

Result<std::optional<JsonField>> JsonField::optional_member(std::string_view name) const {
  if (value_->kind() != JsonValue::Kind::kObject) return expected("an object");
  for (const auto& [key, value] : value_->as_object()) {
    if (key != name) continue;
    if (value.is_null()) break;
    return std::optional(at(value, key));
  }
  return std::optional<JsonField>();
}

Result<JsonField> JsonField::member(std::string_view name) const {
  if (value_->kind() != JsonValue::Kind::kObject) return expected("an object");
  for (const auto& [key, value] : value_->as_object()) {
    if (key == name) return at(value, key);
  }
  return fail("there is no '" + std::string(name) + "'");
}

Result<std::vector<JsonField>> JsonField::elements() const {
  if (value_->kind() != JsonValue::Kind::kArray) return expected("an array");
  std::vector<JsonField> fields;
  for (const JsonValue& element : value_->as_array()) {
    fields.push_back(at(element, fields.size()));
  }
  return fields;
}

Result<std::vector<std::pair<std::string, JsonField>>> JsonField::members() const {
  if (value_->kind() != JsonValue::Kind::kObject) return expected("an object");
  std::vector<std::pair<std::string, JsonField>> fields;
  for (const auto& [key, value] : value_->as_object()) {
    fields.emplace_back(key, at(value, key));
  }
  return fields;
}

Result<bool> JsonField::as_boolean() const {
  if (value_->kind() != JsonValue::Kind::kBoolean) return expected("true or false");
  return value_->as_boolean();
}

Result<std::string> JsonField::as_text() const {
  if (value_->kind() != JsonValue::Kind::kText) return expected("a string");
  return value_->as_text();
}

Result<int64_t> JsonField::integer_within(int64_t least, int64_t most) const {
  if (value_->kind() != JsonValue::Kind::kInteger || value_->as_integer() < least || value_->as_integer() > most) {
    return expected("an integer from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value_->as_integer();
}

}  // namespace eddyline
