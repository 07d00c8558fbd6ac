#include "common/config/yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace eddyline::internal {
namespace {

bool is_any_of(std::string_view text, const std::array<std::string_view, 3>& words) {
  return std::ranges::find(words, text) != words.end();
}

/// The number that all of `digits` mean; none if they are no number of this base or a larger one than fits.
std::optional<int64_t> integer(std::string_view digits, int base) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

std::optional<int64_t> core_schema_integer(std::string_view scalar) {
  if (scalar.starts_with("0x") || scalar.starts_with("0o")) {
    // Only decimal numbers have a sign.
    if (scalar.substr(2).starts_with('-')) return std::nullopt;
    return integer(scalar.substr(2), scalar[1] == 'x' ? 16 : 8);
  }
  if (scalar.starts_with('+') && !scalar.starts_with("+-")) scalar.remove_prefix(1);
  return integer(scalar, 10);
}

}  // namespace

std::string plain_scalar_text(std::string_view scalar) {
  if (is_any_of(scalar, {"true", "True", "TRUE"})) return "true";
  if (is_any_of(scalar, {"false", "False", "FALSE"})) return "false";
  if (const auto number = core_schema_integer(scalar)) return std::to_string(*number);
  return std::string(scalar);
}

std::string flow_item(std::string_view text) {
  constexpr std::string_view kSpecial = ",:;'\"[]{}#\n\r\t";
  const bool plain = !text.empty() && text.front() != ' ' && text.back() != ' ' &&
                     text.find_first_of(kSpecial) == std::string_view::npos;
  if (plain) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

std::string flow_list(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return "[" + text + "]";
}

}  // namespace eddyline::internal
