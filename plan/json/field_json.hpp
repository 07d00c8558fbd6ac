#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "common/json/json_field.hpp"
#include "common/json/json_value.hpp"
#include "common/stream/changelog_mode.hpp"
#include "plan/distribution.hpp"
#include "plan/modify_kinds.hpp"

namespace eddyline::plan {

// Forms that fields of several exec nodes share. Errors of readers: kDataError with the place.

JsonValue to_json(const std::vector<size_t>& columns);
/// Numbers below `end`.
Result<std::vector<size_t>> read_columns(const JsonField& field, size_t end);
/// A number below `end`.
Result<size_t> read_column(const JsonField& field, size_t end);

/// [ "INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE" ]
JsonValue to_json(ChangelogMode mode);
Result<ChangelogMode> read_changelog_mode(const JsonField& field);
/// [ "INSERT", "UPDATE", "DELETE" ]
JsonValue to_json(ModifyKinds kinds);
Result<ModifyKinds> read_modify_kinds(const JsonField& field);

/// { "type" : "HASH", "keys" : [ 0 ] }
JsonValue to_json(const Distribution& distribution);
/// Keys are below `end`.
Result<Distribution> read_distribution(const JsonField& field, size_t end);

/// The member "parallelism" of a node, if there is one.
Result<std::optional<Parallelism>> read_parallelism(const JsonField& node);

/// The largest span of time in a plan: sums of some are no overflow.
inline constexpr int64_t kMillisecondsMax = INT64_MAX / 8;
/// A count of milliseconds from 0 to kMillisecondsMax.
Result<std::chrono::milliseconds> read_milliseconds(const JsonField& field);

/// The enumerator with this name.
template <class Enum, size_t kCount>
Result<Enum> read_name(const JsonField& field, const std::array<std::string_view, kCount>& names) {
  ASSIGN_OR_RETURN(const std::string name, field.as_text());
  std::string all;
  for (size_t i = 0; i < kCount; ++i) {
    if (name == names[i]) return static_cast<Enum>(i);
    all += (i == 0 ? "" : ", ") + std::string(names[i]);
  }
  return field.expected("one of " + all);
}

}  // namespace eddyline::plan
