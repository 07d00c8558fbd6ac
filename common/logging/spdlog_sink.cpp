// The only file that includes spdlog: its headers cost seconds of compile time.
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <filesystem>
#include <mutex>

#include "common/logging/log_sink.hpp"

namespace eddyline {

namespace {

namespace fs = std::filesystem;

/// Hands finished lines to a spdlog sink, which adds the line break.
void write_line(spdlog::sinks::sink& sink, const std::string& line) {
  sink.log(spdlog::details::log_msg(spdlog::string_view_t(), spdlog::level::info, line));
  sink.flush();
}

class StandardErrorSink final : public LogSink {
 public:
  StandardErrorSink() { sink_.set_pattern("%v"); }
  void write(const LogRecord& record) override { write_line(sink_, format_log_line(record)); }

 private:
  spdlog::sinks::stderr_sink_mt sink_;
};

/// <path>.1 becomes <path>.2 and so on, then <path> becomes <path>.1; the oldest goes.
void put_aside(const std::string& path, uint32_t files_kept) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return;
  const auto numbered = [&](uint32_t number) { return number == 0 ? path : path + "." + std::to_string(number); };
  fs::remove(numbered(files_kept), ignored);
  for (uint32_t number = files_kept; number > 0; --number) fs::rename(numbered(number - 1), numbered(number), ignored);
}

class FileSink final : public LogSink {
 public:
  FileSink(std::string path, LogRotation rotation) : path_(std::move(path)), rotation_(rotation) {}

  Status open() {
    put_aside(path_, rotation_.files_kept);
    written_ = 0;
    try {
      sink_ = std::make_unique<spdlog::sinks::basic_file_sink_st>(path_, /*truncate=*/true);
    } catch (const spdlog::spdlog_ex& error) {
      return io_error("opening log file " + path_ + ": " + error.what());
    }
    sink_->set_pattern("%v");
    return {};
  }

  void write(const LogRecord& record) override {
    const std::string line = format_log_line(record);
    const std::lock_guard lock(mutex_);
    if (written_ >= rotation_.file_bytes_max.value()) static_cast<void>(open());
    try {
      write_line(*sink_, line);
    } catch (const spdlog::spdlog_ex&) {
      // A full disk must not stop the job whose progress is logged.
    }
    written_ += line.size() + 1;
  }

 private:
  std::mutex mutex_;
  std::string path_;
  LogRotation rotation_;
  uint64_t written_ = 0;
  std::unique_ptr<spdlog::sinks::basic_file_sink_st> sink_;
};

}  // namespace

Result<std::unique_ptr<LogSink>> open_log_file(std::string path, LogRotation rotation) {
  auto sink = std::make_unique<FileSink>(std::move(path), rotation);
  RETURN_IF_ERROR(sink->open());
  return sink;
}

std::unique_ptr<LogSink> standard_error_log() { return std::make_unique<StandardErrorSink>(); }

}  // namespace eddyline
