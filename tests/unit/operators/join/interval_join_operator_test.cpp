#include "operators/join/interval_join_operator.hpp"

#include "state/hashmap/hashmap_state_backend.hpp"
#include "tests/unit/operators/join/failing_rows.hpp"
#include "tests/unit/operators/join/interval_join_test_base.hpp"

namespace eddyline::operators {
namespace {

using plan::JoinType;

/// A whole join on state of which one access fails.
class IntervalJoinOperatorTest : public IntervalJoinTestBase {
 protected:
  void open(RowAccess failing) {
    join_.reset();
    failing_.emplace(memory_state_, failing);
    failing_surroundings_.emplace(tests::OperatorSurroundings::Options{.states = &*failing_});
    const RowType row{{"k", DataType::bigint()}, {"t", DataType::bigint()}};
    join_ = make_interval_join({spec(JoinType::kFull, 5, 5), row, row}).value();
    ASSERT_TRUE(join_->open(failing_surroundings_->context()).ok());
  }

  /// The error of a row on each side and of the watermark that closes their windows.
  Status run() {
    for (const size_t input : {size_t{0}, size_t{1}}) {
      Output output;
      RETURN_IF_ERROR(join_->on_batch(input, batch({{1}, {100}}), output).status());
    }
    Output output;
    return join_->on_watermark(EventTime(1000), output).status();
  }

  state::HashmapStateBackend memory_state_;
  std::optional<FailingStateBackend> failing_;
  std::optional<tests::OperatorSurroundings> failing_surroundings_;
  std::unique_ptr<Operator> join_;
};

TEST_F(IntervalJoinOperatorTest, ErrorsOfItsStateAreItsOwn) {
  for (const RowAccess access : {RowAccess::kFind, RowAccess::kAddFlags, RowAccess::kTakeDue, RowAccess::kExpire}) {
    SCOPED_TRACE(static_cast<int>(access));
    open(access);
    EXPECT_EQ(run().code(), ErrorCode::kIoError);
  }
}

}  // namespace
}  // namespace eddyline::operators
