// + - * / MOD and unary minus: which types go together and what comes out.
#include "expression/functions/kernel/arithmetic_kernels.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/vector_kernel.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

std::string_view supported_forms(ArithmeticOperator operation) {
  switch (operation) {
    case ArithmeticOperator::kAdd:
      return "'<NUMERIC> + <NUMERIC>'\n'<DATETIME_INTERVAL> + <DATETIME_INTERVAL>'\n'<DATETIME> + "
             "<DATETIME_INTERVAL>'\n'<DATETIME_INTERVAL> + <DATETIME>'";
    case ArithmeticOperator::kSubtract:
      return "'<NUMERIC> - <NUMERIC>'\n'<DATETIME_INTERVAL> - <DATETIME_INTERVAL>'\n'<DATETIME> - <DATETIME_INTERVAL>'";
    case ArithmeticOperator::kMultiply:
      return "'<NUMERIC> * <NUMERIC>'\n'<DATETIME_INTERVAL> * <NUMERIC>'\n'<NUMERIC> * <DATETIME_INTERVAL>'";
    case ArithmeticOperator::kDivide:
      return "'<NUMERIC> / <NUMERIC>'\n'<DATETIME_INTERVAL> / <NUMERIC>'";
    case ArithmeticOperator::kRemainder:
      return "'<EXACT_NUMERIC> % <EXACT_NUMERIC>'";
  }
  return "";
}

DataType decimal_result(ArithmeticOperator operation, const DataType& a, const DataType& b) {
  switch (operation) {
    case ArithmeticOperator::kAdd:
    case ArithmeticOperator::kSubtract:
      return decimal_sum_type(a, b);
    case ArithmeticOperator::kMultiply:
      return decimal_product_type(a, b);
    case ArithmeticOperator::kDivide:
      return decimal_quotient_type(a, b);
    case ArithmeticOperator::kRemainder:
      return decimal_remainder_type(a, b);
  }
  return a;
}

std::optional<ResolvedCall> resolve_numbers(ArithmeticOperator operation, const DataType& a, const DataType& b) {
  if (!a.is_numeric() || !b.is_numeric()) return std::nullopt;
  const bool approximate = a.is_approximate() || b.is_approximate();
  if (operation == ArithmeticOperator::kRemainder && approximate) return std::nullopt;
  if (!approximate && (a.is(TypeRoot::kDecimal) || b.is(TypeRoot::kDecimal))) {
    const DataType left = exact_decimal_of(a);
    const DataType right = exact_decimal_of(b);
    // Digits that do not fit give NULL, though the type is NOT NULL as in Flink; a sink refuses such a row.
    return ResolvedCall{{left, right}, decimal_result(operation, left, right)};
  }
  const DataType common = *common_type(a, b);
  return ResolvedCall{{common, common}, common};
}

/// The number that an interval is multiplied or divided by.
DataType factor_type(const DataType& type) {
  return type.is_integer() ? DataType::bigint() : DataType::double_();
}

std::optional<ResolvedCall> resolve_intervals(ArithmeticOperator operation, const DataType& a, const DataType& b) {
  const bool sum = operation == ArithmeticOperator::kAdd || operation == ArithmeticOperator::kSubtract;
  if (sum && a.is_interval() && a.root() == b.root()) return ResolvedCall{{a, b}, *common_type(a, b)};
  if (sum && a.is_temporal() && b.is_interval()) return ResolvedCall{{a, b}, same_as(0)(std::span(&a, 1))};
  const bool scales = operation == ArithmeticOperator::kMultiply || operation == ArithmeticOperator::kDivide;
  if (scales && a.is_interval() && b.is_numeric()) return ResolvedCall{{a, factor_type(b)}, a};
  return std::nullopt;
}

/// An untyped NULL takes the other operand's type; two of them are INT.
DataType typed(const DataType& type, const DataType& other) {
  if (!type.is(TypeRoot::kNull)) return type;
  if (other.is(TypeRoot::kNull)) return DataType::integer();
  return other.is_temporal() ? DataType::interval_day_time(IntervalUnit::kSecond, IntervalUnit::kSecond) : other;
}

Result<ResolvedCall> resolve_arithmetic(const std::string& name, ArithmeticOperator operation,
                                        std::span<const DataType> types) {
  if (types.size() != 2) return wrong_argument_count(name, "2");
  const DataType a = typed(types[0], types[1]);
  const DataType b = typed(types[1], types[0]);
  if (auto numbers = resolve_numbers(operation, a, b)) return *numbers;
  if (auto intervals = resolve_intervals(operation, a, b)) return *intervals;
  const bool remainder = operation == ArithmeticOperator::kRemainder;
  return cannot_apply(remainder ? "%" : name, FunctionSyntax::kBinary, types, supported_forms(operation));
}

Result<std::unique_ptr<Kernel>> make_arithmetic_kernel(ArithmeticOperator operation, const CallSite& site) {
  if (site.operand_types[1].is_interval() || site.operand_types[0].is_interval()) {
    return make_interval_kernel(operation, site);
  }
  if (site.operand_types[0].is(TypeRoot::kDecimal)) return make_decimal_kernel(operation, site);
  return make_number_kernel(operation, site);
}

/// INTERVAL + time and number * INTERVAL are their mirror images.
Result<ExpressionPtr> swap_operands(std::string_view name, const FunctionRegistry& registry,
                                    std::span<const ExpressionPtr> operands) {
  if (operands.size() != 2) return ExpressionPtr();
  const DataType& a = operands[0]->type();
  const DataType& b = operands[1]->type();
  const bool mirrored = name == operators::kPlus ? a.is_interval() && b.is_temporal() : a.is_numeric() && b.is_interval();
  if (!mirrored) return ExpressionPtr();
  return registry.make_call(name, {operands[1], operands[0]});
}

/// The remainder has the divisor's type, also where that is narrower than the dividend's: it is computed in the wider one.
Result<ExpressionPtr> narrow_remainder(const FunctionRegistry& registry, std::span<const ExpressionPtr> operands) {
  if (operands.size() != 2) return ExpressionPtr();
  const DataType& dividend = operands[0]->type();
  const DataType& divisor = operands[1]->type();
  if (!dividend.is_integer() || !divisor.is_integer() || divisor.root() >= dividend.root()) return ExpressionPtr();
  ASSIGN_OR_RETURN(ExpressionPtr widened, registry.make_implicit_cast(operands[1], dividend));
  ASSIGN_OR_RETURN(ExpressionPtr remainder, registry.make_call(operators::kModulo, {operands[0], std::move(widened)}));
  return registry.make_implicit_cast(std::move(remainder), divisor);
}

void add_arithmetic(FunctionRegistry& registry, std::string_view name, ArithmeticOperator operation, std::string help) {
  ScalarFunction function;
  function.name = name;
  function.internal_name = "$" + function.name + "$1";
  function.syntax = operation == ArithmeticOperator::kRemainder ? FunctionSyntax::kFunction : FunctionSyntax::kBinary;
  function.resolve = [name = function.name, operation](std::span<const DataType> types, std::span<const Value* const>) {
    return resolve_arithmetic(name, operation, types);
  };
  function.make_kernel = [operation](const CallSite& site) { return make_arithmetic_kernel(operation, site); };
  if (operation == ArithmeticOperator::kAdd || operation == ArithmeticOperator::kMultiply) {
    function.rewrite = [name](const FunctionRegistry& functions, std::span<const ExpressionPtr> operands) {
      return swap_operands(name, functions, operands);
    };
  }
  if (operation == ArithmeticOperator::kRemainder) function.rewrite = narrow_remainder;
  function.help = std::move(help);
  registry.add(std::move(function));
}

struct Negate {
  template <class T>
  static T apply(T value) {
    if constexpr (std::is_floating_point_v<T> || sizeof(T) == 16) {
      return -value;
    } else {
      return static_cast<T>(uint64_t{0} - static_cast<uint64_t>(value));
    }
  }
};

Result<std::unique_ptr<Kernel>> make_negation(const CallSite& site) {
  return visit_physical(site.type.physical_type(), [](auto tag) -> Result<std::unique_ptr<Kernel>> {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, StringView> || std::is_same_v<T, uint8_t>) {
      return not_supported("negation of this type");
    } else {
      return unary_kernel<T, T, Negate>();
    }
  });
}

void add_negation(FunctionRegistry& registry) {
  ScalarFunction function;
  function.name = operators::kNegate;
  function.print_name = "-";
  function.internal_name = "$NEGATE$1";
  function.syntax = FunctionSyntax::kPrefix;
  function.resolve = [](std::span<const DataType> types, std::span<const Value* const>) -> Result<ResolvedCall> {
    if (types.size() != 1) return wrong_argument_count("-", "1");
    if (types[0].is(TypeRoot::kNull)) return ResolvedCall{{DataType::integer()}, DataType::integer()};
    if (!types[0].is_numeric() && !types[0].is_interval()) {
      return cannot_apply("-", FunctionSyntax::kPrefix, types, "'-<NUMERIC>'\n'-<DATETIME_INTERVAL>'");
    }
    return ResolvedCall{{types[0]}, types[0]};
  };
  function.make_kernel = make_negation;
  function.help = "The number or interval with the other sign.";
  registry.add(std::move(function));
}

}  // namespace

void register_arithmetic(FunctionRegistry& registry);
void register_arithmetic(FunctionRegistry& registry) {
  add_arithmetic(registry, operators::kPlus, ArithmeticOperator::kAdd, "Sum; a point in time moved by an interval.");
  add_arithmetic(registry, operators::kMinus, ArithmeticOperator::kSubtract,
                 "Difference; a point in time moved back by an interval.");
  add_arithmetic(registry, operators::kMultiply, ArithmeticOperator::kMultiply, "Product.");
  add_arithmetic(registry, operators::kDivide, ArithmeticOperator::kDivide,
                 "Quotient; that of integers is cut towards zero.");
  add_arithmetic(registry, operators::kModulo, ArithmeticOperator::kRemainder,
                 "Remainder with the sign of the dividend.");
  registry.add_alias("%", operators::kModulo);
  add_negation(registry);
}

}  // namespace eddyline::expression
