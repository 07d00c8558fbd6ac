#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace eddyline::plan {

/// ON CONFLICT DO ... of an INSERT: what happens where rows of several upsert keys share a primary key of the sink.
enum class ConflictStrategy : uint8_t { kNone, kDeduplicate, kError, kNothing };

/// As plans print them, by enumerator.
inline constexpr std::array<std::string_view, 4> kConflictStrategyNames{"", "DEDUPLICATE", "ERROR", "NOTHING"};
constexpr std::string_view conflict_strategy_name(ConflictStrategy strategy) {
  return kConflictStrategyNames[static_cast<uint8_t>(strategy)];
}

}  // namespace eddyline::plan
