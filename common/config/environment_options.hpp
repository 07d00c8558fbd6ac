#pragma once

#include "common/config/option.hpp"
#include "common/logging/log_record.hpp"

namespace eddyline {

template <>
struct OptionEnumerators<LogLevel> {
  static constexpr std::array<std::string_view, 6> names{"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"};
};

/// Where processes log, and what the start scripts need.
struct EnvironmentOptions : OptionGroup {
  EnvironmentOptions()
      : OptionGroup("Scripts and logs", "Read when a process is started; variables of the environment win.") {}

  Option<std::string> log_dir{*this,
                              "env.log.dir",
                              {.text = "Folder of log and out files; without it log/ beside bin/. FLINK_LOG_DIR wins.",
                               .restart = Restart::kProcess}};
  Option<int32_t> log_files_kept{*this,
                                 "env.log.max",
                                 {.value = 10,
                                  .min = 1,
                                  .max = 1000,
                                  .text = "Older log files of a process that are kept. MAX_LOG_FILE_NUMBER wins.",
                                  .restart = Restart::kProcess}};
  Option<LogLevel> log_level{*this,
                             "env.log.level",
                             {.value = LogLevel::kInfo,
                              .text = "Lowest level that is logged. ROOT_LOG_LEVEL wins.",
                              .restart = Restart::kProcess}};
  Option<std::string> pid_dir{
      *this,
      "env.pid.dir",
      {.value = "/tmp",
       .text = "Folder of the files that hold the ids of running processes. FLINK_PID_DIR wins.",
       .restart = Restart::kProcess}};
  Option<std::string> ssh_options{
      *this,
      "env.ssh.opts",
      {.text = "Arguments of ssh, for hosts of conf/masters and conf/workers other than this one. FLINK_SSH_OPTS wins.",
       .restart = Restart::kProcess}};
  Option<bool> output_to_file{
      *this,
      "env.stdout-err.redirect-to-file",
      {.value = false,
       .text = "Whether a process in the foreground writes its output to .out and .err files too.",
       .restart = Restart::kProcess}};
};
const EnvironmentOptions& environment_options();

}  // namespace eddyline
