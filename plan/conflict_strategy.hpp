#pragma once

#include <cstdint>
#include <string_view>

namespace eddyline::plan {

/// ON CONFLICT DO ... of an INSERT: what happens where rows of several upsert keys share a primary key of the sink.
enum class ConflictStrategy : uint8_t { kNone, kDeduplicate, kError, kNothing };

/// "DEDUPLICATE", as plans print it.
constexpr std::string_view conflict_strategy_name(ConflictStrategy strategy) {
  constexpr std::string_view kNames[] = {"", "DEDUPLICATE", "ERROR", "NOTHING"};
  return kNames[static_cast<uint8_t>(strategy)];
}

}  // namespace eddyline::plan
