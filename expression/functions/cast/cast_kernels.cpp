#include "expression/functions/cast/cast_kernels.hpp"

namespace eddyline::expression {

Result<std::unique_ptr<Kernel>> make_cast_kernel(const CallSite& site, CastMode) {
  return not_supported("CAST from " + site.operand_types[0].to_string() + " to " + site.type.to_string());
}

}  // namespace eddyline::expression
