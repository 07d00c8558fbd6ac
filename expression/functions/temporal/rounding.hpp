#pragma once

#include <memory>

#include "expression/functions/temporal/time_unit.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {

/// FLOOR(time TO unit) and CEIL(time TO unit) for DATE, TIME and timestamps; TIMESTAMP_LTZ in the session time zone.
Result<std::unique_ptr<Kernel>> make_temporal_rounding(const DataType& type, TimeUnit unit, bool up);

}  // namespace eddyline::expression
