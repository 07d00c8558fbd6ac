#pragma once

namespace eddyline::sql {

/// How tightly operators bind, as in the dialect's operator table: a higher number binds tighter, binary operators
/// group from the left. The parser reads by it and the unparser sets parentheses by it.
namespace precedence {

inline constexpr int kLowest = 0;
inline constexpr int kMultisetUnion = 14;
inline constexpr int kMultisetIntersect = 18;
inline constexpr int kOr = 22;
inline constexpr int kAnd = 24;
inline constexpr int kNot = 26;
/// IS NULL and its relatives, after their operand.
inline constexpr int kIs = 28;
/// =, <, IS DISTINCT FROM, OVERLAPS, MEMBER OF, = ANY ...
inline constexpr int kComparison = 30;
/// BETWEEN, IN, LIKE, SIMILAR TO.
inline constexpr int kRange = 32;
inline constexpr int kAdditive = 40;
/// *, /, %, ||.
inline constexpr int kMultiplicative = 60;
/// + and - before an operand.
inline constexpr int kSign = 80;
/// a[1], a.b.
inline constexpr int kAccess = 100;
inline constexpr int kPrimary = 120;

}  // namespace precedence

}  // namespace eddyline::sql
