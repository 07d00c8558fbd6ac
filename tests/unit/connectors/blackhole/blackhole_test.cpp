#include "tests/unit/connectors/connector_test_base.hpp"

namespace eddyline::connectors {
namespace {

using BlackholeTest = ConnectorTestBase;

TEST_F(BlackholeTest, TakesAllKindsButNeedsNoOldRows) {
  const auto sink = registry_.create_sink(table({{"id", DataType::bigint()}}, {{"connector", "blackhole"}}));
  ASSERT_TRUE(sink.ok()) << sink.status().to_string();
  EXPECT_EQ((*sink)->changelog_mode(ChangelogMode::all()), ChangelogMode::upsert());
  EXPECT_EQ((*sink)->changelog_mode(ChangelogMode::insert_only()), ChangelogMode::insert_only());
  auto writer = (*sink)->create_writer({});
  ASSERT_TRUE(writer.ok());
  EXPECT_TRUE((*writer)->write(Batch({Value::integer(1).to_constant(DataType::bigint(), 3)}, 3)).ok());
  EXPECT_TRUE((*writer)->flush().ok());
}

}  // namespace
}  // namespace eddyline::connectors
