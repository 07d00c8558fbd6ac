#include "expression/search_argument.hpp"

#include <algorithm>
#include <array>
#include <compare>

#include "expression/function_registry.hpp"
#include "expression/operator_names.hpp"
#include "expression/scalar_function.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

using Ranges = std::vector<SearchRange>;

const ExpressionPtr& without_conversion(const ExpressionPtr& operand) {
  const ExpressionPtr* plain = &operand;
  while ((*plain)->is_call_of(kImplicitCastName)) plain = &(*plain)->operands()[0];
  return *plain;
}

/// Integers, decimals and what is held as an integer of the type's unit.
std::optional<std::strong_ordering> compared_integers(const Expression& a, const Expression& b) {
  const auto scale = [](const Expression& literal) { return literal.type().is(TypeRoot::kDecimal) ? literal.type().scale() : 0; };
  constexpr int32_t kMaxDigits = 37;
  const auto digits = [](const Expression& literal) {
    return literal.type().is(TypeRoot::kDecimal) ? literal.type().precision() : 19;
  };
  int128_t left = a.value().as_integer();
  int128_t right = b.value().as_integer();
  const int32_t shift = scale(b) - scale(a);
  if (digits(shift > 0 ? a : b) + std::abs(shift) > kMaxDigits) return std::nullopt;
  for (int32_t i = 0; i < shift; ++i) left *= 10;
  for (int32_t i = 0; i < -shift; ++i) right *= 10;
  return left < right ? std::strong_ordering::less : left > right ? std::strong_ordering::greater : std::strong_ordering::equal;
}

/// None where the types do not compare exactly.
std::optional<std::strong_ordering> compared(const Expression& a, const Expression& b) {
  const DataType& left = a.type();
  const DataType& right = b.type();
  if (left.is_character() && right.is_character()) return a.value().as_string() <=> b.value().as_string();
  if (left.is_exact_numeric() && right.is_exact_numeric()) return compared_integers(a, b);
  if (!left.with_nullable(false).same_shape(right.with_nullable(false)) || left.is_binary()) return std::nullopt;
  if (left.is(TypeRoot::kBoolean)) return a.value().as_boolean() <=> b.value().as_boolean();
  if (left.is_temporal()) return compared_integers(a, b);
  if (!left.is_approximate()) return std::nullopt;
  const double x = a.value().as_real();
  const double y = b.value().as_real();
  return x < y ? std::strong_ordering::less : x > y ? std::strong_ordering::greater : std::strong_ordering::equal;
}

/// Where a range begins or ends, for sorting: before the value, at it, or behind it.
struct Edge {
  const SearchBound* bound;  ///< null at infinity
  int side;                  ///< -1 just before the value, 1 just behind it; at infinity the sign of it
};

Edge lower_edge(const SearchRange& range) {
  if (!range.lower) return {nullptr, -1};
  return {&*range.lower, range.lower->inclusive ? -1 : 1};
}

Edge upper_edge(const SearchRange& range) {
  if (!range.upper) return {nullptr, 1};
  return {&*range.upper, range.upper->inclusive ? 1 : -1};
}

/// All literals were found to compare with each other before.
std::strong_ordering order(const Edge& a, const Edge& b) {
  if (a.bound == nullptr || b.bound == nullptr) {
    const int left = a.bound == nullptr ? a.side : 0;
    const int right = b.bound == nullptr ? b.side : 0;
    return left <=> right;
  }
  const auto values = *compared(*a.bound->literal, *b.bound->literal);
  return values != 0 ? values : a.side <=> b.side;
}

Ranges complement(const Ranges& ranges) {
  Ranges gaps;
  SearchRange gap;
  bool open = true;
  for (const SearchRange& range : ranges) {
    if (range.lower) {
      gap.upper = range.lower;
      gap.upper->inclusive = !range.lower->inclusive;
      gaps.push_back(gap);
    }
    gap = {};
    open = range.upper.has_value();
    if (!open) break;
    gap.lower = range.upper;
    gap.lower->inclusive = !range.upper->inclusive;
  }
  if (open) gaps.push_back(gap);
  return gaps;
}

Ranges united(Ranges ranges) {
  std::ranges::stable_sort(ranges, [](const SearchRange& a, const SearchRange& b) { return order(lower_edge(a), lower_edge(b)) < 0; });
  Ranges result;
  for (SearchRange& range : ranges) {
    if (!result.empty() && order(lower_edge(range), upper_edge(result.back())) <= 0) {
      if (order(upper_edge(range), upper_edge(result.back())) > 0) result.back().upper = range.upper;
    } else {
      result.push_back(std::move(range));
    }
  }
  return result;
}

NullAs negated(NullAs null_as) {
  if (null_as == NullAs::kUnknown) return null_as;
  return null_as == NullAs::kTrue ? NullAs::kFalse : NullAs::kTrue;
}

/// Of AND; OR is its mirror image.
NullAs both(NullAs a, NullAs b) {
  if (a == NullAs::kFalse || b == NullAs::kFalse) return NullAs::kFalse;
  return a == NullAs::kTrue ? b : a;
}

NullAs either(NullAs a, NullAs b) { return negated(both(negated(a), negated(b))); }

/// Whether literals are in the same order, and equal, before and after the conversion that a comparison makes of them.
bool keeps_order(const DataType& from, const DataType& to) {
  if (from.is_character() || to.is_character()) return from.is_character() && to.is_character();
  if (from.is_exact_numeric()) return to.is_exact_numeric() || to.is_approximate();
  return from.root() == to.root() || (from.is_approximate() && to.is_approximate());
}

std::optional<SearchArgument> of_point(const ExpressionPtr& operand, const ExpressionPtr& item, bool from_list) {
  const Expression& literal = *without_conversion(item);
  if (!literal.is_literal() || literal.value().is_null() || without_conversion(operand)->is_literal()) return std::nullopt;
  if (!keeps_order(literal.type(), item->type())) return std::nullopt;
  const SearchBound bound{operand, item, &literal, true, from_list};
  return SearchArgument{without_conversion(operand), {{bound, bound}}};
}

std::optional<SearchArgument> of_comparison(const Expression& call) {
  constexpr std::string_view kNames[] = {operators::kEqual, operators::kNotEqual, operators::kLess,
                                         operators::kLessOrEqual, operators::kGreater, operators::kGreaterOrEqual};
  const std::string& name = call.function().name;
  if (std::ranges::find(kNames, name) == std::end(kNames)) return std::nullopt;
  const bool mirrored = without_conversion(call.operands()[0])->is_literal();
  auto argument = of_point(call.operands()[mirrored ? 1 : 0], call.operands()[mirrored ? 0 : 1], false);
  if (!argument || name == operators::kEqual) return argument;
  SearchRange& range = argument->ranges[0];
  if (name == operators::kNotEqual) {
    argument->ranges = complement(argument->ranges);
    return argument;
  }
  const bool less = (name[0] == '<') != mirrored;
  SearchBound& bound = less ? *range.upper : *range.lower;
  bound.inclusive = name.back() == '=';
  (less ? range.lower : range.upper).reset();
  return argument;
}

/// The literal that the ranges' literals are compared with, to find whether all of them compare with each other.
const Expression* first_literal(const Ranges& ranges) {
  for (const SearchRange& range : ranges) {
    for (const auto* bound : {&range.lower, &range.upper}) {
      if (*bound) return (*bound)->literal;
    }
  }
  return nullptr;
}

bool all_compare_with(const Expression& literal, const Ranges& ranges) {
  return std::ranges::all_of(ranges, [&](const SearchRange& range) {
    return std::ranges::all_of(std::array{&range.lower, &range.upper},
                               [&](const auto* bound) { return !*bound || compared(literal, *(*bound)->literal).has_value(); });
  });
}

/// Gathers the arguments of all terms of an AND or OR at once, so that as many terms take no more than a sort.
class Joiner {
 public:
  explicit Joiner(bool conjunction) : conjunction_(conjunction) {}

  /// False for a term of another subject, or whose literals do not compare with those before.
  bool add(std::optional<SearchArgument> term) {
    if (!term || (subject_ != nullptr && !equal(*subject_, *term->subject))) return false;
    if (literal_ == nullptr) literal_ = first_literal(term->ranges);
    if (literal_ != nullptr && !all_compare_with(*literal_, term->ranges)) return false;
    null_as_ = subject_ == nullptr ? term->null_as
               : conjunction_      ? both(null_as_, term->null_as)
                                   : either(null_as_, term->null_as);
    subject_ = std::move(term->subject);
    // What all conditions allow is what none of them excludes.
    std::ranges::move(conjunction_ ? complement(term->ranges) : std::move(term->ranges), std::back_inserter(ranges_));
    return true;
  }

  std::optional<SearchArgument> result() {
    if (subject_ == nullptr) return std::nullopt;
    Ranges ranges = united(std::move(ranges_));
    return SearchArgument{std::move(subject_), conjunction_ ? complement(ranges) : std::move(ranges), null_as_};
  }

 private:
  bool conjunction_;
  ExpressionPtr subject_;
  const Expression* literal_ = nullptr;
  Ranges ranges_;
  NullAs null_as_ = NullAs::kUnknown;
};

std::optional<SearchArgument> of_list(const Expression& call) {
  Joiner joiner(/*conjunction=*/false);
  for (const ExpressionPtr& item : call.operands().subspan(1)) {
    if (!joiner.add(of_point(call.operands()[0], item, true))) return std::nullopt;
  }
  return joiner.result();
}

std::optional<SearchArgument> of_connective(const Expression& call, bool conjunction) {
  Joiner joiner(conjunction);
  for (const ExpressionPtr& operand : call.operands()) {
    if (!joiner.add(search_argument(operand))) return std::nullopt;
  }
  return joiner.result();
}

std::optional<SearchArgument> of_null_test(const Expression& call, bool null) {
  const ExpressionPtr& subject = without_conversion(call.operands()[0]);
  if (subject->is_literal()) return std::nullopt;
  SearchArgument argument{subject, {}, null ? NullAs::kTrue : NullAs::kFalse};
  if (!null) argument.ranges.emplace_back();
  // For a column that is never NULL the test says nothing.
  if (!subject->type().nullable()) argument.null_as = NullAs::kUnknown;
  return argument;
}

}  // namespace

bool SearchRange::is_point() const {
  return lower && upper && lower->inclusive && upper->inclusive && compared(*lower->literal, *upper->literal) == std::strong_ordering::equal;
}

bool SearchArgument::excludes_point() const {
  const Ranges gaps = complement(ranges);
  return gaps.size() == 1 && gaps[0].is_point();
}

size_t SearchArgument::complexity() const {
  size_t count = null_as == NullAs::kTrue ? 1 : 0;
  if (excludes_point()) return count + 1;
  for (const SearchRange& range : ranges) count += range.lower && range.upper && !range.is_point() ? 2 : 1;
  return count;
}

DataType SearchArgument::type() const {
  std::vector<DataType> types;
  bool list = true;
  for (const SearchRange& range : ranges) {
    for (const auto& bound : {range.lower, range.upper}) {
      if (!bound) continue;
      list = list && bound->from_list;
      types.push_back(bound->literal->type().not_null());
      // The list of an IN on text has the type of its longest item, whatever the text is compared with.
      if (bound->from_list && types.back().is_character()) {
        types.back() = DataType::char_(static_cast<int32_t>(bound->literal->value().as_string().size()));
      }
    }
  }
  if (types.empty()) return subject->type();
  return common_type(types).value_or(types[0]);
}

std::optional<SearchArgument> search_argument(const ExpressionPtr& condition) {
  if (!condition->is_call() || !is_deterministic(*condition)) return std::nullopt;
  const std::string& name = condition->function().name;
  if (condition->is_call_of(kSearchName)) return search_argument(condition->operands()[1]);
  if (name == operators::kAnd || name == operators::kOr) return of_connective(*condition, name == operators::kAnd);
  if (name == operators::kIn) return of_list(*condition);
  if (name == operators::kIsNull || name == operators::kIsNotNull) return of_null_test(*condition, name == operators::kIsNull);
  if (name == operators::kNot) {
    auto argument = search_argument(condition->operands()[0]);
    if (!argument) return std::nullopt;
    argument->ranges = complement(argument->ranges);
    argument->null_as = negated(argument->null_as);
    return argument;
  }
  return of_comparison(*condition);
}

}  // namespace eddyline::expression
