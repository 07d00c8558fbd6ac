#include <cmath>

#include "common/text/number_text.hpp"
#include "expression/functions/cast/cast_kernels.hpp"
#include "expression/functions/cast/number_parsing.hpp"
#include "expression/functions/kernel/decimal.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/vector_kernel.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

template <class From, class To>
struct Widen {
  static To apply(From value) { return static_cast<To>(value); }
};

/// Numbers that do not fit are NULL; only text fails.
template <class From, class To>
std::unique_ptr<Kernel> from_exact(int32_t from_scale, const DataType& to) {
  const int32_t digits = to.scale() - from_scale;
  return row_kernel<From>([digits, precision = to.precision()](ResultCell cell, From value) {
    int128_t result = 0;
    if (rescale_decimal(value, digits, precision, result)) {
      cell.set(static_cast<To>(result));
    } else {
      cell.set_null();
    }
  });
}

/// Through the shortest text, as BigDecimal.valueOf does.
template <class From, class To>
std::unique_ptr<Kernel> from_real(const DataType& to, CastMode mode) {
  return row_kernel<From>([precision = to.precision(), scale = to.scale(), mode](ResultCell cell, From value) {
    if (!std::isfinite(value)) {
      if (mode == CastMode::kTry) return cell.set_null();
      return cell.fail(data_error("Infinite or NaN"));
    }
    char buffer[kLongestReal];
    char* const end = write_double(buffer, value);
    int128_t result = 0;
    const NumberFault fault = parse_decimal_text({buffer, static_cast<size_t>(end - buffer)}, precision, scale, result);
    if (fault == NumberFault::kNone) {
      cell.set(static_cast<To>(result));
    } else {
      cell.set_null();
    }
  });
}

template <class To>
std::unique_ptr<Kernel> from_decimal_text(const DataType& to, CastMode mode) {
  return row_kernel<std::string_view>(
      [precision = to.precision(), scale = to.scale(), mode](ResultCell cell, std::string_view text) {
        int128_t result = 0;
        const NumberFault fault = parse_decimal_text(text, precision, scale, result);
        if (fault == NumberFault::kNone) {
          cell.set(static_cast<To>(result));
        } else if (mode == CastMode::kTry) {
          cell.set_null();
        } else {
          cell.fail(number_error(text, NumberFault::kOverflow));
        }
      });
}

template <class From, class To>
std::unique_ptr<Kernel> from_whole(const DataType& from, const DataType& to) {
  // Every value of the source fits and keeps its digits: nothing to check.
  if (to.scale() == 0 && from.is_integer() && to.precision() >= exact_decimal_of(from).precision()) {
    return unary_kernel<From, To, Widen<From, To>>();
  }
  return from_exact<From, To>(0, to);
}

template <class To>
Result<std::unique_ptr<Kernel>> cast_to(const DataType& from, const DataType& to, CastMode mode) {
  if (from.is_character()) return from_decimal_text<To>(to, mode);
  const int32_t scale = from.is(TypeRoot::kDecimal) ? from.scale() : 0;
  switch (from.physical_type()) {
    case PhysicalType::kBool:
      return from_exact<uint8_t, To>(0, to);
    case PhysicalType::kInt8:
      return from_whole<int8_t, To>(from, to);
    case PhysicalType::kInt16:
      return from_whole<int16_t, To>(from, to);
    case PhysicalType::kInt32:
      return from_whole<int32_t, To>(from, to);
    case PhysicalType::kInt64:
      if (from.is(TypeRoot::kBigint)) return from_whole<int64_t, To>(from, to);
      return from_exact<int64_t, To>(scale, to);
    case PhysicalType::kInt128:
      return from_exact<int128_t, To>(scale, to);
    case PhysicalType::kFloat:
      return from_real<float, To>(to, mode);
    case PhysicalType::kDouble:
      return from_real<double, To>(to, mode);
    default:
      return not_supported("CAST from " + from.to_string() + " to DECIMAL");
  }
}

}  // namespace

Result<std::unique_ptr<Kernel>> make_cast_to_decimal(const DataType& from, const DataType& to, CastMode mode) {
  if (to.physical_type() == PhysicalType::kInt128) return cast_to<int128_t>(from, to, mode);
  return cast_to<int64_t>(from, to, mode);
}

}  // namespace eddyline::expression
