// = <> < <= > >=, IS [NOT] DISTINCT FROM.
#include <cstring>

#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/vector_kernel.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

struct Equal {
  template <class T>
  static uint8_t apply(T a, T b) { return a == b; }
};
struct NotEqual {
  template <class T>
  static uint8_t apply(T a, T b) { return a != b; }
};
struct Less {
  template <class T>
  static uint8_t apply(T a, T b) { return a < b; }
};
struct LessOrEqual {
  template <class T>
  static uint8_t apply(T a, T b) { return a <= b; }
};
struct Greater {
  template <class T>
  static uint8_t apply(T a, T b) { return a > b; }
};
struct GreaterOrEqual {
  template <class T>
  static uint8_t apply(T a, T b) { return a >= b; }
};

template <class Operation>
Result<std::unique_ptr<Kernel>> comparison_kernel(const CallSite& site) {
  const PhysicalType type = site.operand_types[0].physical_type();
  if (physical_width(type) == 0) return not_supported("comparison of " + site.operand_types[0].to_string());
  if (type == PhysicalType::kString) {
    return row_kernel<std::string_view, std::string_view>(
        [](ResultCell cell, std::string_view a, std::string_view b) { cell.set(Operation::apply(a, b)); });
  }
  return visit_physical(type, [](auto tag) -> Result<std::unique_ptr<Kernel>> {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, StringView>) {
      return not_supported("comparison of nested values");
    } else {
      return binary_kernel<T, T, uint8_t, Operation>();
    }
  });
}

/// Equality in which NULL equals NULL.
template <bool kDistinct>
class DistinctKernel final : public Kernel {
 public:
  explicit DistinctKernel(PhysicalType type) : type_(type) {}

  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn left(*arguments[0]);
    const DecodedColumn right(*arguments[1]);
    if (type_ == PhysicalType::kString) {
      compare(left, right, rows, out, [&](size_t row) { return left.string(row) == right.string(row); });
      return {};
    }
    visit_physical(type_, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (!std::is_same_v<T, StringView>) {
        compare(left, right, rows, out, [&](size_t row) { return left.value<T>(row) == right.value<T>(row); });
      }
    });
    return {};
  }
  bool runs_on_any_row() const override { return type_ != PhysicalType::kString; }

 private:
  template <class SameValue>
  void compare(const DecodedColumn& left, const DecodedColumn& right, SelectedRows rows, MutableColumn& out,
               SameValue&& same_value) {
    uint8_t* values = out.values<uint8_t>();
    rows.for_each([&](size_t row) {
      const bool left_null = left.is_null(row);
      const bool right_null = right.is_null(row);
      const bool same = left_null || right_null ? left_null == right_null : same_value(row);
      values[row] = same != kDistinct ? 1 : 0;
    });
  }

  PhysicalType type_;
};

template <bool kDistinct>
Result<std::unique_ptr<Kernel>> distinct_kernel(const CallSite& site) {
  const PhysicalType type = site.operand_types[0].physical_type();
  if (physical_width(type) == 0) return not_supported("comparison of " + site.operand_types[0].to_string());
  return std::make_unique<DistinctKernel<kDistinct>>(type);
}

bool comparable(const DataType& a, const DataType& b) {
  if (a.is_numeric() && b.is_numeric()) return true;
  if (a.is_character() || b.is_character()) {
    const DataType& other = a.is_character() ? b : a;
    return other.is_character() || other.is_temporal();
  }
  if (a.is_binary() && b.is_binary()) return true;
  if (a.is_timestamp() && b.is_timestamp()) return true;
  if (a.is_nested()) return a.same_shape(b);
  return a.root() == b.root();
}

Status refuse(const std::string& name, std::span<const DataType> types) {
  const bool text_and_number = (types[0].is_character() && types[1].is_numeric()) ||
                               (types[0].is_numeric() && types[1].is_character());
  if (text_and_number) {
    return validation_error("implicit type conversion between " + std::string(type_root_digest(types[0])) + " and " +
                            std::string(type_root_digest(types[1])) + " is not supported now");
  }
  return cannot_apply(name, FunctionSyntax::kBinary, types,
                      "'<COMPARABLE_TYPE> " + name + " <COMPARABLE_TYPE>'");
}

Result<ResolvedCall> resolve_comparison(const std::string& name, std::span<const DataType> types) {
  if (types.size() != 2) return wrong_argument_count(name, "2");
  const bool untyped = types[0].is(TypeRoot::kNull) || types[1].is(TypeRoot::kNull);
  if (!untyped && !comparable(types[0], types[1])) return refuse(name, types);
  DataType common = DataType::integer();
  if (types[0].is_character() && types[1].is_temporal()) {
    common = types[1];
  } else if (types[1].is_character() && types[0].is_temporal()) {
    common = types[0];
  } else if (const auto found = common_type(types); found && !found->is(TypeRoot::kNull)) {
    common = *found;
  }
  return ResolvedCall{{common, common}, DataType::boolean()};
}

/// Text ordered against a time is written into the plan as a CAST to that time; equality compares it leniently instead.
template <size_t kText>
Result<ExpressionPtr> with_text_cast(const FunctionRegistry& registry, const std::string& name,
                                     std::span<const ExpressionPtr> operands) {
  std::vector<ExpressionPtr> converted(operands.begin(), operands.end());
  const DataType& time = operands[1 - kText]->type();
  ASSIGN_OR_RETURN(converted[kText],
                   registry.make_cast(converted[kText], time.with_time_attribute(TimeAttribute::kNone)));
  return registry.make_call(name, std::move(converted));
}

ScalarFunction::Rewrite text_as_time(std::string name) {
  return [name](const FunctionRegistry& registry, std::span<const ExpressionPtr> operands) -> Result<ExpressionPtr> {
    if (operands.size() != 2) return ExpressionPtr();
    const DataType& left = operands[0]->type();
    const DataType& right = operands[1]->type();
    if (left.is_character() && right.is_temporal()) return with_text_cast<0>(registry, name, operands);
    if (left.is_temporal() && right.is_character()) return with_text_cast<1>(registry, name, operands);
    return ExpressionPtr();
  };
}

void add_comparison(FunctionRegistry& registry, std::string_view name, std::string help, bool prints_casts,
                    ScalarFunction::MakeKernel make_kernel) {
  ScalarFunction function;
  function.name = name;
  function.internal_name = "$" + function.name + "$1";
  function.syntax = FunctionSyntax::kBinary;
  function.prints_casts = prints_casts;
  function.resolve = [name = function.name](std::span<const DataType> types, std::span<const Value* const>) {
    return resolve_comparison(name, types);
  };
  // Equality prints the casts of numbers, order those of text.
  if (!prints_casts) function.rewrite = text_as_time(function.name);
  function.make_kernel = std::move(make_kernel);
  function.help = std::move(help);
  registry.add(std::move(function));
}

void add_distinct(FunctionRegistry& registry, std::string_view name, std::string help,
                  ScalarFunction::MakeKernel make_kernel) {
  ScalarFunction function;
  function.name = name;
  function.internal_name = "$" + function.name + "$1";
  function.null_handling = NullHandling::kKernel;
  function.resolve = [name = function.name](std::span<const DataType> types,
                                            std::span<const Value* const>) -> Result<ResolvedCall> {
    ASSIGN_OR_RETURN(ResolvedCall resolved, resolve_comparison(name, types));
    resolved.type = resolved.type.not_null();
    return resolved;
  };
  function.make_kernel = std::move(make_kernel);
  function.help = std::move(help);
  registry.add(std::move(function));
}

}  // namespace

void register_comparison(FunctionRegistry& registry);
void register_comparison(FunctionRegistry& registry) {
  add_comparison(registry, operators::kEqual, "True if both values are equal.", true, comparison_kernel<Equal>);
  add_comparison(registry, operators::kNotEqual, "True if the values differ.", true, comparison_kernel<NotEqual>);
  add_comparison(registry, operators::kLess, "True if the first value is less.", false, comparison_kernel<Less>);
  add_comparison(registry, operators::kLessOrEqual, "True if the first value is less or equal.", false,
                 comparison_kernel<LessOrEqual>);
  add_comparison(registry, operators::kGreater, "True if the first value is greater.", false,
                 comparison_kernel<Greater>);
  add_comparison(registry, operators::kGreaterOrEqual, "True if the first value is greater or equal.", false,
                 comparison_kernel<GreaterOrEqual>);
  add_distinct(registry, operators::kIsDistinctFrom, "Inequality in which NULL equals NULL.", distinct_kernel<true>);
  add_distinct(registry, operators::kIsNotDistinctFrom, "Equality in which NULL equals NULL.",
               distinct_kernel<false>);
}

}  // namespace eddyline::expression
