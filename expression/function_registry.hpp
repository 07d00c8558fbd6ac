#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "expression/expression.hpp"
#include "expression/operator_names.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {

/// All scalar functions by name; made in main, filled by register_scalar_functions(), then only read.
///
/// Names of operators: operator_names.hpp.
class FunctionRegistry {
 public:
  FunctionRegistry() = default;
  FunctionRegistry(const FunctionRegistry&) = delete;
  FunctionRegistry& operator=(const FunctionRegistry&) = delete;

  /// CHECKs that name and internal name are new.
  void add(ScalarFunction function);
  /// Another SQL name of a function that is registered already.
  void add_alias(std::string_view alias, std::string_view name);

  /// By SQL name, any case; null if there is none.
  const ScalarFunction* find(std::string_view name) const;
  /// By the name of compiled plans: "$+$1".
  const ScalarFunction* find_internal(std::string_view internal_name) const;
  /// SQL names of all functions, sorted, for SHOW FUNCTIONS.
  std::vector<std::string> names() const;

  /// A call with implicit casts made explicit: resolves the function for the operands' types and wraps operands in a cast where
  /// the signature asks for another type. An untyped NULL operand (a literal of type NULL is allowed here) gets its type.
  /// Errors   kValidationError with Flink's text: unknown function, no matching signature. kNotSupported for functions of Flink that
  ///          are not there yet.
  Result<ExpressionPtr> make_call(std::string_view name, std::vector<ExpressionPtr> operands) const;
  /// CAST or TRY_CAST to a type; the same expression if the types are the same in all but nullability.
  Result<ExpressionPtr> make_cast(ExpressionPtr operand, const DataType& target, bool try_cast = false) const;
  /// The same for a conversion that the user did not write and plans do not print: mixed operands of + or <.
  Result<ExpressionPtr> make_implicit_cast(ExpressionPtr operand, const DataType& target) const;

 private:
  Result<ExpressionPtr> convert(ExpressionPtr operand, const DataType& target, std::string_view cast_name) const;

  std::map<std::string, std::unique_ptr<ScalarFunction>, std::less<>> by_name_;
  std::map<std::string, std::string, std::less<>> aliases_;
  std::map<std::string, const ScalarFunction*, std::less<>> by_internal_name_;
};

/// Internal names that others ask for with Expression::is_call_of.
inline constexpr std::string_view kCastName = "$CAST$1";
inline constexpr std::string_view kTryCastName = "$TRY_CAST$1";
inline constexpr std::string_view kImplicitCastName = "$IMPLICIT_CAST$1";
inline constexpr std::string_view kImplicitTryCastName = "$IMPLICIT_TRY_CAST$1";

/// True for a call that only converts for its parent and is not printed.
inline bool is_implicit_cast(const Expression& expression) {
  return expression.is_call_of(kImplicitCastName) || expression.is_call_of(kImplicitTryCastName);
}

/// True for names of built-in functions of Flink that are not there yet, any case.
bool is_known_unsupported(std::string_view name);

/// Registers every function of expression/functions/scalar (generated from its CMakeLists).
void register_scalar_functions(FunctionRegistry& registry);

}  // namespace eddyline::expression
