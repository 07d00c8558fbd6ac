#include "jobmanager/settings/job_manager_settings.hpp"

#include <gtest/gtest.h>

namespace eddyline::jobmanager {
namespace {

JobManagerSettings settings_of(Configuration::Entries entries) {
  const Result<JobManagerSettings> settings = job_manager_settings(Configuration(std::move(entries)));
  EXPECT_TRUE(settings.ok()) << settings.status().to_string();
  return settings.ok() ? *settings : JobManagerSettings();
}

TEST(JobManagerSettingsTest, Defaults) {
  const JobManagerSettings settings = settings_of({});
  EXPECT_EQ(settings.control.bind_host, "localhost");
  EXPECT_EQ(settings.control.bind_port, 6123);
  EXPECT_EQ(settings.control.port_key, "jobmanager.rpc.port");
  EXPECT_EQ(settings.rest.bind_host, "localhost");
  EXPECT_EQ(settings.rest.host, "localhost");
  EXPECT_EQ(settings.rest.ports, PortRanges::only(8081));
  EXPECT_EQ(settings.rest.port_key, "rest.port");
  EXPECT_EQ(settings.core.heartbeat_interval, std::chrono::seconds(10));
  EXPECT_EQ(settings.core.heartbeat_timeout, std::chrono::seconds(50));
  EXPECT_EQ(settings.core.slot_request_timeout, std::chrono::minutes(5));
  EXPECT_EQ(settings.core.ended_jobs_kept, std::chrono::hours(1));
}

TEST(JobManagerSettingsTest, AnOwnPortOrAddressWins) {
  const JobManagerSettings settings = settings_of({{"jobmanager.rpc.address", "manager"},
                                                   {"jobmanager.rpc.port", "7000"},
                                                   {"jobmanager.rpc.bind-port", "7001"},
                                                   {"jobmanager.bind-host", "0.0.0.0"},
                                                   {"rest.port", "8000"},
                                                   {"rest.bind-port", "8001-8002"}});
  EXPECT_EQ(settings.control.bind_host, "0.0.0.0");
  EXPECT_EQ(settings.control.bind_port, 7001);
  EXPECT_EQ(settings.control.port_key, "jobmanager.rpc.bind-port");
  EXPECT_EQ(settings.rest.host, "manager");
  EXPECT_EQ(settings.rest.bind_host, "localhost") << "nothing is bound beyond this machine unless it is said";
  EXPECT_EQ(settings.rest.ports, (PortRanges{{{8001, 8002}}}));
  EXPECT_EQ(settings.rest.port_key, "rest.bind-port");
}

TEST(JobManagerSettingsTest, RestBindsToItsAddress) {
  EXPECT_EQ(settings_of({{"rest.address", "10.0.0.1"}}).rest.bind_host, "10.0.0.1");
  const JobManagerSettings both = settings_of({{"rest.address", "10.0.0.1"}, {"rest.bind-address", "0.0.0.0"}});
  EXPECT_EQ(both.rest.bind_host, "0.0.0.0");
  EXPECT_EQ(both.rest.host, "10.0.0.1");
}

TEST(JobManagerSettingsTest, SaysWhatIsWrong) {
  const std::vector<std::pair<Configuration::Entries, std::string>> cases{
      {{{"rest.bind-port", "many"}},
       "Could not parse value 'many' for key 'rest.bind-port'. Expected ports from 0 to 65535: one, a list such "
       "as 50100,50101, or a range such as 8080-8090."},
      {{{"heartbeat.interval", "50 s"}}, "heartbeat.timeout (50 s) must be longer than heartbeat.interval (50 s)."}};
  for (const auto& [entries, text] : cases) {
    const Result<JobManagerSettings> settings = job_manager_settings(Configuration(entries));
    ASSERT_FALSE(settings.ok());
    EXPECT_EQ(settings.status().message(), text);
  }
}

}  // namespace
}  // namespace eddyline::jobmanager
