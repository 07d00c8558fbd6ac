// IN with a list of values.
#include <algorithm>
#include <unordered_set>

#include "expression/functions/kernel/signature.hpp"
#include "expression/literal_text.hpp"
#include "expression/search_argument.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

/// The items of numbers, sorted.
template <class T>
class NumberSet {
 public:
  void add(const DecodedColumn& item) { items_.push_back(item.value<T>(0)); }
  void finish() { std::ranges::sort(items_); }
  bool contains(const DecodedColumn& column, size_t row) const {
    return std::ranges::binary_search(items_, column.value<T>(row));
  }

 private:
  std::vector<T> items_;
};

class TextSet {
 public:
  void add(const DecodedColumn& item) { items_.emplace(item.string(0)); }
  void finish() {}
  bool contains(const DecodedColumn& column, size_t row) const { return items_.contains(column.string(row)); }

 private:
  std::unordered_set<std::string, TextHash, std::equal_to<>> items_;
};

/// The items are literals: the set is made with the first batch.
template <class Set>
class MembershipKernel final : public Kernel {
 public:
  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    if (!ready_) {
      for (const ColumnPtr& item : arguments.subspan(1)) set_.add(DecodedColumn(*item));
      set_.finish();
      ready_ = true;
    }
    const DecodedColumn column(*arguments[0]);
    uint8_t* values = out.values<uint8_t>();
    rows.for_each([&](size_t row) { values[row] = set_.contains(column, row) ? 1 : 0; });
    return {};
  }

 private:
  Set set_;
  bool ready_ = false;
};

Result<std::unique_ptr<Kernel>> make_membership_kernel(const CallSite& site) {
  const PhysicalType type = site.operand_types[0].physical_type();
  if (type == PhysicalType::kString) return std::make_unique<MembershipKernel<TextSet>>();
  return visit_physical(type, [](auto tag) -> Result<std::unique_ptr<Kernel>> {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, StringView>) {
      return not_supported("IN with nested values");
    } else {
      return std::make_unique<MembershipKernel<NumberSet<T>>>();
    }
  });
}

/// Whether the items, which stand behind the tested value, go together. The value itself gives untyped NULLs a type.
Status check_list(std::span<const DataType> types) {
  const bool typed = !std::ranges::all_of(types, [](const DataType& type) { return type.is(TypeRoot::kNull); });
  const auto items = types.subspan(1);
  const bool date = std::ranges::any_of(items, [](const DataType& type) { return type.is(TypeRoot::kDate); });
  const bool other_time = std::ranges::any_of(items, [](const DataType& type) { return type.is_temporal() && !type.is(TypeRoot::kDate); });
  if (typed && common_type(items) && !(date && other_time)) return {};
  return validation_error("Values in expression list must have compatible types");
}

/// Items of another family than the tested value are converted to its type.
Result<DataType> compared_type(std::span<const DataType> types) {
  RETURN_IF_ERROR(check_list(types));
  const std::optional<DataType> common = common_type(types);
  if (common) return *common;
  const bool mixed = std::ranges::all_of(types, [](const DataType& type) {
    return type.is_numeric() || type.is_character() || type.is_temporal() || type.is(TypeRoot::kNull);
  });
  if (mixed) return types[0];
  return validation_error("Values passed to IN operator must have compatible types");
}

Result<ResolvedCall> resolve_in(std::span<const DataType> types, std::span<const Value* const>) {
  if (types.size() < 2) return wrong_argument_count("IN", "2");
  ASSIGN_OR_RETURN(const DataType common, compared_type(types));
  return ResolvedCall{std::vector<DataType>(types.size(), common), DataType::boolean()};
}

/// x IN (a) is x = a; items that are no plain literals make it a chain of OR.
Result<ExpressionPtr> rewrite_in(const FunctionRegistry& registry, std::span<const ExpressionPtr> operands) {
  if (operands.size() < 2) return wrong_argument_count("IN", "2");
  const bool literals = std::ranges::all_of(operands.subspan(1), [](const ExpressionPtr& item) {
    return item->is_literal() && !item->value().is_null();
  });
  if (literals && operands.size() > 2) return ExpressionPtr();
  std::vector<DataType> types;
  for (const ExpressionPtr& operand : operands) types.push_back(operand->type());
  ASSIGN_OR_RETURN(const DataType common, compared_type(types));
  std::vector<ExpressionPtr> comparisons;
  for (const ExpressionPtr& item : operands.subspan(1)) {
    ExpressionPtr right = item;
    const bool foreign = !common_type(operands[0]->type(), item->type());
    if (foreign) {
      ASSIGN_OR_RETURN(right, registry.make_cast(item, common));
    }
    ASSIGN_OR_RETURN(ExpressionPtr same, registry.make_call(operators::kEqual, {operands[0], std::move(right)}));
    comparisons.push_back(std::move(same));
  }
  if (comparisons.size() == 1) return comparisons[0];
  return registry.make_call(operators::kOr, std::move(comparisons));
}

/// As the validator takes it apart: OR(=(x, 1), =(x, 2)).
std::string print_in(const Expression&, std::span<const std::string> operands, bool infix) {
  std::string text;
  for (const std::string& item : operands.subspan(1)) {
    if (!text.empty()) text += infix ? " OR " : ", ";
    text += infix ? "(" + operands[0] + " = " + item + ")" : "=(" + operands[0] + ", " + item + ")";
  }
  return infix ? "(" + text + ")" : "OR(" + text + ")";
}

/// One literal inside Sarg[...]: text keeps its character set in execution plans too, BIGINT gets an L.
std::string bound_text(const SearchBound& bound, const DataType& type, bool infix) {
  const Value& value = bound.literal->value();
  std::string text = bare_literal_text(value, bound.literal->type(), type.is_character() || !infix ? PrintStyle::kPrefix : PrintStyle::kInfix);
  if (infix || !literal_prints_type(value, type)) return text;
  return text + (type.is(TypeRoot::kBigint) ? "L:" : ":") + type_digest(type, true);
}

std::string range_text(const SearchRange& range, const DataType& type, bool infix) {
  if (range.is_point()) return bound_text(*range.lower, type, infix);
  std::string text = range.lower && range.lower->inclusive ? "[" : "(";
  text += range.lower ? bound_text(*range.lower, type, infix) : "-\u221e";
  text += "..";
  text += range.upper ? bound_text(*range.upper, type, infix) : "+\u221e";
  return text + (range.upper && range.upper->inclusive ? "]" : ")");
}

/// Whether the type of all literals stands behind the list.
bool prints_list_type(const SearchArgument& argument, const DataType& type) {
  if (type.is_character()) return true;
  const SearchRange& range = argument.ranges[0];
  const SearchBound* bound = range.lower ? &*range.lower : range.upper ? &*range.upper : nullptr;
  return bound != nullptr && literal_prints_type(bound->literal->value(), type);
}

/// As the planner writes it: SEARCH(x, Sarg[1, 2]).
std::string print_search(const Expression& call, std::span<const std::string> operands, bool infix) {
  const auto argument = search_argument(call.operands()[1]);
  if (!argument || argument->is_empty()) return operands[1];
  const DataType type = argument->type();
  std::string text = "SEARCH(" + operands[0] + ", Sarg[";
  for (const SearchRange& range : argument->ranges) {
    if (&range != argument->ranges.data()) text += ", ";
    text += range_text(range, type, infix);
  }
  if (argument->null_as != NullAs::kUnknown) text += argument->null_as == NullAs::kTrue ? "; NULL AS TRUE" : "; NULL AS FALSE";
  text += "]";
  if (!infix && prints_list_type(*argument, type)) text += ":" + type_digest(type, true);
  return text + ")";
}

/// Made by planner rules alone, so there is nothing to resolve; the condition itself is what is computed.
void register_search(FunctionRegistry& registry) {
  ScalarFunction function;
  function.name = "SEARCH";
  function.internal_name = kSearchName;
  function.syntax = FunctionSyntax::kSpecial;
  function.null_handling = NullHandling::kKernel;
  function.print = print_search;
  function.help = "True if a value is in one of some ranges; made by the planner.";
  registry.add(std::move(function));
}

}  // namespace

void register_membership(FunctionRegistry& registry);
void register_membership(FunctionRegistry& registry) {
  ScalarFunction function;
  function.name = operators::kIn;
  function.internal_name = "$IN$1";
  function.syntax = FunctionSyntax::kSpecial;
  function.prints_casts = true;
  function.resolve = resolve_in;
  function.rewrite = rewrite_in;
  function.make_kernel = make_membership_kernel;
  function.print = print_in;
  function.help = "True if the first operand equals one of the others.";
  registry.add(std::move(function));
  register_search(registry);
}

}  // namespace eddyline::expression
