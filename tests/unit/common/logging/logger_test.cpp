#include "common/logging/logger.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "common/logging/captured_log.hpp"

namespace eddyline {
namespace {

namespace fs = std::filesystem;

TEST(LoggerTest, SaysLevelNameMessageAndFields) {
  CapturedLog log;
  const VirtualClock clock(ProcessingTime(0));
  const Logger logger = Logger(log, clock, "Task").with("job", "a1").with("subtask", "2/4");
  logger.info("started");
  logger.named("Join").warn("late row");
  logger.debug("below the level");
  EXPECT_EQ(log.lines(), (std::vector<std::string>{"INFO Task - started (job=a1, subtask=2/4)",
                                                   "WARN Join - late row (job=a1, subtask=2/4)"}));
}

TEST(LoggerTest, LongMessagesAndFieldsAreCutBetweenCharacters) {
  CapturedLog log;
  const VirtualClock clock(ProcessingTime(0));
  constexpr size_t kMax = 32 << 10;
  // The last character that would fit has its second byte behind the limit.
  const std::string kept(kMax - 1, 'x');
  const std::string text = kept + "\u00e9" + std::string(1 << 20, 'y');
  const std::string cut = kept + "... (" + std::to_string(text.size()) + " bytes)";
  const Logger logger(log, clock, "Task");
  logger.info(text);
  logger.with("", text.substr(1)).info(kept + "x");
  const std::string cut_fields = "=" + kept.substr(1) + "... (" + std::to_string(text.size()) + " bytes)";
  EXPECT_EQ(log.lines(), (std::vector<std::string>{"INFO Task - " + cut, "INFO Task - " + kept + "x (" + cut_fields + ")"}));
}

TEST(LoggerTest, WithoutSinkDropsEverything) {
  const Logger logger;
  EXPECT_FALSE(logger.enabled(LogLevel::kError));
  logger.error("nobody hears this");
}

TEST(LogRecordTest, LineHasTheLayoutOfFlinksLogFiles) {
  setenv("TZ", "UTC", 1);
  tzset();
  const std::string line =
      format_log_line({ProcessingTime(1794445303007), LogLevel::kInfo, "JobManager", "Completed checkpoint 3", ""});
  EXPECT_EQ(line, "2026-11-12 01:01:43,007 INFO  JobManager" + std::string(50, ' ') + " - Completed checkpoint 3");
}

TEST(LogRecordTest, NobodyForgesAnEntryOrSpeaksToTheTerminal) {
  const std::string line = format_log_line({ProcessingTime(0), LogLevel::kInfo, "Task", "job ev\nil\x1b[31m\ttab", "job=\r"});
  EXPECT_TRUE(line.ends_with(" - job ev\n    il\\u001B[31m\ttab (job=\\u000D)")) << line;
}

std::string content(const fs::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class LogFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / "eddyline_log_file_test";
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
  const VirtualClock clock_{ProcessingTime(0)};
};

TEST_F(LogFileTest, EachLineIsInTheFileAtOnce) {
  const fs::path path = folder_ / "a.log";
  auto sink = open_log_file(path.string()).value();
  Logger(*sink, clock_, "Task").info("one");
  EXPECT_TRUE(content(path).ends_with(" - one\n")) << content(path);
}

TEST_F(LogFileTest, FilesOfEarlierRunsAndFullOnesArePutAside) {
  const fs::path path = folder_ / "a.log";
  std::ofstream(path) << "earlier\n";
  auto sink = open_log_file(path.string(), {.file_bytes_max = Bytes(1), .files_kept = 2}).value();
  EXPECT_EQ(content(folder_ / "a.log.1"), "earlier\n");
  const Logger logger(*sink, clock_, "Task");
  logger.info("one");
  logger.info("two");
  logger.info("three");
  EXPECT_TRUE(content(path).ends_with(" - three\n"));
  EXPECT_TRUE(content(folder_ / "a.log.1").ends_with(" - two\n"));
  EXPECT_TRUE(content(folder_ / "a.log.2").ends_with(" - one\n"));
  EXPECT_FALSE(fs::exists(folder_ / "a.log.3"));
}

TEST_F(LogFileTest, AFileThatCannotBeOpenedIsAnError) {
  std::ofstream(folder_ / "file") << "x";
  const auto sink = open_log_file((folder_ / "file" / "a.log").string());
  ASSERT_FALSE(sink.ok());
  EXPECT_EQ(sink.status().code(), ErrorCode::kIoError);
}

}  // namespace
}  // namespace eddyline
