#include "common/config/connector_options.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

struct GeneratorOptions : OptionGroup {
  GeneratorOptions() : OptionGroup("gen", "A generator.") {}
  Option<int64_t> rate{*this, "rate", {.min = 1, .text = "Rows a second.", .required = true}};
  Option<std::string> kind{*this, "fields.#.kind", {.value = "random", .text = "Kind of generator."}};
  Option<bool> quiet{*this, "quiet", {.value = false, .text = "No output.", .deprecated = {"silent"}}};
};

class ConnectorOptionsTest : public testing::Test {
 protected:
  Status check(Configuration::Entries entries) const {
    entries.emplace("connector", "gen");
    const OptionScope scope{&options_, {"a", "b"}};
    return check_connector_options("gen", Configuration(std::move(entries)), {&scope, 1});
  }
  GeneratorOptions options_;
};

TEST_F(ConnectorOptionsTest, KnownOptionsPass) {
  EXPECT_TRUE(check({{"rate", "1"}, {"fields.a.kind", "sequence"}, {"silent", "true"}}).ok());
  EXPECT_TRUE(check({{"rate", "1"}, {"scan.watermark.idle-timeout", "1 s"}}).ok());
}

TEST_F(ConnectorOptionsTest, MissingOptionsComeFirst) {
  const Status status = check({{"unknown", "1"}});
  EXPECT_EQ(status.code(), ErrorCode::kValidationError);
  EXPECT_EQ(status.message(), "One or more required options are missing.\n\nMissing required options are:\n\nrate");
}

TEST_F(ConnectorOptionsTest, BadValueNamesItsOption) {
  EXPECT_EQ(check({{"rate", "0"}, {"unknown", "1"}}).message(),
            "Invalid value for option 'rate'.\nCould not parse value '0' for key 'rate'. Expected a value at least 1.");
  EXPECT_TRUE(check({{"rate", "1"}, {"silent", "maybe"}}).message().starts_with("Invalid value for option 'silent'."));
}

TEST_F(ConnectorOptionsTest, UnsupportedOptionsAreListedWithTheSupportedOnes) {
  EXPECT_EQ(check({{"rate", "1"}, {"z", "1"}, {"fields.c.kind", "random"}}).message(),
            "Unsupported options found for 'gen'.\n\n"
            "Unsupported options:\n\nfields.c.kind\nz\n\n"
            "Supported options:\n\nconnector\nfields.a.kind\nfields.b.kind\nproperty-version\nquiet\nrate\n"
            "scan.watermark.idle-timeout\nsilent (deprecated)");
}

}  // namespace
}  // namespace eddyline
