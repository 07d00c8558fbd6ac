#include "common/config/option.hpp"

#include <algorithm>

namespace eddyline {

const OptionBase* OptionGroup::find(std::string_view key) const {
  const auto found = std::ranges::find_if(options_, [&](const OptionBase* option) {
    return option->matches(key) || std::ranges::find(option->deprecated_keys(), key) != option->deprecated_keys().end();
  });
  return found == options_.end() ? nullptr : *found;
}

OptionBase::OptionBase(OptionGroup& group, std::string_view key, std::string_view text,
                       std::span<const std::string_view> deprecated_keys, Restart restart, bool required,
                       std::string_view no_effect_yet)
    : key_(key), text_(text), restart_(restart), required_(required), no_effect_yet_(no_effect_yet) {
  for (const std::string_view old_key : deprecated_keys) {
    if (!old_key.empty()) deprecated_keys_.emplace_back(old_key);
  }
  CHECK(!text_.empty()) << "option " << key_ << " has no text";
  CHECK(group.find(key_) == nullptr) << "option " << key_ << " is declared twice in " << group.name();
  group.options_.push_back(this);
}

std::string OptionBase::key_of(std::string_view name) const {
  const size_t mark = key_.find('#');
  CHECK(mark != std::string::npos) << "option " << key_ << " takes no name";
  return key_.substr(0, mark) + std::string(name) + key_.substr(mark + 1);
}

bool OptionBase::matches(std::string_view key) const {
  const size_t mark = key_.find('#');
  if (mark == std::string::npos) return key == key_;
  const std::string_view before = std::string_view(key_).substr(0, mark);
  const std::string_view after = std::string_view(key_).substr(mark + 1);
  return key.size() > before.size() + after.size() && key.starts_with(before) && key.ends_with(after);
}

}  // namespace eddyline
