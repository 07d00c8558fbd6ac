#pragma once

#include "tests/operators/operator_families.hpp"

namespace eddyline::tests {

/// Settings of an interval join's script:
///
///   join: LEFT
///   left: k STRING, t ROWTIME, v BIGINT
///   right: k STRING, t ROWTIME, w BIGINT
///   on: k = k, v IS w              IS for IS NOT DISTINCT FROM; nothing for a join without key
///   time: t t                      left and right time column; both ROWTIME or both PROCTIME
///   bounds: -5 9                   left time - right time, in ms
///   condition: (< l.v r.w)         beyond keys and time; columns by l. and r.
///   early fire: 3 rowtime          delay in ms, rowtime or proctime
///   min cleanup: 10                ms
Result<OperatorUnderTest> make_interval_join_under_test(const Script& script);

}  // namespace eddyline::tests
