#pragma once

#include <string>
#include <vector>

#include "tests/operators/operator_driver.hpp"
#include "tests/operators/script.hpp"

namespace eddyline::tests {

using Lines = std::vector<std::string>;

/// The outputs under each event of the script in one mode.
Result<std::vector<Lines>> run_script(const Script& script, const DriverMode& mode);

}  // namespace eddyline::tests
