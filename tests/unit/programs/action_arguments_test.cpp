#include "programs/eddyline/action_arguments.hpp"

#include <gtest/gtest.h>

namespace eddyline::programs {
namespace {

TEST(ActionArguments, TakesWhatTheActionKnows) {
  const auto list = parse_action_arguments("list", {"-ra", "-m", "[::1]:7123", "-D", "client.timeout=5 s"}).value();
  EXPECT_TRUE(list.running);
  EXPECT_TRUE(list.all);
  EXPECT_FALSE(list.scheduled);
  EXPECT_EQ(*list.settings.raw("jobmanager.rpc.address"), "::1");
  EXPECT_EQ(*list.settings.raw("jobmanager.rpc.port"), "7123");
  EXPECT_EQ(*list.settings.raw("client.timeout"), "5 s");
  const auto info = parse_action_arguments("info", {"-i", "a.sql", "-i", "b.sql", "-f", "c.sql"}).value();
  EXPECT_EQ(info.init_files, (std::vector<std::string>{"a.sql", "b.sql"}));
  EXPECT_EQ(info.script_file, "c.sql");
  EXPECT_EQ(parse_action_arguments("cancel", {"some", "words"})->words, (std::vector<std::string>{"some", "words"}));
}

TEST(ActionArguments, RefusesTheRest) {
  EXPECT_FALSE(parse_action_arguments("cancel", {"-r"}).ok());
  EXPECT_FALSE(parse_action_arguments("list", {"-f", "x"}).ok());
  EXPECT_FALSE(parse_action_arguments("list", {"-D", "x"}).ok());
  for (const std::string address : {"host", ":1", "host:", "host:x", "host:70000", "host:-1", ""}) {
    EXPECT_EQ(parse_action_arguments("list", {"--jobmanager=" + address}).status().code(), ErrorCode::kConfigurationError) << address;
  }
}

}  // namespace
}  // namespace eddyline::programs
