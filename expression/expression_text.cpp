#include "expression/expression.hpp"

#include <algorithm>
#include <charconv>

#include "common/base/check.hpp"
#include "common/text/number_text.hpp"
#include "common/text/value_text.hpp"
#include "expression/function_registry.hpp"
#include "expression/literal_text.hpp"
#include "expression/scalar_function.hpp"
#include "expression/type_inference.hpp"

// Texts of expressions as Flink's EXPLAIN prints them: the digests of Calcite in physical plans, a plainer form in
// execution plans.
namespace eddyline::expression {
namespace {

std::string quoted(std::string_view text, bool doubled) {
  std::string result = "'";
  for (const char character : text) {
    result += character;
    if (character == '\'' && doubled) result += '\'';
  }
  return result + "'";
}

std::string hex_literal(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "X'";
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += kDigits[value >> 4];
    text += kDigits[value & 15];
  }
  return text + "'";
}

/// "1.5E0": the shortest digits, one before the point.
std::string scientific(double value, bool narrow) {
  char buffer[kLongestReal];
  char* const end = narrow ? write_float(buffer, static_cast<float>(value)) : write_double(buffer, value);
  std::string_view text(buffer, static_cast<size_t>(end - buffer));
  if (text.find_first_of("NI") != std::string_view::npos) return std::string(text);
  std::string sign;
  if (text.front() == '-') {
    sign = "-";
    text.remove_prefix(1);
  }
  int exponent = 0;
  if (const size_t mark = text.find('E'); mark != std::string_view::npos) {
    std::from_chars(text.data() + mark + 1, text.data() + text.size(), exponent);
    text = text.substr(0, mark);
  }
  const size_t point = text.find('.');
  std::string digits = std::string(text.substr(0, point)) + std::string(text.substr(point + 1));
  exponent += static_cast<int>(point) - 1;
  const size_t first = digits.find_first_not_of('0');
  if (first == std::string::npos) return sign + "0E0";
  exponent -= static_cast<int>(first);
  digits = digits.substr(first, digits.find_last_not_of('0') - first + 1);
  if (digits.size() > 1) digits.insert(1, ".");
  return sign + digits + "E" + std::to_string(exponent);
}

/// A fraction of a second shows only the digits it has.
std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::string bare_literal_text(const Value& value, const DataType& type, PrintStyle style) {
  if (value.is_null()) return "null";
  const bool prefix = style != PrintStyle::kInfix;
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return value.as_boolean() ? "true" : "false";
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
      return scientific(value.as_real(), type.is(TypeRoot::kFloat));
    case TypeRoot::kChar:
    case TypeRoot::kVarchar:
      return (prefix ? "_UTF-16LE" : "") + quoted(value.as_string(), prefix);
    case TypeRoot::kBinary:
    case TypeRoot::kVarbinary:
      return hex_literal(value.as_string());
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      return eddyline::to_string(value.as_integer());
    case TypeRoot::kTime:
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return without_trailing_zeros(text_of(value, type, TextStyle::kDisplay));
    default:
      return text_of(value, type, TextStyle::kCast);
  }
}

bool literal_prints_type(const Value& value, const DataType& type) {
  if (value.is_null()) return true;
  switch (type.root()) {
    case TypeRoot::kBoolean:
    case TypeRoot::kInteger:
    case TypeRoot::kDate:
      return false;
    case TypeRoot::kChar: {
      size_t characters = 0;
      for (const char byte : value.as_string()) characters += (byte & 0xc0) != 0x80 ? 1 : 0;
      return characters != static_cast<size_t>(type.length());
    }
    case TypeRoot::kTime:
    case TypeRoot::kTimestamp:
      return type.precision() != 0;
    default:
      return true;
  }
}

namespace {

std::string literal_text(const Value& value, const DataType& type, PrintStyle style) {
  const bool prefix = style != PrintStyle::kInfix;
  // Text that was widened to its neighbour's type stands in the tree as it was written.
  const bool widened =
      style == PrintStyle::kLogical && !value.is_null() && type.is(TypeRoot::kVarchar) && type.length() == kMaxLength;
  const bool with_type = prefix ? literal_prints_type(value, type) && !widened : value.is_null() || type.is_interval();
  std::string text = bare_literal_text(value, type, style);
  if (with_type) text += ":" + type_digest(type, prefix);
  return text;
}

std::string joined(std::span<const std::string> parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != parts.data()) text += separator;
    text += part;
  }
  return text;
}

/// Functions that SQL writes without brackets, which the tree keeps.
bool is_written_bare(std::string_view name) {
  constexpr std::string_view kNames[] = {"CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME",
                                         "LOCALTIMESTAMP"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

/// What the abstract syntax tree writes in another way than the physical plan; empty for the rest.
std::string logical_call_text(const Expression& call, std::span<const std::string> operands) {
  if (call.is_call_of(kCastName)) {
    return "CAST(" + operands[0] + "):" + type_digest(call.type(), true) + (call.type().nullable() ? "" : " NOT NULL");
  }
  if (call.is_call_of(kTryCastName)) return "TRY_CAST(" + operands[0] + ")";
  return is_written_bare(call.function().name) ? call.function().name : "";
}

std::string call_text(const Expression& call, std::span<const std::string> operands, PrintStyle style) {
  const ScalarFunction& function = call.function();
  const bool infix = style == PrintStyle::kInfix;
  if (style == PrintStyle::kLogical) {
    if (std::string text = logical_call_text(call, operands); !text.empty()) return text;
  }
  if (function.print != nullptr) return function.print(call, operands, infix);
  const std::string& name = function.print_name.empty() ? function.name : function.print_name;
  if (infix && function.syntax == FunctionSyntax::kBinary) return "(" + joined(operands, " " + name + " ") + ")";
  if (infix && function.syntax == FunctionSyntax::kPostfix) return operands[0] + " " + name;
  return name + "(" + joined(operands, ", ") + ")";
}

/// In the tree, a literal beside an operand of its own type goes without it: =($2, 1) where $2 is BIGINT.
/// Source   RexCall.appendOperands.
bool has_type_of_neighbour(const Expression& call, size_t place) {
  constexpr std::string_view kNames[] = {operators::kEqual,        operators::kNotEqual,       operators::kLess,
                                         operators::kLessOrEqual,  operators::kGreater,        operators::kGreaterOrEqual,
                                         operators::kPlus,         operators::kMinus,          operators::kMultiply,
                                         operators::kDivide};
  if (call.operands().size() != 2 || std::ranges::find(kNames, call.function().name) == std::end(kNames)) return false;
  const Expression& literal = *call.operands()[place];
  const Expression& other = *call.operands()[1 - place];
  return literal.is_literal() && !other.is_literal() && literal.type().same_shape(other.type());
}

std::string operand_text(const Expression& call, size_t place, std::span<const std::string> names, PrintStyle style) {
  const Expression& operand = *call.operands()[place];
  if (style == PrintStyle::kLogical && has_type_of_neighbour(call, place)) {
    return bare_literal_text(operand.value(), operand.type(), style);
  }
  return to_string(operand, names, style);
}

}  // namespace

std::string to_string(const Expression& expression, std::span<const std::string> names, PrintStyle style) {
  switch (expression.kind()) {
    case Expression::Kind::kInputRef:
      if (names.empty()) return "$" + std::to_string(expression.index());
      CHECK(expression.index() < names.size()) << "column " << expression.index() << " of " << names.size();
      return names[expression.index()];
    case Expression::Kind::kLiteral:
      return literal_text(expression.value(), expression.type(), style);
    case Expression::Kind::kCall:
      break;
  }
  std::vector<std::string> operands;
  operands.reserve(expression.operands().size());
  for (size_t place = 0; place < expression.operands().size(); ++place) {
    operands.push_back(operand_text(expression, place, names, style));
  }
  return call_text(expression, operands, style);
}

}  // namespace eddyline::expression
