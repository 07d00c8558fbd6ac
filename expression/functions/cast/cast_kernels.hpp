#pragma once

#include <memory>

#include "expression/scalar_function.hpp"

namespace eddyline::expression {

/// What a value that cannot be converted becomes.
enum class CastMode : uint8_t {
  kStrict,  ///< CAST: an error of its row
  kTry,     ///< TRY_CAST: NULL
};

/// The kernel of CAST from site.operand_types[0] to site.type.
/// Errors   kNotSupported for pairs that pass the validator without having a kernel.
Result<std::unique_ptr<Kernel>> make_cast_kernel(const CallSite& site, CastMode mode);

// By target; each answers for the sources that check_castable() lets through.
Result<std::unique_ptr<Kernel>> make_cast_to_number(const DataType& from, const DataType& to, CastMode mode);
Result<std::unique_ptr<Kernel>> make_cast_to_decimal(const DataType& from, const DataType& to, CastMode mode);
Result<std::unique_ptr<Kernel>> make_cast_to_boolean(const DataType& from, CastMode mode);
Result<std::unique_ptr<Kernel>> make_cast_to_bytes(const DataType& from, const DataType& to, CastMode mode);
Result<std::unique_ptr<Kernel>> make_cast_to_temporal(const DataType& from, const DataType& to, CastMode mode);

}  // namespace eddyline::expression
