#pragma once

#include <optional>
#include <vector>

#include "expression/expression.hpp"

namespace eddyline::expression {

/// One end of a range: the operands of the comparison that it came from, and the plain literal among them.
struct SearchBound {
  ExpressionPtr operand;
  ExpressionPtr item;
  const Expression* literal = nullptr;
  bool inclusive = false;
  bool from_list = false;  ///< an item of IN
};

/// Values between two ends; an end that is missing is infinite.
struct SearchRange {
  std::optional<SearchBound> lower;
  std::optional<SearchBound> upper;

  bool is_point() const;
};

/// What a condition says for NULL.
enum class NullAs : uint8_t { kUnknown, kTrue, kFalse };

/// The values of one expression for which a condition holds, if it compares nothing but that expression with literals:
/// a IN (1, 3) OR a > 5 is a in [1], [3], (5, infinity).
struct SearchArgument {
  ExpressionPtr subject;
  std::vector<SearchRange> ranges;  ///< ascending, without a common value
  NullAs null_as = NullAs::kUnknown;

  bool is_empty() const { return ranges.empty(); }
  bool is_everything() const { return ranges.size() == 1 && !ranges[0].lower && !ranges[0].upper; }
  /// Everything but one value.
  bool excludes_point() const;
  /// Comparisons that it takes to write it.
  /// Source   Sarg.complexity.
  size_t complexity() const;
  /// What the literals have in common, as plans write it behind them.
  DataType type() const;
};

/// None for any other condition.
std::optional<SearchArgument> search_argument(const ExpressionPtr& condition);

/// SEARCH(subject, condition) is the condition, written in plans as SEARCH(a, Sarg[1, 3, (5..+oo)]).
inline constexpr std::string_view kSearchName = "$SEARCH$1";

}  // namespace eddyline::expression
