#include "expression/functions/cast/cast_kernels.hpp"

namespace eddyline::expression {

Result<std::unique_ptr<Kernel>> make_cast_kernel(const CallSite& site, CastMode mode) {
  const DataType& from = site.operand_types[0];
  const DataType& to = site.type;
  if (to.is_character() || to.is_binary()) return make_cast_to_bytes(from, to, mode);
  if (to.is(TypeRoot::kBoolean)) return make_cast_to_boolean(from, mode);
  if (to.is(TypeRoot::kDecimal)) return make_cast_to_decimal(from, to, mode);
  if (to.is_temporal()) return make_cast_to_temporal(from, to, mode);
  if (to.is_numeric() || to.is_interval()) return make_cast_to_number(from, to, mode);
  return not_supported("CAST from " + from.to_string() + " to " + to.to_string());
}

}  // namespace eddyline::expression
