#pragma once

#include "tests/operators/operator_families.hpp"

namespace eddyline::tests {

/// A calc from the settings:
///
///   input: <columns>
///   output: <columns>            names and types of what comes out
///   select: <expression>; ...    one an output column
///   where: <expression>          none: every row
Result<OperatorUnderTest> make_calc_under_test(const Script& script);

}  // namespace eddyline::tests
