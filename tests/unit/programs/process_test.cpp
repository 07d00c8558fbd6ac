// The frame of daemons, part by part; tests/cluster/scripts run it as processes.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "common/file/text_input.hpp"
#include "programs/process/daemon_arguments.hpp"
#include "programs/process/process_configuration.hpp"
#include "programs/process/ready_notice.hpp"
#include "programs/process/termination_signals.hpp"

namespace eddyline::programs {
namespace {

std::string refusal(const std::vector<std::string>& words) {
  const auto arguments = parse_daemon_arguments(words);
  return arguments.ok() ? "taken" : arguments.status().message();
}

TEST(DaemonArgumentsTest, TakeWhatTheScriptsGive) {
  const auto read = parse_daemon_arguments({"--config-dir", "/a b/conf", "-D", "k=v=w", "-Dl=", "-D", "k=x",
                                            "--log-file", "/log", "--ready-fd", "3", "--print-config", "a", "b"});
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->config_dir, "/a b/conf");
  EXPECT_EQ(read->log_file, "/log");
  EXPECT_EQ(read->ready_descriptor, 3);
  EXPECT_EQ(read->settings.entries(), (Configuration::Entries{{"k", "x"}, {"l", ""}}));
  EXPECT_EQ(read->print_keys, (std::vector<std::string>{"a", "b"}));
}

TEST(DaemonArgumentsTest, RefuseEverythingElse) {
  EXPECT_EQ(refusal({}), "--config-dir is missing: it names the folder that holds config.yaml.");
  EXPECT_EQ(refusal({"--config-dir", "c", "-D", "k"}), "-D takes key=value, but was given 'k'.");
  EXPECT_EQ(refusal({"--config-dir", "c", "-D", "=v"}), "-D takes key=value, but was given '=v'.");
  EXPECT_NE(refusal({"--config-dir", "c", "--ready-fd", "x"}), "taken");
  EXPECT_NE(refusal({"--config-dir", "c", "stray"}), "taken");
  EXPECT_NE(refusal({"--config", "c"}), "taken") << "no guessing";
  EXPECT_EQ(refusal({"--help"}), "taken");
  EXPECT_EQ(refusal({"-v"}), "taken");
}

/// What the other end of a notice reads.
class ReadyPipe {
 public:
  ReadyPipe() { EXPECT_EQ(pipe(ends_), 0); }
  ~ReadyPipe() { close(ends_[0]); }
  int writer() const { return ends_[1]; }
  std::string read_to_end() const { return read_text(ends_[0], "pipe").value(); }

 private:
  int ends_[2] = {-1, -1};
};

TEST(ReadyNoticeTest, SaysOneWordAndCloses) {
  ReadyPipe pipe;
  ReadyNotice notice(pipe.writer());
  EXPECT_TRUE(notice.ready().ok());
  notice.failed(io_error("too late"));
  EXPECT_EQ(pipe.read_to_end(), "ready\n");
}

TEST(ReadyNoticeTest, SaysWhyNot) {
  ReadyPipe pipe;
  ReadyNotice notice(pipe.writer());
  notice.failed(io_error("no port\nis free"));
  EXPECT_EQ(pipe.read_to_end(), "error no port\nis free\n");
}

TEST(ReadyNoticeTest, ClosesWithoutAWord) {
  ReadyPipe pipe;
  { const ReadyNotice notice(pipe.writer()); }
  EXPECT_EQ(pipe.read_to_end(), "");
  ReadyNotice nobody(-1);
  EXPECT_TRUE(nobody.ready().ok());
}

TEST(ReadyNoticeTest, KnowsWhenNobodyListens) {
  signal(SIGPIPE, SIG_IGN);
  auto pipe = std::make_unique<ReadyPipe>();
  ReadyNotice notice(pipe->writer());
  pipe.reset();
  EXPECT_EQ(notice.ready().code(), ErrorCode::kUnavailable);
}

TEST(TerminationSignalsTest, WaitForASignalOrForTheEnd) {
  {
    TerminationSignals signals;
    kill(getpid(), SIGTERM);
    EXPECT_EQ(signals.wait(), SIGTERM);
  }
  {
    TerminationSignals signals;
    kill(getpid(), SIGHUP);
    EXPECT_EQ(signals.wait(), SIGHUP);
  }
  TerminationSignals signals;
  std::thread other([&] { signals.end(); });
  EXPECT_EQ(signals.wait(), 0);
  other.join();
}

TEST(TerminationSignalsTest, NamesTheSignal) {
  EXPECT_EQ(received_signal_text(SIGTERM), "RECEIVED SIGNAL 15: SIGTERM. Shutting down as requested.");
  EXPECT_EQ(received_signal_text(SIGINT), "RECEIVED SIGNAL 2: SIGINT. Shutting down as requested.");
}

class ProcessConfigurationTest : public ::testing::Test {
 protected:
  ProcessConfigurationTest() : folder_(::testing::TempDir() + "/process_configuration_test") {
    std::filesystem::create_directories(folder_);
  }
  ~ProcessConfigurationTest() override { std::filesystem::remove_all(folder_); }
  Result<Configuration> load(const std::string& text, const Configuration& settings = {}) {
    std::ofstream(folder_ + "/config.yaml") << text;
    return load_process_configuration(folder_, settings);
  }
  std::string refusal(const std::string& text, const Configuration& settings = {}) {
    const auto loaded = load(text, settings);
    return loaded.ok() ? "taken" : loaded.status().message();
  }

 private:
  std::string folder_;
};

TEST_F(ProcessConfigurationTest, PutsSettingsOverTheFile) {
  const auto loaded = load("parallelism:\n  default: 2\nmy.key: 1\n",
                           Configuration(Configuration::Entries{{"parallelism.default", "3"}}));
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  EXPECT_EQ(loaded->entries(), (Configuration::Entries{{"my.key", "1"}, {"parallelism.default", "3"}}));
}

TEST_F(ProcessConfigurationTest, RefusesValuesThatAreNone) {
  EXPECT_EQ(
      refusal("taskmanager.numberOfTaskSlots: many"),
      "Could not parse value 'many' for key 'taskmanager.numberOfTaskSlots'. Expected an integer, 1 to 32768.");
  EXPECT_EQ(refusal("a: 1", Configuration(Configuration::Entries{{"rest.port", "70000"}})),
            "Could not parse value '70000' for key 'rest.port'. Expected a value 0 to 65535.");
  EXPECT_EQ(refusal("state.backend.type: rocksdb"), "not supported yet: state.backend.type other than hashmap");
  EXPECT_EQ(refusal("execution.checkpointing.interval: 10s"), "taken") << "a warning says that it has no effect";
}

TEST_F(ProcessConfigurationTest, TellsAValueItsOlderSpellingOrItsDefault) {
  const Configuration configuration(Configuration::Entries{{"state.backend", "hashmap"}, {"my.key", "x"}});
  EXPECT_EQ(configured_text(configuration, "my.key"), "x");
  EXPECT_EQ(configured_text(configuration, "state.backend.type"), "hashmap");
  EXPECT_EQ(configured_text(configuration, "env.pid.dir"), "/tmp");
  EXPECT_EQ(configured_text(configuration, "env.log.dir"), "");
  EXPECT_EQ(configured_text(configuration, "no.such.key"), "");
}

}  // namespace
}  // namespace eddyline::programs
