#pragma once

#include <string_view>

namespace eddyline::expression {

// SQL names under which FunctionRegistry holds what SQL writes as an operator or with a syntax of its own: the contract between
// the binder and expression/functions. Words that such a syntax takes (time units, BOTH, ...) are operands too: NOT NULL CHAR
// literals in upper case, in the order named here. Everything else is registered under its function name ("UPPER").
namespace operators {

inline constexpr std::string_view kPlus = "+";          // numeric; temporal + interval; interval + interval
inline constexpr std::string_view kMinus = "-";         // also timestamp - interval, interval - interval
inline constexpr std::string_view kMultiply = "*";      // also interval * number
inline constexpr std::string_view kDivide = "/";
inline constexpr std::string_view kModulo = "MOD";      // a % b too
inline constexpr std::string_view kNegate = "NEGATE";   // unary minus

inline constexpr std::string_view kEqual = "=";
inline constexpr std::string_view kNotEqual = "<>";
inline constexpr std::string_view kLess = "<";
inline constexpr std::string_view kLessOrEqual = "<=";
inline constexpr std::string_view kGreater = ">";
inline constexpr std::string_view kGreaterOrEqual = ">=";
inline constexpr std::string_view kIsDistinctFrom = "IS DISTINCT FROM";
inline constexpr std::string_view kIsNotDistinctFrom = "IS NOT DISTINCT FROM";

inline constexpr std::string_view kAnd = "AND";         // two operands or more
inline constexpr std::string_view kOr = "OR";           // two operands or more
inline constexpr std::string_view kNot = "NOT";
inline constexpr std::string_view kIsNull = "IS NULL";
inline constexpr std::string_view kIsNotNull = "IS NOT NULL";
inline constexpr std::string_view kIsTrue = "IS TRUE";
inline constexpr std::string_view kIsNotTrue = "IS NOT TRUE";
inline constexpr std::string_view kIsFalse = "IS FALSE";
inline constexpr std::string_view kIsNotFalse = "IS NOT FALSE";
inline constexpr std::string_view kIsUnknown = "IS UNKNOWN";        // as IS NULL on BOOLEAN
inline constexpr std::string_view kIsNotUnknown = "IS NOT UNKNOWN";

inline constexpr std::string_view kIn = "IN";           // x, item, item, ...; NOT IN is NOT of it
inline constexpr std::string_view kLike = "LIKE";       // text, pattern[, escape]; NOT LIKE is NOT of it
inline constexpr std::string_view kSimilarTo = "SIMILAR TO";
inline constexpr std::string_view kConcat = "||";       // two operands
inline constexpr std::string_view kOverlaps = "OVERLAPS";  // start1, end1, start2, end2
inline constexpr std::string_view kCase = "CASE";       // condition, result, condition, result, ..., else
inline constexpr std::string_view kExtract = "EXTRACT";  // unit, temporal
inline constexpr std::string_view kFloor = "FLOOR";     // number | temporal, unit
inline constexpr std::string_view kCeil = "CEIL";       // number | temporal, unit
inline constexpr std::string_view kTimestampAdd = "TIMESTAMPADD";    // unit, count, temporal
inline constexpr std::string_view kTimestampDiff = "TIMESTAMPDIFF";  // unit, from, to
inline constexpr std::string_view kTrim = "TRIM";       // BOTH | LEADING | TRAILING, characters, text
inline constexpr std::string_view kPosition = "POSITION";    // needle, text[, from]
inline constexpr std::string_view kSubstring = "SUBSTRING";  // text, from[, length]
inline constexpr std::string_view kOverlay = "OVERLAY";      // text, replacement, from[, length]

// BETWEEN is made of >=, <= and AND by the binder (SYMMETRIC of both orders and OR); NULLIF, IF, COALESCE, IFNULL, GREATEST and
// LEAST are functions by their names; CAST and TRY_CAST come from FunctionRegistry::make_cast.

}  // namespace operators
}  // namespace eddyline::expression
