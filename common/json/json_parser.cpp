#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/json/json_value.hpp"

namespace eddyline {
namespace {

/// Line and column, in characters, of a byte of the text.
SourcePosition position_of(std::string_view text, size_t byte) {
  SourcePosition position;
  for (const char c : text.substr(0, std::min(byte, text.size()))) {
    if (c == '\n') {
      ++position.line;
      position.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
      ++position.column;
    }
  }
  return position;
}

/// Builds the value from the parser's events.
class ValueBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit ValueBuilder(std::string_view text) : text_(text) {}

  bool null() override { return put({}); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(int64_t value) override { return put(value); }
  bool number_unsigned(uint64_t value) override {
    if (std::cmp_greater(value, INT64_MAX)) return refuse("a number is beyond the range of 64-bit integers");
    return put(value);
  }
  bool number_float(double value, const std::string& text) override {
    const bool whole = text.find_first_of(".eE") == std::string::npos;
    return whole ? refuse("a number is beyond the range of 64-bit integers") : put(value);
  }
  bool string(std::string& value) override { return put(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) override { return refuse("binary values are no JSON"); }
  bool start_object(size_t) override { return open(JsonValue::Object()); }
  bool end_object() override { return names_are_unique(open_.back().as_object()) && close(); }
  bool start_array(size_t) override { return open(JsonValue::Array()); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    open_.back().as_object().emplace_back(std::move(name), JsonValue());
    return true;
  }
  bool parse_error(size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    // The library's text begins with its own names in brackets and a place of its own.
    std::string_view text = error.what();
    if (const size_t colon = text.find(": "); colon != std::string_view::npos) text.remove_prefix(colon + 2);
    error_ = ::eddyline::parse_error("no JSON: " + std::string(text), position_of(text_, byte == 0 ? 0 : byte - 1));
    return false;
  }

  Result<JsonValue> finish() && {
    if (!error_.ok()) return error_;
    return std::move(root_);
  }

 private:
  bool refuse(const std::string& why) {
    error_ = Status(ErrorCode::kParseError, "no JSON that can be read: " + why);
    return false;
  }
  bool names_are_unique(const JsonValue::Object& object) {
    std::vector<std::string_view> names;
    for (const auto& member : object) names.push_back(member.first);
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    return twice == names.end() || refuse("the name '" + std::string(*twice) + "' stands twice in an object");
  }
  bool put(JsonValue value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().kind() == JsonValue::Kind::kArray) {
      open_.back().as_array().push_back(std::move(value));
    } else {
      open_.back().as_object().back().second = std::move(value);
    }
    return true;
  }
  bool open(JsonValue container) {
    if (open_.size() == kJsonDepthMax) return refuse("more than " + std::to_string(kJsonDepthMax) + " levels");
    open_.push_back(std::move(container));
    return true;
  }
  bool close() {
    JsonValue done = std::move(open_.back());
    open_.pop_back();
    return put(std::move(done));
  }

  std::string_view text_;
  /// From the document inwards; what they hold is moved into place when they close.
  JsonValue::Array open_;
  JsonValue root_;
  Status error_;
};

}  // namespace

Result<JsonValue> parse_json(std::string_view text) {
  ValueBuilder builder(text);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return std::move(builder).finish();
}

}  // namespace eddyline
