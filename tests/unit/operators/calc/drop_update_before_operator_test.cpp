#include "operators/calc/drop_update_before_operator.hpp"

#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

using DropUpdateBeforeTest = OperatorTestBase;
using enum RowKind;

TEST_F(DropUpdateBeforeTest, LeavesOutOldRowsOnly) {
  DropUpdateBeforeOperator drop;
  EXPECT_EQ(feed(drop, batch({{1, 1, 2, 2}}, {kInsert, kUpdateBefore, kUpdateAfter, kDelete})),
            (std::vector<std::string>{"+I 1", "+U 2", "-D 2"}));
  EXPECT_EQ(feed(drop, batch({{3}})), std::vector<std::string>{"+I 3"});
  EXPECT_EQ(feed(drop, batch({{3}}, {kUpdateBefore})), std::vector<std::string>());
}

}  // namespace
}  // namespace eddyline::operators
