#include "sql/physical/early_fire_hint.hpp"

#include <algorithm>
#include <array>

#include "common/config/option_value.hpp"
#include "common/config/whole_milliseconds.hpp"

namespace eddyline::sql {

namespace {

constexpr std::string_view kName = "EARLY_FIRE";
constexpr std::string_view kDelay = "delay";
constexpr std::string_view kTarget = "target";
constexpr std::string_view kTimeMode = "time-mode";
constexpr std::array kKeys = {kDelay, kTarget, kTimeMode};  // sorted
constexpr std::string_view kIntervalJoin = "interval_join";

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

const std::string* find_option(const QueryHint& hint, std::string_view key) {
  const auto found = hint.options.find(std::string(key));
  return found == hint.options.end() ? nullptr : &found->second;
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

Status could_not_parse(const std::string& value, std::string_view key) {
  return hint_error("Invalid EARLY_FIRE hint options: Could not parse value '" + value + "' for key '" +
                    std::string(key) + "'.");
}

/// A duration below a millisecond as java.time.Duration prints it: "PT0S", "PT0.0005S".
std::string iso_text(Duration duration) {
  if (duration.count() == 0) return "PT0S";
  std::string digits = std::to_string(duration.count());
  digits.insert(0, 9 - digits.size(), '0');
  digits.erase(digits.find_last_not_of('0') + 1);
  return "PT0." + digits + "S";
}

Result<plan::EarlyFireTimeMode> parse_time_mode(const std::string& text) {
  const std::string mode = lower_case(text);
  if (mode == "rowtime") return plan::EarlyFireTimeMode::kRowtime;
  if (mode == "proctime") return plan::EarlyFireTimeMode::kProctime;
  return could_not_parse(text, kTimeMode);
}

Status check_keys(const QueryHint& hint) {
  if (!hint.list_options.empty()) {
    return hint_error("Invalid list options in EARLY_FIRE hint, only support key-value options.");
  }
  if (find_option(hint, kDelay) == nullptr) {
    return hint_error(
        "Invalid EARLY_FIRE hint: incomplete required option(s): [Key: 'delay' , default: null (fallback keys: [])]");
  }
  std::vector<std::string> unknown;
  for (const auto& [key, value] : hint.options) {
    if (std::ranges::find(kKeys, key) == kKeys.end()) unknown.push_back(key);
  }
  if (unknown.empty()) return {};
  return hint_error("Unsupported EARLY_FIRE hint option(s) [" + joined(unknown) + "], supported options are [" +
                    joined({kKeys.begin(), kKeys.end()}) + "].");
}

Status check_hint(const QueryHint& hint) {
  RETURN_IF_ERROR(check_keys(hint));
  const std::string& delay_text = *find_option(hint, kDelay);
  const Result<Duration> delay = OptionValue<Duration>::parse(delay_text);
  if (!delay.ok()) return could_not_parse(delay_text, kDelay);
  if (const std::string* mode = find_option(hint, kTimeMode)) RETURN_IF_ERROR(parse_time_mode(*mode).status());
  if (*delay < std::chrono::milliseconds(1)) {
    return hint_error("Invalid EARLY_FIRE hint option: delay value should be at least 1 millisecond but was " +
                      iso_text(*delay));
  }
  const std::string* target = find_option(hint, kTarget);
  if (target == nullptr || *target == kIntervalJoin) return {};
  return hint_error("Invalid EARLY_FIRE hint option: target value '" + *target +
                    "' is not supported, only 'interval_join' is supported currently");
}

}  // namespace

Status check_early_fire_hints(const LogicalNode& root) {
  if (root.kind() == LogicalKind::kJoin) {
    for (const QueryHint& hint : as<LogicalJoin>(root).hints()) {
      if (hint.name == kName) RETURN_IF_ERROR(check_hint(hint).at(hint.position));
    }
  }
  for (const LogicalPtr& input : root.inputs()) RETURN_IF_ERROR(check_early_fire_hints(*input));
  return {};
}

Result<std::optional<plan::EarlyFire>> early_fire_of(const LogicalJoin& join, bool is_event_time) {
  const auto hint = std::ranges::find(join.hints(), kName, &QueryHint::name);
  if (hint == join.hints().end()) return std::optional<plan::EarlyFire>();
  plan::EarlyFire early_fire;
  const Result<Duration> delay = OptionValue<Duration>::parse(*find_option(*hint, kDelay));
  CHECK(delay.ok()) << "an EARLY_FIRE hint was not checked";
  early_fire.delay = cut_to_milliseconds(*delay);
  early_fire.time_mode = is_event_time ? plan::EarlyFireTimeMode::kRowtime : plan::EarlyFireTimeMode::kProctime;
  if (const std::string* mode = find_option(*hint, kTimeMode)) {
    ASSIGN_OR_RETURN(early_fire.time_mode, parse_time_mode(*mode));
  }
  if (early_fire.time_mode == plan::EarlyFireTimeMode::kRowtime && !is_event_time) {
    return validation_error(
               "EARLY_FIRE hint requested row-time triggering on a processing-time interval join. Row-time triggering "
               "requires a row-time interval join.")
        .at(hint->position);
  }
  return std::optional(early_fire);
}

}  // namespace eddyline::sql
