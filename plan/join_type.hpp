#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace eddyline::plan {

enum class JoinType : uint8_t { kInner, kLeft, kRight, kFull, kSemi, kAnti };

/// True if unmatched left (right) rows are padded with NULLs.
constexpr bool pads_left(JoinType type) {
  return type == JoinType::kLeft || type == JoinType::kFull;
}
constexpr bool pads_right(JoinType type) {
  return type == JoinType::kRight || type == JoinType::kFull;
}

/// As compiled plans write them, by enumerator.
inline constexpr std::array<std::string_view, 6> kJoinTypeNames{"INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"};
constexpr std::string_view join_type_name(JoinType type) {
  return kJoinTypeNames[static_cast<uint8_t>(type)];
}

/// "InnerJoin", "LeftOuterJoin", ... as EXPLAIN of physical and execution plans writes it.
constexpr std::string_view join_type_plan_name(JoinType type) {
  constexpr std::string_view kNames[] = {"InnerJoin",     "LeftOuterJoin", "RightOuterJoin",
                                         "FullOuterJoin", "LeftSemiJoin",  "LeftAntiJoin"};
  return kNames[static_cast<uint8_t>(type)];
}

}  // namespace eddyline::plan
