// FLOOR, CEIL, ROUND, TRUNCATE, ABS, SIGN; FLOOR and CEIL also of points in time.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "expression/functions/kernel/decimal.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/vector_kernel.hpp"
#include "expression/functions/temporal/rounding.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

enum class Rounding : uint8_t { kFloor, kCeil, kHalfUp, kTruncate };

/// value / 10^digits in a direction.
int128_t divide_rounded(int128_t value, int32_t digits, Rounding rounding) {
  if (digits <= 0) return value;
  if (digits > 38) return 0;
  if (rounding == Rounding::kHalfUp) return divide_half_up(value, digits);
  const int128_t divisor = power_of_ten(digits);
  const int128_t quotient = value / divisor;
  const int128_t rest = value % divisor;
  if (rounding == Rounding::kFloor && rest < 0) return quotient - 1;
  if (rounding == Rounding::kCeil && rest > 0) return quotient + 1;
  return quotient;
}

/// Keeps `kept` digits behind the point of a value of `scale` digits, and brings it to the result's scale.
bool round_decimal(int128_t value, int32_t scale, int64_t kept, Rounding rounding, const DataType& to, int128_t& result) {
  const auto digits = static_cast<int32_t>(std::clamp<int64_t>(kept, -39, 39));
  if (digits >= scale) return rescale_decimal(value, to.scale() - scale, to.precision(), result);
  const int128_t rounded = divide_rounded(value, scale - digits, rounding);
  return rescale_decimal(rounded, to.scale() - digits, to.precision(), result);
}

/// Rounds what the real prints as, as BigDecimal.valueOf does: 1.255 to two digits is 1.26 though the double lies below.
template <class T>
T round_real(T value, int64_t digits, Rounding rounding) {
  if (rounding == Rounding::kFloor) return std::floor(value);
  if (rounding == Rounding::kCeil) return std::ceil(value);
  if (!std::isfinite(value) || value == 0) return value;
  char text[48];
  const char* const end = std::to_chars(text, text + sizeof(text), std::fabs(value), std::chars_format::scientific).ptr;
  uint64_t mantissa = 0;
  int64_t fraction = -1;
  const char* at = text;
  for (; *at != 'e'; ++at) {
    if (*at == '.') {
      fraction = 0;
      continue;
    }
    mantissa = mantissa * 10 + static_cast<uint64_t>(*at - '0');
    if (fraction >= 0) ++fraction;
  }
  int64_t exponent = 0;
  std::from_chars(at + (at[1] == '+' ? 2 : 1), end, exponent);
  exponent -= std::max<int64_t>(fraction, 0);
  const int64_t dropped = -(exponent + digits);
  if (dropped <= 0) return value;
  const auto places = static_cast<int32_t>(std::min<int64_t>(dropped, 39));
  const auto kept = static_cast<int64_t>(divide_rounded(static_cast<int128_t>(mantissa), places, rounding));
  char* out = std::to_chars(text, text + sizeof(text), kept).ptr;
  *out++ = 'e';
  out = std::to_chars(out, text + sizeof(text), -digits).ptr;
  T rounded = 0;
  std::from_chars(text, out, rounded);
  return std::copysign(rounded, value);
}

template <class T>
T round_integer(T value, int64_t digits, Rounding rounding) {
  if (digits >= 0) return value;
  if (digits < -38) return 0;
  const auto places = static_cast<int32_t>(-digits);
  return static_cast<T>(divide_rounded(value, places, rounding) * power_of_ten(places));
}

/// The kernel of one numeric type; the digits are the second argument where there is one.
template <class In, class Out, class Round>
std::unique_ptr<Kernel> rounding_kernel(const CallSite& site, Round round) {
  if (site.operand_types.size() == 1) {
    return row_kernel<In>([round](ResultCell cell, In value) { round(cell, value, 0); });
  }
  return row_kernel<In, int64_t>([round](ResultCell cell, In value, int64_t digits) { round(cell, value, digits); });
}

template <class In, class Out>
std::unique_ptr<Kernel> decimal_kernel(const CallSite& site, Rounding rounding) {
  const int32_t scale = site.operand_types[0].scale();
  return rounding_kernel<In, Out>(site, [scale, rounding, to = site.type](ResultCell& cell, In value, int64_t digits) {
    int128_t result = 0;
    if (!round_decimal(value, scale, digits, rounding, to, result)) return cell.set_null();
    cell.set(static_cast<Out>(result));
  });
}

Result<std::unique_ptr<Kernel>> make_number_rounding(const CallSite& site, Rounding rounding) {
  const DataType& type = site.operand_types[0];
  if (type.is(TypeRoot::kDecimal)) {
    const bool wide = type.physical_type() == PhysicalType::kInt128;
    if (site.type.physical_type() == PhysicalType::kInt128) {
      return wide ? decimal_kernel<int128_t, int128_t>(site, rounding) : decimal_kernel<int64_t, int128_t>(site, rounding);
    }
    return wide ? decimal_kernel<int128_t, int64_t>(site, rounding) : decimal_kernel<int64_t, int64_t>(site, rounding);
  }
  return visit_physical(type.physical_type(), [&](auto tag) -> Result<std::unique_ptr<Kernel>> {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_floating_point_v<T>) {
      return rounding_kernel<T, T>(site, [rounding](ResultCell& cell, T value, int64_t digits) {
        cell.set(round_real(value, digits, rounding));
      });
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, uint8_t>) {
      return rounding_kernel<T, T>(site, [rounding](ResultCell& cell, T value, int64_t digits) {
        cell.set(round_integer(value, digits, rounding));
      });
    } else {
      return not_supported("rounding of this type");
    }
  });
}

constexpr std::string_view floor_forms(bool up) {
  return up ? "'CEIL(<NUMERIC>)'\n'CEIL(<DATETIME_INTERVAL>)'\n'CEIL(<DATE> TO <TIME_UNIT>)'\n'CEIL(<TIME> TO "
              "<TIME_UNIT>)'\n'CEIL(<TIMESTAMP> TO <TIME_UNIT>)'"
            : "'FLOOR(<NUMERIC>)'\n'FLOOR(<DATETIME_INTERVAL>)'\n'FLOOR(<DATE> TO <TIME_UNIT>)'\n'FLOOR(<TIME> TO "
              "<TIME_UNIT>)'\n'FLOOR(<TIMESTAMP> TO <TIME_UNIT>)'";
}

Result<ResolvedCall> resolve_floor(bool up, std::span<const DataType> types, std::span<const Value* const> literals) {
  const std::string name = up ? "CEIL" : "FLOOR";
  if (types.empty() || types.size() > 2) return wrong_argument_count(name, "1 or 2");
  const DataType type = types[0].is(TypeRoot::kNull) ? DataType::integer() : types[0];
  if (types.size() == 1 && type.is_numeric()) {
    return ResolvedCall{{type}, type.is(TypeRoot::kDecimal) ? DataType::decimal(type.precision(), 0) : type};
  }
  if (types.size() == 2 && type.is_temporal() && types[1].is_character()) {
    RETURN_IF_ERROR(time_unit_of(literal_text_of(literals[1], types[1])).status());
    return ResolvedCall{{type, types[1]}, type.with_time_attribute(TimeAttribute::kNone)};
  }
  return cannot_apply(name, FunctionSyntax::kFunction, types, floor_forms(up));
}

void add_floor(FunctionRegistry& registry, bool up) {
  ScalarFunction function;
  function.name = up ? "CEIL" : "FLOOR";
  function.internal_name = "$" + function.name + "$1";
  function.resolve = [up](std::span<const DataType> types, std::span<const Value* const> literals) {
    return resolve_floor(up, types, literals);
  };
  function.make_kernel = [up](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
    if (site.operand_types.size() == 1) return make_number_rounding(site, up ? Rounding::kCeil : Rounding::kFloor);
    ASSIGN_OR_RETURN(const TimeUnit unit, time_unit_of(literal_text_of(site.literals[1], site.operand_types[1])));
    return make_temporal_rounding(site.operand_types[0], unit, up);
  };
  function.print = [name = function.name](const Expression&, std::span<const std::string> operands, bool infix) {
    if (operands.size() == 1) return name + "(" + operands[0] + ")";
    return name + "(" + operands[0] + ", " + symbol_text(operands[1], infix) + ")";
  };
  function.help = up ? "Rounds up to a whole number or to a unit of time." : "Rounds down to a whole number or to a unit of time.";
  registry.add(std::move(function));
}

/// DECIMAL(p, s) rounded to r digits.
DataType rounded_type(const DataType& type, std::optional<int64_t> digits) {
  if (!type.is(TypeRoot::kDecimal) || !digits) return type;
  if (*digits >= type.scale()) return type;
  const auto kept = static_cast<int32_t>(std::max<int64_t>(*digits, 0));
  return adjusted_decimal(1 + type.precision() - type.scale() + kept, kept);
}

Result<ResolvedCall> resolve_round(const std::string& name, std::span<const DataType> types,
                                   std::span<const Value* const> literals) {
  if (types.empty() || types.size() > 2) return wrong_argument_count(name, "1 or 2");
  const DataType type = types[0].is(TypeRoot::kNull) ? DataType::integer() : types[0];
  const bool digits = types.size() == 1 || types[1].is_integer() || types[1].is(TypeRoot::kNull);
  if (!type.is_numeric() || !digits) {
    return cannot_apply(name, FunctionSyntax::kFunction, types, "'" + name + "(<NUMERIC>, <INTEGER>)'\n'" + name + "(<NUMERIC>)'");
  }
  std::optional<int64_t> kept;
  if (types.size() == 1) kept = 0;
  if (types.size() == 2 && literals[1] != nullptr && !literals[1]->is_null()) {
    kept = static_cast<int64_t>(literals[1]->as_integer());
  }
  ResolvedCall resolved{{type}, rounded_type(type, kept)};
  if (types.size() == 2) resolved.operand_types.push_back(DataType::bigint());
  return resolved;
}

void add_round(FunctionRegistry& registry, std::string name, Rounding rounding, std::string help) {
  ScalarFunction function;
  function.name = name;
  function.internal_name = "$" + name + "$1";
  function.resolve = [name](std::span<const DataType> types, std::span<const Value* const> literals) {
    return resolve_round(name, types, literals);
  };
  function.make_kernel = [rounding](const CallSite& site) { return make_number_rounding(site, rounding); };
  function.help = std::move(help);
  registry.add(std::move(function));
}

struct Absolute {
  template <class T>
  static T apply(T value) {
    if constexpr (std::is_floating_point_v<T>) return std::fabs(value);
    else if constexpr (sizeof(T) == 16) return value < 0 ? -value : value;
    else return value < 0 ? static_cast<T>(uint64_t{0} - static_cast<uint64_t>(value)) : value;
  }
};
struct Sign {
  template <class T>
  static T apply(T value) {
    if constexpr (std::is_floating_point_v<T>) return value > 0 ? T{1} : (value < 0 ? T{-1} : value);
    else return static_cast<T>(value > 0 ? 1 : (value < 0 ? -1 : 0));
  }
};

template <class Operation>
Result<std::unique_ptr<Kernel>> make_numeric_kernel(const CallSite& site) {
  return visit_physical(site.type.physical_type(), [](auto tag) -> Result<std::unique_ptr<Kernel>> {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, StringView> || std::is_same_v<T, uint8_t>) return not_supported("this function of this type");
    else return unary_kernel<T, T, Operation>();
  });
}

/// SIGN(DECIMAL) keeps the type: -1.0.
Result<std::unique_ptr<Kernel>> make_sign(const CallSite& site) {
  if (!site.type.is(TypeRoot::kDecimal)) return make_numeric_kernel<Sign>(site);
  const int128_t one = power_of_ten(site.type.scale());
  const auto sign = [one](int128_t value) { return value > 0 ? one : (value < 0 ? -one : 0); };
  if (site.type.physical_type() == PhysicalType::kInt128) {
    return row_kernel<int128_t>([sign](ResultCell cell, int128_t value) { cell.set(sign(value)); });
  }
  return row_kernel<int64_t>([sign](ResultCell cell, int64_t value) { cell.set(static_cast<int64_t>(sign(value))); });
}

}  // namespace

void register_rounding(FunctionRegistry& registry);
void register_rounding(FunctionRegistry& registry) {
  add_floor(registry, false);
  add_floor(registry, true);
  registry.add_alias("CEILING", "CEIL");
  add_round(registry, "ROUND", Rounding::kHalfUp, "Rounds to a number of digits, halves away from zero.");
  add_round(registry, "TRUNCATE", Rounding::kTruncate, "Cuts to a number of digits.");
  registry.add(make_function("ABS", "The value without sign.",
                             {{{Family::kNumeric}, same_as(0)}, {{Family::kInterval}, same_as(0)}},
                             make_numeric_kernel<Absolute>));
  registry.add(make_function("SIGN", "-1, 0 or 1.", {{{Family::kNumeric}, same_as(0)}}, make_sign));
}

}  // namespace eddyline::expression
