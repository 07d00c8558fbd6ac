#include "common/config/quantity_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

namespace eddyline::internal {

namespace {

struct Unit {
  std::string_view name;                 // as the error text calls it; may be empty
  std::vector<std::string_view> labels;  // lower case; the first one is written
  uint64_t factor;
};

const std::array<Unit, 5>& memory_units() {
  static const std::array<Unit, 5> units{{{"", {"b", "bytes"}, 1},
                                          {"", {"k", "kb", "kibibytes"}, 1ULL << 10},
                                          {"", {"m", "mb", "mebibytes"}, 1ULL << 20},
                                          {"", {"g", "gb", "gibibytes"}, 1ULL << 30},
                                          {"", {"t", "tb", "tebibytes"}, 1ULL << 40}}};
  return units;
}

const std::array<Unit, 7>& time_units() {
  constexpr uint64_t kSecond = 1'000'000'000;
  static const std::array<Unit, 7> units{
      {{"DAYS", {"d", "day", "days"}, 86'400 * kSecond},
       {"HOURS", {"h", "hour", "hours"}, 3'600 * kSecond},
       {"MINUTES", {"min", "m", "minute", "minutes"}, 60 * kSecond},
       {"SECONDS", {"s", "sec", "secs", "second", "seconds"}, kSecond},
       {"MILLISECONDS", {"ms", "milli", "millis", "millisecond", "milliseconds"}, 1'000'000},
       {"MICROSECONDS", {"µs", "micro", "micros", "microsecond", "microseconds"}, 1'000},
       {"NANOSECONDS", {"ns", "nano", "nanos", "nanosecond", "nanoseconds"}, 1}}};
  return units;
}

std::string all_units(std::span<const Unit> units, std::string_view between) {
  std::string text;
  for (const Unit& unit : units) {
    if (!text.empty()) text += between;
    if (!unit.name.empty()) text += std::string(unit.name) + ": ";
    std::string labels;
    for (const std::string_view label : unit.labels) labels += (labels.empty() ? "" : " | ") + std::string(label);
    text += "(" + labels + ")";
  }
  return text;
}

struct Quantity {
  uint64_t number;
  std::string_view digits;
  std::string unit;  // lower case; empty when there is none
};

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\r";
  const size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

Status overflow(std::string_view number, std::string_view what) {
  return configuration_error("The value '" + std::string(number) + "' cannot be represented as " + std::string(what) +
                             " (numeric overflow).");
}

Result<Quantity> split_quantity(std::string_view text) {
  text = trim(text);
  if (text.empty()) return configuration_error("The text is empty.");
  const size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  if (end == 0) return configuration_error("The text does not start with a number.");
  Quantity quantity{0, text.substr(0, end), std::string(trim(text.substr(end)))};
  std::ranges::transform(quantity.unit, quantity.unit.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  const auto parsed = std::from_chars(quantity.digits.data(), quantity.digits.data() + end, quantity.number);
  if (parsed.ec != std::errc() || quantity.number > INT64_MAX) return overflow(quantity.digits, "64bit number");
  return quantity;
}

const Unit* find_unit(std::span<const Unit> units, std::string_view label) {
  const auto found = std::ranges::find_if(
      units, [&](const Unit& unit) { return std::ranges::find(unit.labels, label) != unit.labels.end(); });
  return found == units.end() ? nullptr : &*found;
}

}  // namespace

Result<uint64_t> parse_memory_text(std::string_view text) {
  ASSIGN_OR_RETURN(const Quantity quantity, split_quantity(text));
  const Unit* unit = find_unit(memory_units(), quantity.unit.empty() ? "b" : std::string_view(quantity.unit));
  if (unit == nullptr) {
    return configuration_error("Memory size unit '" + quantity.unit + "' does not match any of the recognized units: " +
                               all_units(memory_units(), " / "));
  }
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(quantity.number, unit->factor, &bytes) || bytes > INT64_MAX) {
    return overflow(trim(text), "64bit number of bytes");
  }
  return bytes;
}

std::string format_memory_text(uint64_t bytes) {
  const auto& units = memory_units();
  size_t largest = 0;
  while (bytes != 0 && largest + 1 < units.size() && bytes % units[largest + 1].factor == 0) ++largest;
  const Unit& unit = units[largest];
  return std::to_string(bytes / unit.factor) + " " + std::string(unit.labels[1]);
}

Result<int64_t> parse_duration_text(std::string_view text) {
  ASSIGN_OR_RETURN(const Quantity quantity, split_quantity(text));
  const Unit* unit = find_unit(time_units(), quantity.unit.empty() ? "ms" : std::string_view(quantity.unit));
  if (unit == nullptr) {
    return configuration_error("Time interval unit label '" + quantity.unit +
                               "' does not match any of the recognized units: " + all_units(time_units(), ", "));
  }
  uint64_t nanoseconds = 0;
  if (__builtin_mul_overflow(quantity.number, unit->factor, &nanoseconds) || nanoseconds > INT64_MAX) {
    return overflow(trim(text), "64bit number of nanoseconds");
  }
  return static_cast<int64_t>(nanoseconds);
}

std::string format_duration_text(int64_t nanoseconds) {
  if (nanoseconds == 0) return "0 ms";
  for (const Unit& unit : time_units()) {
    const auto factor = static_cast<int64_t>(unit.factor);
    if (nanoseconds % factor == 0) return std::to_string(nanoseconds / factor) + " " + std::string(unit.labels[0]);
  }
  return "";
}

}  // namespace eddyline::internal
