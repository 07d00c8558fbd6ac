// CAST, TRY_CAST and the casts that nobody wrote.
#include "expression/functions/cast/cast_kernels.hpp"
#include "expression/function_registry.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

std::string print_cast(std::string_view name, const Expression& call, std::span<const std::string> operands, bool infix) {
  std::string text = std::string(name) + "(" + operands[0] + " AS " + type_digest(call.type(), !infix);
  if (!infix && !call.type().nullable()) text += " NOT NULL";
  return text + ")";
}

/// Made through FunctionRegistry::make_cast only: the target is no operand, so there is nothing to resolve.
void add_cast(FunctionRegistry& registry, std::string name, std::string_view internal_name, CastMode mode,
              std::string help, ScalarFunction::Print print) {
  ScalarFunction function;
  function.name = std::move(name);
  function.internal_name = internal_name;
  function.syntax = FunctionSyntax::kSpecial;
  function.make_kernel = [mode](const CallSite& site) { return make_cast_kernel(site, mode); };
  function.print = std::move(print);
  function.help = std::move(help);
  registry.add(std::move(function));
}

std::string print_operand(const Expression&, std::span<const std::string> operands, bool) { return operands[0]; }

}  // namespace

void register_cast(FunctionRegistry& registry);
void register_cast(FunctionRegistry& registry) {
  add_cast(registry, "CAST", kCastName, CastMode::kStrict, "The value in another type; an error if that is impossible.",
           [](const Expression& call, std::span<const std::string> operands, bool infix) {
             return print_cast("CAST", call, operands, infix);
           });
  add_cast(registry, "TRY_CAST", kTryCastName, CastMode::kTry, "The value in another type; NULL if that is impossible.",
           [](const Expression& call, std::span<const std::string> operands, bool infix) {
             return print_cast("TRY_CAST", call, operands, infix);
           });
  add_cast(registry, "IMPLICIT CAST", kImplicitCastName, CastMode::kStrict, "Operands of mixed types.", print_operand);
  add_cast(registry, "IMPLICIT TRY_CAST", kImplicitTryCastName, CastMode::kTry,
           "Text compared with a temporal value: NULL if it is none.", print_operand);
}

}  // namespace eddyline::expression
