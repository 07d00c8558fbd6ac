#include "connectors/connector_registry.hpp"

#include "tests/unit/connectors/connector_test_base.hpp"

namespace eddyline::connectors {
namespace {

class ConnectorRegistryTest : public ConnectorTestBase {
 protected:
  std::string source_error(Configuration::Entries options) const {
    const auto source = registry_.create_source(table({{"id", DataType::bigint()}}, std::move(options)));
    return source.ok() ? "" : source.status().message();
  }
  std::string sink_error(Configuration::Entries options) const {
    const auto sink = registry_.create_sink(table({{"id", DataType::bigint()}}, std::move(options)));
    return sink.ok() ? "" : sink.status().message();
  }
};

TEST_F(ConnectorRegistryTest, MissingConnectorIsReportedWithTheTable) {
  EXPECT_EQ(source_error({{"a", "1"}, {"password", "secret"}}),
            "Table options do not contain an option key 'connector' for discovering a connector.\n\n"
            "Unable to create a source for reading table 'default_catalog.default_database.t'.\n\n"
            "Table options are:\n\n'a'='1'\n'password'='******'");
}

TEST_F(ConnectorRegistryTest, UnknownConnectorListsTheKnownOnes) {
  EXPECT_TRUE(sink_error({{"connector", "carrier-pigeon"}})
                  .starts_with("Could not find any factory for identifier 'carrier-pigeon' that implements "
                               "'org.apache.flink.table.factories.DynamicTableFactory' in the classpath.\n\n"
                               "Available factory identifiers are:\n\nblackhole\ndatagen\nprint\n\n"
                               "Unable to create a sink for writing table"));
}

TEST_F(ConnectorRegistryTest, ConnectorsToComeAreNamed) {
  EXPECT_TRUE(
      sink_error({{"connector", "filesystem"}})
          .starts_with("not supported yet: connector 'filesystem'\n\nUnable to create a sink for writing table"));
}

TEST_F(ConnectorRegistryTest, DirectionsAreChecked) {
  EXPECT_TRUE(source_error({{"connector", "print"}})
                  .starts_with("Connector 'print' can only be used as a sink. It cannot be used as a source.\n"));
  EXPECT_TRUE(sink_error({{"connector", "datagen"}})
                  .starts_with("Connector 'datagen' can only be used as a source. It cannot be used as a sink.\n"));
}

TEST_F(ConnectorRegistryTest, UnknownOptionsAreRefused) {
  EXPECT_TRUE(sink_error({{"connector", "blackhole"}, {"a", "1"}})
                  .starts_with("Unsupported options found for 'blackhole'.\n\nUnsupported options:\n\na\n\n"
                               "Supported options:\n\nconnector\nproperty-version\nscan.watermark.idle-timeout\n"));
  EXPECT_EQ(sink_error({{"connector", "blackhole"}, {"property-version", "1"}}), "");
}

}  // namespace
}  // namespace eddyline::connectors
