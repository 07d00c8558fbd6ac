#include "common/config/option_value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "common/config/quantity_text.hpp"
#include "common/config/structured_text.hpp"

namespace eddyline {

namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  return lower;
}

template <class T>
Result<T> parse_number(std::string_view text, std::string_view expected) {
  std::string_view digits = text;
  // from_chars takes no plus sign; "+-1" must stay an error.
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  T number{};
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size()) {
    return configuration_error("Expected " + std::string(expected) + ".");
  }
  return number;
}

template <class T>
std::string integer_range() {
  return "an integer from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
         std::to_string(std::numeric_limits<T>::max());
}

}  // namespace

Result<size_t> internal::find_enumerator(std::string_view text, const std::string_view* names, size_t count) {
  std::string allowed;
  for (size_t i = 0; i < count; ++i) {
    if (lower_case(text) == lower_case(names[i])) return i;
    allowed += (i == 0 ? "" : ", ") + std::string(names[i]);
  }
  return configuration_error("Expected one of: [" + allowed + "]");
}

Result<bool> OptionValue<bool>::parse(std::string_view text) {
  const std::string lower = lower_case(text);
  if (lower == "true") return true;
  if (lower == "false") return false;
  return configuration_error("Expected either true or false (case insensitive).");
}
std::string OptionValue<bool>::format(const bool& value) { return value ? "true" : "false"; }
std::string OptionValue<bool>::type_name() { return "Boolean"; }

Result<int32_t> OptionValue<int32_t>::parse(std::string_view text) {
  return parse_number<int32_t>(text, integer_range<int32_t>());
}
std::string OptionValue<int32_t>::format(const int32_t& value) { return std::to_string(value); }
std::string OptionValue<int32_t>::type_name() { return "Integer"; }

Result<int64_t> OptionValue<int64_t>::parse(std::string_view text) {
  return parse_number<int64_t>(text, integer_range<int64_t>());
}
std::string OptionValue<int64_t>::format(const int64_t& value) { return std::to_string(value); }
std::string OptionValue<int64_t>::type_name() { return "Long"; }

Result<double> OptionValue<double>::parse(std::string_view text) {
  ASSIGN_OR_RETURN(const double value, parse_number<double>(text, "a number"));
  // NaN would pass every bound.
  if (std::isnan(value)) return configuration_error("Expected a number.");
  return value;
}
std::string OptionValue<double>::format(const double& value) {
  std::array<char, 32> buffer;
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), written.ptr};
}
std::string OptionValue<double>::type_name() { return "Double"; }

Result<std::string> OptionValue<std::string>::parse(std::string_view text) { return std::string(text); }
std::string OptionValue<std::string>::format(const std::string& value) { return value; }
std::string OptionValue<std::string>::type_name() { return "String"; }

Result<Duration> OptionValue<Duration>::parse(std::string_view text) {
  ASSIGN_OR_RETURN(const int64_t nanoseconds, internal::parse_duration_text(text));
  return Duration(nanoseconds);
}
std::string OptionValue<Duration>::format(const Duration& value) {
  return internal::format_duration_text(value.count());
}
std::string OptionValue<Duration>::type_name() { return "Duration"; }

Result<Bytes> OptionValue<Bytes>::parse(std::string_view text) {
  ASSIGN_OR_RETURN(const uint64_t bytes, internal::parse_memory_text(text));
  return Bytes(bytes);
}
std::string OptionValue<Bytes>::format(const Bytes& value) { return internal::format_memory_text(value.value()); }
std::string OptionValue<Bytes>::type_name() { return "MemorySize"; }

Result<StringList> OptionValue<StringList>::parse(std::string_view text) { return internal::parse_list(text); }
std::string OptionValue<StringList>::format(const StringList& value) { return internal::format_list(value); }
std::string OptionValue<StringList>::type_name() { return "List<String>"; }

Result<StringMap> OptionValue<StringMap>::parse(std::string_view text) { return internal::parse_map(text); }
std::string OptionValue<StringMap>::format(const StringMap& value) { return internal::format_map(value); }
std::string OptionValue<StringMap>::type_name() { return "Map"; }

}  // namespace eddyline
