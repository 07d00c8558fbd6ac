#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/config/option_value.hpp"

namespace eddyline {

/// What has to start again before a changed value counts; kNone: the session's next statement reads it.
enum class Restart { kNone, kProcess };

class OptionBase;

/// The options of one owner. An owner's `*_options.hpp` derives a struct from it whose members are `Option<T>`s; each
/// joins the group when it is constructed, so that a key stands in one place only. Groups are immutable once built.
class OptionGroup {
 public:
  OptionGroup(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}
  OptionGroup(const OptionGroup&) = delete;
  OptionGroup& operator=(const OptionGroup&) = delete;

  const std::string& name() const { return name_; }
  /// One sentence for docs/config.md.
  const std::string& text() const { return text_; }
  /// In order of declaration.
  const std::vector<const OptionBase*>& options() const { return options_; }
  /// The option with this key or deprecated key; null if there is none. Pattern keys match by their shape.
  const OptionBase* find(std::string_view key) const;

 private:
  friend class OptionBase;
  std::string name_;
  std::string text_;
  std::vector<const OptionBase*> options_;
};

/// An option without its type: what documentation, SET and the check of WITH clauses need.
///
/// A key may hold one '#', which stands for a name the user chooses ("fields.#.kind").
class OptionBase {
 public:
  OptionBase(const OptionBase&) = delete;
  OptionBase& operator=(const OptionBase&) = delete;

  const std::string& key() const { return key_; }
  /// The key with its '#' replaced. CHECKs that there is one.
  std::string key_of(std::string_view name) const;
  bool matches(std::string_view key) const;

  const std::string& text() const { return text_; }
  /// Older spellings that are still read, newest first.
  const std::vector<std::string>& deprecated_keys() const { return deprecated_keys_; }
  Restart restart() const { return restart_; }
  bool required() const { return required_; }
  /// False for options that are known by name while what they would change does not exist: they are refused where a user
  /// sets them, and warned about where they stand in a file that is shared with other processes.
  bool has_effect() const { return no_effect_yet_.empty(); }
  /// Why not: "no checkpoints are made".
  const std::string& no_effect_yet() const { return no_effect_yet_; }

  virtual std::string type_name() const = 0;
  /// Empty when there is no default.
  virtual std::string default_text() const = 0;
  /// "at least 1", "0 to 32768"; empty when every value of the type is allowed.
  virtual std::string bounds_text() const = 0;
  /// What does not work yet, for documentation; empty when everything does.
  virtual std::string limit_text() const = 0;
  /// Whether `value` may be set.
  /// Errors   kConfigurationError "Could not parse value 'x' for key 'k'." and what is allowed, for what is no value of this
  ///          option; kNotSupported for a value that does not work yet.
  virtual Status check(std::string_view key, std::string_view value) const = 0;

 protected:
  OptionBase(OptionGroup& group, std::string_view key, std::string_view text, std::span<const std::string_view> deprecated_keys,
             Restart restart, bool required, std::string_view no_effect_yet);
  ~OptionBase() = default;

 private:
  std::string key_;
  std::string text_;
  std::vector<std::string> deprecated_keys_;
  Restart restart_;
  bool required_;
  std::string no_effect_yet_;
};

/// What an option's declaration says, by name.
template <class T>
struct OptionDetails {
  /// The default; an option without one is read with Configuration::find.
  std::optional<T> value{};
  std::optional<T> min{};
  std::optional<T> max{};
  std::string_view text{};
  std::array<std::string_view, 4> deprecated{};
  Restart restart = Restart::kNone;
  /// Must be given; only WITH clauses have such options.
  bool required = false;
  /// The one value that works so far.
  std::optional<T> only{};
  /// Why no value has an effect yet: "no checkpoints are made".
  std::string_view no_effect_yet{};
};

/// One configuration option: everything about it stands where it is declared.
///
///   struct PipelineOptions : OptionGroup {
///     Option<Duration> auto_watermark_interval{*this, "pipeline.auto-watermark-interval",
///         {.value = std::chrono::milliseconds(200), .min = Duration(0), .text = "How often watermarks are emitted."}};
///   };
template <class T>
class Option final : public OptionBase {
 public:
  Option(OptionGroup& group, std::string_view key, const OptionDetails<T>& details)
      : OptionBase(group, key, details.text, details.deprecated, details.restart, details.required, details.no_effect_yet),
        default_value_(details.value),
        min_(details.min),
        max_(details.max),
        only_(details.only) {}

  const std::optional<T>& default_value() const { return default_value_; }

  /// The value of a text, within bounds. `key` is named in the error: the option's own, or the one '#' was filled in.
  Result<T> parse(std::string_view key, std::string_view text) const {
    Result<T> value = OptionValue<T>::parse(text);
    if (!value.ok()) return could_not_parse(key, text, expected_text(value.status()));
    if ((min_ && *value < *min_) || (max_ && *max_ < *value)) {
      return could_not_parse(key, text, "Expected a value " + bounds_text() + ".");
    }
    return value;
  }

  std::string type_name() const override { return OptionValue<T>::type_name(); }
  std::string default_text() const override { return default_value_ ? OptionValue<T>::format(*default_value_) : ""; }
  std::string bounds_text() const override {
    if (min_ && max_) return OptionValue<T>::format(*min_) + " to " + OptionValue<T>::format(*max_);
    if (min_) return "at least " + OptionValue<T>::format(*min_);
    if (max_) return "at most " + OptionValue<T>::format(*max_);
    return "";
  }
  std::string limit_text() const override {
    if (!has_effect()) return "Not supported yet: " + no_effect_yet() + ".";
    return only_ ? "Only `" + OptionValue<T>::format(*only_) + "` works so far." : "";
  }
  Status check(std::string_view key, std::string_view text) const override {
    ASSIGN_OR_RETURN(const T value, parse(key, text));
    if (!has_effect()) return not_supported(std::string(key) + " (" + no_effect_yet() + ")");
    if (only_ && value != *only_) {
      return not_supported(std::string(key) + " other than " + OptionValue<T>::format(*only_));
    }
    return {};
  }

 private:
  /// What is allowed in place of a text that is no value of the type; of whole numbers those between the bounds.
  std::string expected_text(const Status& no_value) const {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      if (min_ || max_) return "Expected an integer, " + bounds_text() + ".";
    }
    return no_value.message();
  }
  static Status could_not_parse(std::string_view key, std::string_view text, std::string_view allowed) {
    return configuration_error("Could not parse value '" + std::string(text) + "' for key '" + std::string(key) + "'. " +
                               std::string(allowed));
  }

  std::optional<T> default_value_;
  std::optional<T> min_;
  std::optional<T> max_;
  std::optional<T> only_;
};

}  // namespace eddyline
