#pragma once

#include "tests/operators/operator_families.hpp"

namespace eddyline::tests {

/// Settings of a group aggregate's script:
///
///   input: k STRING, v BIGINT NOT NULL, f BOOLEAN
///   group by: k                  columns; empty: one group
///   calls: SUM v; COUNT *; COUNT DISTINCT v FILTER f
///   updates: both | after        -U and +U, or +U alone (both)
///   retracting: yes | no         (yes)
///   ttl: milliseconds            (0)
Result<OperatorUnderTest> make_group_aggregate_under_test(const Script& script);


}  // namespace eddyline::tests
