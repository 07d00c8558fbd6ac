#include <array>
#include <charconv>
#include <cmath>

#include "common/base/check.hpp"
#include "common/json/json_value.hpp"
#include "common/text/utf8.hpp"

namespace eddyline {
namespace {

constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t";
constexpr std::string_view kEscapeLetters = "\"\\bfnrt";
constexpr std::string_view kHexDigits = "0123456789ABCDEF";

class Writer {
 public:
  explicit Writer(JsonLayout layout) : pretty_(layout == JsonLayout::kPretty) {}

  void write(const JsonValue& value) {
    switch (value.kind()) {
      case JsonValue::Kind::kNull:
        text_ += "null";
        return;
      case JsonValue::Kind::kBoolean:
        text_ += value.as_boolean() ? "true" : "false";
        return;
      case JsonValue::Kind::kInteger:
        text_ += std::to_string(value.as_integer());
        return;
      case JsonValue::Kind::kReal:
        return write_real(value.as_real());
      case JsonValue::Kind::kText:
        return write_string(value.as_text());
      case JsonValue::Kind::kArray:
        return write_array(value.as_array());
      case JsonValue::Kind::kObject:
        return write_object(value.as_object());
    }
  }

  std::string take() && { return std::move(text_); }

 private:
  void write_real(double value) {
    CHECK(std::isfinite(value)) << "JSON has no infinite numbers";
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.begin(), digits.end(), value).ptr;
    const std::string_view number(digits.data(), static_cast<size_t>(end - digits.data()));
    text_ += number;
    if (number.find_first_of(".e") == std::string_view::npos) text_ += ".0";
  }

  void write_string(const std::string& value) {
    std::string well_formed;
    if (first_malformed_utf8_byte(value).has_value()) append_as_utf8(well_formed, value);
    text_ += '"';
    for (const char c : well_formed.empty() ? value : well_formed) write_character(c);
    text_ += '"';
  }

  void write_character(char c) {
    const auto code = static_cast<unsigned char>(c);
    if (const size_t escape = kEscaped.find(c); escape != std::string_view::npos) {
      text_ += '\\';
      text_ += kEscapeLetters[escape];
    } else if (code < 0x20) {
      text_ += "\\u00";
      text_ += kHexDigits[code >> 4U];
      text_ += kHexDigits[code & 0xFU];
    } else {
      text_ += c;
    }
  }

  /// Elements stay on the line: only objects break it.
  void write_array(const JsonValue::Array& elements) {
    text_ += pretty_ ? "[ " : "[";
    for (size_t i = 0; i < elements.size(); ++i) {
      if (i > 0) text_ += pretty_ ? ", " : ",";
      write(elements[i]);
    }
    text_ += pretty_ && !elements.empty() ? " ]" : "]";
  }

  void write_object(const JsonValue::Object& members) {
    text_ += '{';
    ++level_;
    for (size_t i = 0; i < members.size(); ++i) {
      if (i > 0) text_ += ',';
      break_line();
      write_string(members[i].first);
      text_ += pretty_ ? " : " : ":";
      write(members[i].second);
    }
    --level_;
    if (!members.empty()) {
      break_line();
    } else if (pretty_) {
      text_ += ' ';
    }
    text_ += '}';
  }

  void break_line() {
    if (!pretty_) return;
    text_ += '\n';
    text_.append(2 * level_, ' ');
  }

  bool pretty_;
  size_t level_ = 0;
  std::string text_;
};

std::string quoted(const std::string& text) { return to_text(text, JsonLayout::kCompact); }

}  // namespace

std::string to_text(const JsonValue& value, JsonLayout layout) {
  Writer writer(layout);
  writer.write(value);
  return std::move(writer).take();
}

std::string describe(const JsonValue& value) {
  constexpr size_t kLongest = 60;
  switch (value.kind()) {
    case JsonValue::Kind::kArray:
      return "an array";
    case JsonValue::Kind::kObject:
      return "an object";
    case JsonValue::Kind::kText:
      return value.as_text().size() > kLongest ? "a long string" : quoted(value.as_text());
    case JsonValue::Kind::kNull:
    case JsonValue::Kind::kBoolean:
    case JsonValue::Kind::kInteger:
    case JsonValue::Kind::kReal:
      return to_text(value, JsonLayout::kCompact);
  }
  return "";
}

}  // namespace eddyline
