#pragma once

#include "tests/operators/operator_families.hpp"

namespace eddyline::tests {

/// A watermark assigner from the settings:
///
///   input: <columns>
///   rowtime: <column>
///   watermark: <expression>
///   interval: <ms>               200 without it
///   idle timeout: <ms>           never idle without it
Result<OperatorUnderTest> make_watermark_assigner_under_test(const Script& script);

}  // namespace eddyline::tests
