#include "common/config/session_configuration.hpp"

#include <gtest/gtest.h>

#include "common/config/engine_options.hpp"
#include "common/config/execution_options.hpp"

namespace eddyline {
namespace {

class SessionConfigurationTest : public testing::Test {
 protected:
  SessionConfiguration session_{Configuration(Configuration::Entries{{"parallelism.default", "4"}, {"my.token", "x"}}),
                                engine_option_catalog()};
};

TEST_F(SessionConfigurationTest, SetWinsOverTheFileAndResetGoesBackToIt) {
  ASSERT_TRUE(session_.set("parallelism.default", "2").ok());
  EXPECT_EQ(session_.effective().get(execution_options().default_parallelism).value(), 2);
  session_.reset("parallelism.default");
  EXPECT_EQ(session_.effective().get(execution_options().default_parallelism).value(), 4);
}

TEST_F(SessionConfigurationTest, ResetRemovesWhatTheFileDoesNotHave) {
  ASSERT_TRUE(session_.set("pipeline.name", "mine").ok());
  session_.reset("pipeline.name");
  EXPECT_EQ(session_.effective().raw("pipeline.name"), nullptr);
  session_.reset("never.set");
}

TEST_F(SessionConfigurationTest, ResetOfAllGoesBackForEveryKey) {
  ASSERT_TRUE(session_.set("pipeline.name", "mine").ok());
  ASSERT_TRUE(session_.set("parallelism.default", "2").ok());
  session_.reset();
  EXPECT_EQ(session_.effective().raw("pipeline.name"), nullptr);
  EXPECT_EQ(*session_.effective().raw("parallelism.default"), "4");
}

TEST_F(SessionConfigurationTest, UnknownKeysAreAccepted) {
  ASSERT_TRUE(session_.set("my.own.key", "whatever").ok());
  EXPECT_EQ(*session_.effective().raw("my.own.key"), "whatever");
}

TEST_F(SessionConfigurationTest, AValueTheOptionRefusesChangesNothing) {
  const Status status = session_.set("parallelism.default", "many");
  EXPECT_EQ(status.code(), ErrorCode::kConfigurationError);
  EXPECT_EQ(status.message(),
            "Failed to set key parallelism.default with value many. Could not parse value 'many' for key "
            "'parallelism.default'. Expected an integer from -2147483648 to 2147483647.");
  EXPECT_EQ(*session_.effective().raw("parallelism.default"), "4");
}

TEST_F(SessionConfigurationTest, DisplayIsSortedAndMasksSecrets) {
  ASSERT_TRUE(session_.set("a.key", "1").ok());
  const std::vector<std::pair<std::string, std::string>> expected{
      {"a.key", "1"}, {"my.token", "******"}, {"parallelism.default", "4"}};
  EXPECT_EQ(session_.displayed(), expected);
}

}  // namespace
}  // namespace eddyline
