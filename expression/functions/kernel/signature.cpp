#include "expression/functions/kernel/signature.hpp"

#include <algorithm>

#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

std::string_view family_text(Family family) {
  switch (family) {
    case Family::kAny:
      return "<ANY>";
    case Family::kBoolean:
      return "<BOOLEAN>";
    case Family::kNumeric:
    case Family::kDouble:
      return "<NUMERIC>";
    case Family::kExactNumeric:
      return "<EXACT_NUMERIC>";
    case Family::kInteger:
      return "<INTEGER>";
    case Family::kCharacter:
      return "<CHARACTER>";
    case Family::kBinary:
      return "<BINARY>";
    case Family::kBytes:
      return "<STRING>";
    case Family::kDate:
      return "<DATE>";
    case Family::kTime:
      return "<TIME>";
    case Family::kTimestamp:
      return "<TIMESTAMP>";
    case Family::kDatetime:
      return "<DATETIME>";
    case Family::kInterval:
      return "<DATETIME_INTERVAL>";
    case Family::kSymbol:
      return "<SYMBOL>";
  }
  return "";
}

/// The type an untyped NULL gets, and the one that arguments are converted to.
DataType accepted_type(const DataType& type, Family family) {
  const bool untyped = type.is(TypeRoot::kNull);
  switch (family) {
    case Family::kInteger:
      return DataType::bigint();
    case Family::kDouble:
      return DataType::double_();
    case Family::kAny:
    case Family::kNumeric:
    case Family::kExactNumeric:
      return untyped ? DataType::integer() : type;
    case Family::kBoolean:
      return DataType::boolean();
    case Family::kCharacter:
    case Family::kBytes:
    case Family::kSymbol:
      return untyped ? DataType::string() : type;
    case Family::kBinary:
      return untyped ? DataType::bytes() : type;
    case Family::kDate:
      return DataType::date();
    case Family::kTime:
      return untyped ? DataType::time() : type;
    case Family::kTimestamp:
    case Family::kDatetime:
      return untyped ? DataType::timestamp(3) : type;
    case Family::kInterval:
      return untyped ? DataType::interval_day_time(IntervalUnit::kSecond, IntervalUnit::kSecond) : type;
  }
  return type;
}

/// Family of the argument at a position.
Family family_at(const Signature& signature, size_t position) {
  return signature.arguments[std::min(position, signature.arguments.size() - 1)];
}

bool count_fits(const Signature& signature, size_t count) {
  return signature.variadic ? count >= signature.arguments.size() : count == signature.arguments.size();
}

bool fits(const Signature& signature, std::span<const DataType> types) {
  if (!count_fits(signature, types.size())) return false;
  for (size_t i = 0; i < types.size(); ++i) {
    if (!types[i].is(TypeRoot::kNull) && !belongs_to(types[i], family_at(signature, i))) return false;
  }
  return true;
}

std::string forms_text(const std::string& name, const std::vector<Signature>& signatures) {
  std::string forms;
  for (const Signature& signature : signatures) {
    if (!forms.empty()) forms += "\n";
    forms += "'" + name + "(";
    for (size_t i = 0; i < signature.arguments.size(); ++i) {
      forms += (i == 0 ? "" : ", ") + std::string(family_text(signature.arguments[i]));
    }
    forms += signature.variadic ? "...)'" : ")'";
  }
  return forms;
}

std::string counts_text(const std::vector<Signature>& signatures) {
  std::vector<size_t> counts;
  for (const Signature& signature : signatures) counts.push_back(signature.arguments.size());
  std::ranges::sort(counts);
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  std::string text;
  for (const size_t count : counts) text += (text.empty() ? "" : " or ") + std::to_string(count);
  return text;
}

Result<ResolvedCall> resolve_by(const std::string& name, const std::vector<Signature>& signatures, bool may_be_null,
                                std::span<const DataType> types) {
  for (const Signature& signature : signatures) {
    if (!fits(signature, types)) continue;
    ResolvedCall resolved;
    for (size_t i = 0; i < types.size(); ++i) {
      resolved.operand_types.push_back(accepted_type(types[i], family_at(signature, i)));
    }
    resolved.type = signature.result(resolved.operand_types);
    resolved.may_be_null = may_be_null;
    return resolved;
  }
  const bool count_known = std::ranges::any_of(signatures, [&](const Signature& s) { return count_fits(s, types.size()); });
  if (!count_known) return wrong_argument_count(name, counts_text(signatures));
  return cannot_apply(name, FunctionSyntax::kFunction, types, forms_text(name, signatures));
}

}  // namespace

ResultType always(DataType type) {
  return [type = std::move(type)](std::span<const DataType>) { return type; };
}

ResultType same_as(size_t argument) {
  return [argument](std::span<const DataType> types) {
    return types[argument].with_time_attribute(TimeAttribute::kNone);
  };
}

bool belongs_to(const DataType& type, Family family) {
  switch (family) {
    case Family::kAny:
      return true;
    case Family::kBoolean:
      return type.is(TypeRoot::kBoolean);
    case Family::kNumeric:
    case Family::kDouble:
      return type.is_numeric();
    case Family::kExactNumeric:
      return type.is_exact_numeric();
    case Family::kInteger:
      return type.is_integer();
    case Family::kCharacter:
    case Family::kSymbol:
      return type.is_character();
    case Family::kBinary:
      return type.is_binary();
    case Family::kBytes:
      return type.is_character() || type.is_binary();
    case Family::kDate:
      return type.is(TypeRoot::kDate);
    case Family::kTime:
      return type.is(TypeRoot::kTime);
    case Family::kTimestamp:
      return type.is_timestamp();
    case Family::kDatetime:
      return type.is_temporal();
    case Family::kInterval:
      return type.is_interval();
  }
  return false;
}

ScalarFunction make_function(std::string name, std::string help, std::vector<Signature> signatures,
                             ScalarFunction::MakeKernel make_kernel, FunctionTraits traits) {
  ScalarFunction function;
  function.internal_name = "$" + name + "$1";
  function.resolve = [name, signatures = std::move(signatures), may_be_null = traits.may_be_null](
                         std::span<const DataType> types, std::span<const Value* const>) {
    return resolve_by(name, signatures, may_be_null, types);
  };
  if (traits.null_handling == NullHandling::kKernel) {
    function.resolve = [inner = std::move(function.resolve), may_be_null = traits.may_be_null](
                           std::span<const DataType> types,
                           std::span<const Value* const> literals) -> Result<ResolvedCall> {
      ASSIGN_OR_RETURN(ResolvedCall resolved, inner(types, literals));
      resolved.type = resolved.type.with_nullable(may_be_null);
      return resolved;
    };
  }
  function.name = std::move(name);
  function.help = std::move(help);
  function.make_kernel = std::move(make_kernel);
  function.null_handling = traits.null_handling;
  function.determinism = traits.determinism;
  return function;
}

Status cannot_apply(std::string_view name, FunctionSyntax syntax, std::span<const DataType> types,
                    std::string_view supported_forms) {
  const auto bracketed = [](const DataType& type) { return "<" + type_digest(type, false) + ">"; };
  std::string call;
  switch (syntax) {
    case FunctionSyntax::kBinary:
      for (const DataType& type : types) {
        call += (&type == types.data() ? "" : " " + std::string(name) + " ") + bracketed(type);
      }
      break;
    case FunctionSyntax::kPrefix:
      call = std::string(name) + bracketed(types[0]);
      break;
    case FunctionSyntax::kPostfix:
      call = bracketed(types[0]) + " " + std::string(name);
      break;
    case FunctionSyntax::kFunction:
    case FunctionSyntax::kSpecial:
      call = std::string(name) + "(";
      for (const DataType& type : types) call += (&type == types.data() ? "" : ", ") + bracketed(type);
      call += ")";
      break;
  }
  return validation_error("Cannot apply '" + std::string(name) + "' to arguments of type '" + call +
                          "'. Supported form(s): " + std::string(supported_forms));
}

Status wrong_argument_count(std::string_view name, std::string_view expected) {
  return validation_error("Invalid number of arguments to function '" + std::string(name) + "'. Was expecting " +
                          std::string(expected) + " arguments");
}

Status invalid_call(std::string_view name, std::span<const DataType> types, std::string_view signature,
                    std::string_view cause) {
  std::string call = std::string(name) + "(";
  for (const DataType& type : types) call += (&type == types.data() ? "" : ", ") + type.to_short_string();
  std::string text = "Invalid function call:\n" + call + ")\nInvalid input arguments. Expected signatures are:\n" +
                     std::string(signature);
  if (!cause.empty()) text += "\n" + std::string(cause);
  return validation_error(text);
}

std::string_view literal_text_of(const Value* literal, const DataType& type) {
  if (literal == nullptr || literal->is_null() || !type.is_character()) return {};
  return literal->as_string();
}

std::string symbol_text(std::string_view operand, bool infix) {
  const size_t first = operand.find('\'');
  const size_t last = operand.rfind('\'');
  if (first == std::string_view::npos || last <= first) return std::string(operand);
  const std::string word(operand.substr(first + 1, last - first - 1));
  return infix ? word : "FLAG(" + word + ")";
}

}  // namespace eddyline::expression
