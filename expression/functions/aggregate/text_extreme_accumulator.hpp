#pragma once

#include <memory>

#include "expression/functions/aggregate/extreme_accumulator.hpp"

namespace eddyline::expression {

/// MIN or MAX of texts, compared byte by byte.
std::unique_ptr<Accumulator> make_text_extreme(Extreme extreme, const DataType& type, bool retracting);

}  // namespace eddyline::expression
