#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expression/function_registry.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {

/// What an argument may be. kInteger is converted to BIGINT and kDouble to DOUBLE, so that kernels know one width; the others keep
/// their type. A literal of a symbol ('YEAR') is kSymbol.
enum class Family : uint8_t {
  kAny,
  kBoolean,
  kNumeric,
  kExactNumeric,
  kInteger,
  kDouble,
  kCharacter,
  kBinary,
  kBytes,  ///< text or binary
  kDate,
  kTime,
  kTimestamp,
  kDatetime,  ///< DATE, TIME or a timestamp
  kInterval,
  kSymbol,
};

/// Result type from the types of the arguments; its nullability is ignored.
using ResultType = std::function<DataType(std::span<const DataType>)>;
ResultType always(DataType type);
/// The type of an argument, without time attribute.
ResultType same_as(size_t argument);

/// One accepted list of arguments.
struct Signature {
  std::vector<Family> arguments;
  ResultType result;
  /// The last argument may be repeated.
  bool variadic = false;
};

/// What a function does besides its signatures.
struct FunctionTraits {
  NullHandling null_handling = NullHandling::kPropagate;
  Determinism determinism = Determinism::kDeterministic;
  /// The result may be NULL though no argument is.
  bool may_be_null = false;
};

/// A function with SQL name and signatures; internal name "$NAME$1".
ScalarFunction make_function(std::string name, std::string help, std::vector<Signature> signatures,
                             ScalarFunction::MakeKernel make_kernel, FunctionTraits traits = {});

/// Calcite's "Cannot apply 'F' to arguments of type '...'. Supported form(s): ...".
Status cannot_apply(std::string_view name, FunctionSyntax syntax, std::span<const DataType> types,
                    std::string_view supported_forms);
/// "Invalid number of arguments to function 'F'. Was expecting 1 arguments".
Status wrong_argument_count(std::string_view name, std::string_view expected);
/// Flink's own type inference: "Invalid function call:\nF(INT, STRING)\nInvalid input arguments. ..."
Status invalid_call(std::string_view name, std::span<const DataType> types, std::string_view signature,
                    std::string_view cause);

/// True if the type belongs to the family.
bool belongs_to(const DataType& type, Family family);

/// The text of a literal operand of this type; empty if it is no literal, NULL, or no text.
std::string_view literal_text_of(const Value* literal, const DataType& type);

/// Prints symbols as Calcite does: FLAG(YEAR) in physical plans, YEAR in execution plans. `operand` is the literal's text.
std::string symbol_text(std::string_view operand, bool infix);

}  // namespace eddyline::expression
