#pragma once

#include "operators/operator_registry.hpp"

namespace eddyline::sql_tests {

/// Lets the watermarks that a test feeds pass through watermark assigners, as if a row had made them; by itself an assigner
/// listens to nothing from above but the end. Watermarks still never fall.
void listen_to_fed_watermarks(operators::OperatorRegistry& registry);

}  // namespace eddyline::sql_tests
