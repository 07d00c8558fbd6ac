#include "common/config/configuration.hpp"

#include <gtest/gtest.h>

#include "common/config/engine_options.hpp"
#include "common/config/execution_options.hpp"
#include "common/config/table_options.hpp"

namespace eddyline {
namespace {

TEST(ConfigurationTest, UnsetOptionGivesItsDefault) {
  const Configuration configuration;
  EXPECT_EQ(configuration.get(execution_options().default_parallelism).value(), 1);
  EXPECT_EQ(configuration.find(execution_options().pipeline_name).value(), std::nullopt);
  EXPECT_FALSE(configuration.contains(execution_options().default_parallelism));
}

TEST(ConfigurationTest, SetOptionIsParsed) {
  Configuration configuration;
  configuration.set("table.exec.source.idle-timeout", "5 s");
  EXPECT_EQ(configuration.get(table_options().source_idle_timeout).value(), std::chrono::seconds(5));
  configuration.set(execution_options().runtime_mode, RuntimeMode::kBatch);
  EXPECT_EQ(configuration.get(execution_options().runtime_mode).value(), RuntimeMode::kBatch);
}

TEST(ConfigurationTest, BadValueNamesValueKeyAndWhatIsAllowed) {
  Configuration configuration;
  configuration.set("execution.runtime-mode", "quick");
  const Status status = configuration.get(execution_options().runtime_mode).status();
  EXPECT_EQ(status.code(), ErrorCode::kConfigurationError);
  EXPECT_EQ(status.message(),
            "Could not parse value 'quick' for key 'execution.runtime-mode'. Expected one of: [STREAMING, BATCH, "
            "AUTOMATIC]");
}

TEST(ConfigurationTest, ValueOutOfBoundsIsRefused) {
  Configuration configuration;
  configuration.set("parallelism.default", "0");
  EXPECT_EQ(configuration.get(execution_options().default_parallelism).status().message(),
            "Could not parse value '0' for key 'parallelism.default'. Expected a value 1 to 32768.");
}

TEST(ConfigurationTest, DeprecatedKeyIsReadAndTheProperKeyWins) {
  Configuration configuration;
  configuration.set("pipeline.operator-chaining", "false");
  EXPECT_FALSE(configuration.get(execution_options().operator_chaining).value());
  EXPECT_TRUE(configuration.contains(execution_options().operator_chaining));
  EXPECT_EQ(engine_option_catalog().warnings(configuration),
            std::vector<std::string>{"Config uses deprecated configuration key 'pipeline.operator-chaining' instead of "
                                     "proper key 'pipeline.operator-chaining.enabled'"});
  configuration.set("pipeline.operator-chaining.enabled", "true");
  EXPECT_TRUE(configuration.get(execution_options().operator_chaining).value());
}

TEST(ConfigurationTest, MergeLetsTheUpperLayerWinAndKeepsUnknownKeys) {
  Configuration file(Configuration::Entries{{"a", "1"}, {"b", "2"}});
  file.merge(Configuration(Configuration::Entries{{"b", "3"}, {"c", "4"}}));
  EXPECT_EQ(file.entries(), (Configuration::Entries{{"a", "1"}, {"b", "3"}, {"c", "4"}}));
}

TEST(ConfigurationTest, SecretsAreMaskedByTheirKey) {
  EXPECT_EQ(displayed_value("s3.secret-key", "abc"), "******");
  EXPECT_EQ(displayed_value("Some.PassWord", "abc"), "******");
  EXPECT_EQ(displayed_value("pipeline.name", "abc"), "abc");
}

struct PatternOptions : OptionGroup {
  PatternOptions() : OptionGroup("pattern", "Options with a name in the key.") {}
  Option<std::string> kind{*this, "fields.#.kind", {.value = "random", .text = "Kind of generator."}};
};

TEST(ConfigurationTest, PatternKeyIsReadForOneName) {
  const PatternOptions options;
  Configuration configuration;
  configuration.set("fields.order_id.kind", "sequence");
  EXPECT_EQ(configuration.get(options.kind, "order_id").value(), "sequence");
  EXPECT_EQ(configuration.get(options.kind, "other").value(), "random");
  EXPECT_EQ(options.find("fields.x.kind"), &options.kind);
  EXPECT_EQ(options.find("fields.x.kinds"), nullptr);
  EXPECT_EQ(options.find("fields..kind"), nullptr);
}

}  // namespace
}  // namespace eddyline
