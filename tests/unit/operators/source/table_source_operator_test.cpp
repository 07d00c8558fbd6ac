#include "operators/source/table_source_operator.hpp"

#include "connectors/connector_registry.hpp"
#include "connectors/values/values_source.hpp"
#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

using Next = SourceProgress::Next;

class TableSourceOperatorTest : public OperatorTestBase {
 protected:
  TableSourceOperatorTest() { connectors::register_connectors(connectors_); }

  static std::unique_ptr<TableSourceOperator> make(std::shared_ptr<const connectors::TableSource> source) {
    auto splits = source->create_enumerator()->assign(Parallelism(1), nullptr);
    EXPECT_TRUE(splits.ok());
    return std::make_unique<TableSourceOperator>(std::move(source), splits->front());
  }

  connectors::ConnectorRegistry connectors_;
};

TEST_F(TableSourceOperatorTest, ReadsValuesToTheirEnd) {
  const auto rows = std::make_shared<connectors::ValuesSource::Rows>(
      connectors::ValuesSource::Rows{{Value::integer(1)}, {Value::null()}});
  auto source = make(std::make_shared<connectors::ValuesSource>(RowType{{"a", DataType::bigint()}}, rows));
  ASSERT_TRUE(source->open(surroundings_.context()).ok());
  Output output;
  const auto progress = source->read(output);
  ASSERT_TRUE(progress.ok());
  EXPECT_EQ(progress->next, Next::kEnd);
  EXPECT_EQ(rows_of(*output.take()), (std::vector<std::string>{"+I 1", "+I null"}));
}

TEST_F(TableSourceOperatorTest, PacedSourceIdlesUntilItsNextSecond) {
  connectors::TableDescription table{.name = "default_catalog.default_database.t",
                                     .columns = {{"id", DataType::bigint()}},
                                     .primary_key = {},
                                     .options = Configuration({{"connector", "datagen"},
                                                               {"rows-per-second", "1"},
                                                               {"fields.id.kind", "sequence"},
                                                               {"fields.id.start", "1"},
                                                               {"fields.id.end", "5"}}),
                                     .static_partition = {}};
  auto created = connectors_.create_source(table);
  ASSERT_TRUE(created.ok()) << created.status().to_string();
  auto source = make(*std::move(created));
  ASSERT_TRUE(source->open(surroundings_.context()).ok());
  for (const int64_t second : {0, 1, 2}) {
    surroundings_.clock().advance_to(ProcessingTime(second * 1000));
    Output output;
    const auto progress = source->read(output);
    ASSERT_TRUE(progress.ok());
    EXPECT_EQ(progress->next, Next::kIdle);
    EXPECT_EQ(progress->wake_at, ProcessingTime(second * 1000 + 1000));
    EXPECT_EQ(rows_of(*output.take()), std::vector<std::string>{"+I " + std::to_string(second + 1)});
  }
}

}  // namespace
}  // namespace eddyline::operators
