#include "operators/sink/sink_operator.hpp"

#include "connectors/connector_registry.hpp"
#include "tests/unit/operators/operator_test_base.hpp"

namespace eddyline::operators {
namespace {

class SinkOperatorTest : public OperatorTestBase {
 protected:
  SinkOperatorTest() { connectors::register_connectors(connectors_); }

  std::unique_ptr<SinkOperator> open_print(NotNullEnforcer mode) {
    const RowType columns{{"a", DataType::bigint()}, {"b", DataType::bigint().not_null()}};
    connectors::TableDescription table{.name = "default_catalog.default_database.t",
                                       .columns = columns,
                                       .primary_key = {},
                                       .options = Configuration(Configuration::Entries{{"connector", "print"}}),
                                       .static_partition = {}};
    auto sink = connectors_.create_sink(table);
    EXPECT_TRUE(sink.ok());
    auto made = std::make_unique<SinkOperator>(*std::move(sink), NotNullEnforcement(columns, mode),
                                               SinkOperator::Outputs{&out_, &error_});
    EXPECT_TRUE(made->open(surroundings_.context()).ok());
    return made;
  }

  connectors::ConnectorRegistry connectors_;
  CapturedText out_;
  CapturedText error_;
};

TEST_F(SinkOperatorTest, WritesRowsWithTheirKinds) {
  auto sink = open_print(NotNullEnforcer::kError);
  feed(*sink, batch({{1, kMissing}, {2, 3}}, {RowKind::kInsert, RowKind::kDelete}));
  ASSERT_TRUE(sink->on_input_empty().ok());
  EXPECT_EQ(out_.text, "+I[1, 2]\n-D[null, 3]\n");
}

TEST_F(SinkOperatorTest, NullInANotNullColumnFailsBehindTheRowsBeforeIt) {
  auto sink = open_print(NotNullEnforcer::kError);
  Output output;
  const auto result = sink->on_batch(0, batch({{1, 2, 3, 4}, {5, 6, kMissing, 8}}), output);
  EXPECT_EQ(out_.text, "+I[1, 5]\n+I[2, 6]\n");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().message(),
            "Column 'b' is NOT NULL, however, a null value is being written into it. You can set job configuration "
            "'table.exec.sink.not-null-enforcer'='DROP' to suppress this exception and drop such records silently.");
}

TEST_F(SinkOperatorTest, NullInANotNullColumnIsDropped) {
  auto sink = open_print(NotNullEnforcer::kDrop);
  feed(*sink, batch({{1, 2, 3}, {4, kMissing, 6}}));
  ASSERT_TRUE(sink->on_input_empty().ok());
  EXPECT_EQ(out_.text, "+I[1, 4]\n+I[3, 6]\n");
}

}  // namespace
}  // namespace eddyline::operators
