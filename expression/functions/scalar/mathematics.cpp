// Powers, logarithms and angles, all of DOUBLE.
#include <cmath>

#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"

namespace eddyline::expression {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kEuler = 2.71828182845904523536;

template <class Function>
void add_unary(FunctionRegistry& registry, std::string name, std::string help, Function function) {
  registry.add(make_function(std::move(name), std::move(help), {{{Family::kDouble}, always(DataType::double_())}},
                             make_row_kernel<double>([function](ResultCell cell, double x) { cell.set(function(x)); })));
}

template <class Function>
void add_binary(FunctionRegistry& registry, std::string name, std::string help, Function function) {
  registry.add(make_function(
      std::move(name), std::move(help), {{{Family::kDouble, Family::kDouble}, always(DataType::double_())}},
      make_row_kernel<double, double>([function](ResultCell cell, double x, double y) { cell.set(function(x, y)); })));
}

void add_constant(FunctionRegistry& registry, std::string name, std::string help, double value, bool may_be_bare) {
  ScalarFunction function = make_function(std::move(name), std::move(help), {{{}, always(DataType::double_())}},
                                          make_row_kernel<>([value](ResultCell cell) { cell.set(value); }));
  function.may_be_bare = may_be_bare;
  registry.add(std::move(function));
}

void add_powers(FunctionRegistry& registry) {
  add_binary(registry, "POWER", "The first number to the power of the second.",
             [](double x, double y) { return std::pow(x, y); });
  // SQRT(x) is POWER(x, 0.5), as the planner writes it.
  ScalarFunction root;
  root.name = "SQRT";
  root.internal_name = "$SQRT$1";
  root.help = "The square root.";
  root.rewrite = [](const FunctionRegistry& functions, std::span<const ExpressionPtr> operands) -> Result<ExpressionPtr> {
    if (operands.size() != 1) return wrong_argument_count("SQRT", "1");
    const DataType type = operands[0]->type();
    if (!type.is_numeric() && !type.is(TypeRoot::kNull)) {
      return cannot_apply("SQRT", FunctionSyntax::kFunction, std::span(&type, 1), "'SQRT(<NUMERIC>)'");
    }
    return functions.make_call(
        "POWER", {operands[0], Expression::literal(Value::integer(5), DataType::decimal(2, 1).not_null())});
  };
  registry.add(std::move(root));
  add_unary(registry, "EXP", "e to the power of the number.", [](double x) { return std::exp(x); });
}

void add_logarithms(FunctionRegistry& registry) {
  add_unary(registry, "LN", "The natural logarithm.", [](double x) { return std::log(x); });
  add_unary(registry, "LOG10", "The logarithm to base 10.", [](double x) { return std::log10(x); });
  add_unary(registry, "LOG2", "The logarithm to base 2.", [](double x) { return std::log(x) / std::log(2.0); });
  registry.add(make_function(
      "LOG", "The natural logarithm, or that of the second number to the base of the first.",
      {{{Family::kDouble}, always(DataType::double_())},
       {{Family::kDouble, Family::kDouble}, always(DataType::double_())}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.size() == 1) {
          return row_kernel<double>([](ResultCell cell, double x) { cell.set(std::log(x)); });
        }
        return row_kernel<double, double>(
            [](ResultCell cell, double base, double x) { cell.set(std::log(x) / std::log(base)); });
      }));
}

void add_angles(FunctionRegistry& registry) {
  add_unary(registry, "SIN", "The sine.", [](double x) { return std::sin(x); });
  add_unary(registry, "SINH", "The hyperbolic sine.", [](double x) { return std::sinh(x); });
  add_unary(registry, "COS", "The cosine.", [](double x) { return std::cos(x); });
  add_unary(registry, "COSH", "The hyperbolic cosine.", [](double x) { return std::cosh(x); });
  add_unary(registry, "TAN", "The tangent.", [](double x) { return std::tan(x); });
  add_unary(registry, "TANH", "The hyperbolic tangent.", [](double x) { return std::tanh(x); });
  add_unary(registry, "COT", "The cotangent.", [](double x) { return 1.0 / std::tan(x); });
  add_unary(registry, "ASIN", "The arc sine.", [](double x) { return std::asin(x); });
  add_unary(registry, "ACOS", "The arc cosine.", [](double x) { return std::acos(x); });
  add_unary(registry, "ATAN", "The arc tangent.", [](double x) { return std::atan(x); });
  add_binary(registry, "ATAN2", "The angle of a point.", [](double y, double x) { return std::atan2(y, x); });
  add_unary(registry, "DEGREES", "Degrees of an angle in radians.", [](double x) { return x * (180.0 / kPi); });
  add_unary(registry, "RADIANS", "Radians of an angle in degrees.", [](double x) { return x / 180.0 * kPi; });
}

}  // namespace

void register_mathematics(FunctionRegistry& registry);
void register_mathematics(FunctionRegistry& registry) {
  add_powers(registry);
  add_logarithms(registry);
  add_angles(registry);
  add_constant(registry, "PI", "Half the circumference of the unit circle.", kPi, /*may_be_bare=*/true);
  add_constant(registry, "E", "Euler's number.", kEuler, /*may_be_bare=*/false);
}

}  // namespace eddyline::expression
