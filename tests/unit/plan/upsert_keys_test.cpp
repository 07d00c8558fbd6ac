#include "plan/join_upsert_keys.hpp"
#include "tests/unit/plan/plan_test_base.hpp"

namespace eddyline::plan {
namespace {

using Keys = std::vector<ColumnSet>;

class UpsertKeysTest : public PlanTestBase {};

TEST_F(UpsertKeysTest, OfATableAreItsPrimaryKey) {
  EXPECT_EQ(scan("t")->upsert_keys, Keys{});
  EXPECT_EQ(scan("t", {1, 0})->upsert_keys, (Keys{{0, 1}}));
}

TEST_F(UpsertKeysTest, GoWithTheirColumnsThroughACalc) {
  auto node = calc(scan("t", {1}));
  node->projection = {node->projection[2], node->projection[1]};
  EXPECT_EQ(node->derived_upsert_keys(), (Keys{{1}}));
  node->projection.pop_back();
  EXPECT_EQ(node->derived_upsert_keys(), Keys{});
}

TEST_F(UpsertKeysTest, SurviveAnExchangeByPartOfThem) {
  EXPECT_EQ(exchange(scan("t", {0, 1}), Distribution::hash({0}))->upsert_keys, (Keys{{0, 1}}));
  EXPECT_EQ(exchange(scan("t", {0}), Distribution::hash({1}))->upsert_keys, Keys{});
  EXPECT_EQ(exchange(scan("t", {0}), Distribution::singleton())->upsert_keys, (Keys{{0}}));
}

TEST_F(UpsertKeysTest, OfAnAggregateAreItsGroups) {
  EXPECT_EQ(grouped(scan("t"))->upsert_keys, (Keys{{0}}));
  auto global = grouped(scan("t"));
  global->grouping.clear();
  EXPECT_EQ(global->derived_upsert_keys(), (Keys{{}}));
}

TEST_F(UpsertKeysTest, OfAUnionAreUnknown) {
  EXPECT_EQ(all_of({scan("a", {0}), scan("b", {0})})->upsert_keys, Keys{});
}

TEST_F(UpsertKeysTest, OfAJoinCombineBothSides) {
  JoinSpec spec;
  spec.left_keys = {0};
  spec.right_keys = {0};
  EXPECT_EQ(join_upsert_keys(spec, *scan("a"), *scan("b")), Keys{});
  EXPECT_EQ(join_upsert_keys(spec, *scan("a", {0, 1}), *scan("b", {0, 2})), (Keys{{0, 1, 3, 5}}));
  // At most one row of b for each of a.
  EXPECT_EQ(join_upsert_keys(spec, *scan("a", {0, 1}), *scan("b", {0})), (Keys{{0, 1}, {0, 1, 3}}));
  spec.type = JoinType::kRight;
  EXPECT_EQ(join_upsert_keys(spec, *scan("a", {0, 1}), *scan("b", {0})), (Keys{{0, 1, 3}}));
}

}  // namespace
}  // namespace eddyline::plan
