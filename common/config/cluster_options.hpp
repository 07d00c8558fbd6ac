#pragma once

#include "common/config/option.hpp"

namespace eddyline {

/// What the processes of a cluster and its clients must say alike to find and watch each other.
struct ClusterOptions : OptionGroup {
  ClusterOptions()
      : OptionGroup("Cluster", "Job manager, task executors and clients read them; a job takes a copy of its client's.") {}

  Option<std::string> job_manager_address{
      *this,
      "jobmanager.rpc.address",
      {.value = "localhost",
       .text = "Host at which task executors and clients reach the job manager.",
       .restart = Restart::kProcess}};
  Option<int32_t> job_manager_port{*this,
                                   "jobmanager.rpc.port",
                                   {.value = 6123,
                                    .min = 0,
                                    .max = 65535,
                                    .text = "Port at which they reach it; the job manager takes 0 for any free one.",
                                    .restart = Restart::kProcess}};
  Option<Duration> heartbeat_interval{*this,
                                      "heartbeat.interval",
                                      {.value = std::chrono::seconds(10),
                                       .min = std::chrono::milliseconds(1),
                                       .text = "How often job manager and task executors tell each other that they are there.",
                                       .restart = Restart::kProcess}};
  Option<Duration> heartbeat_timeout{
      *this,
      "heartbeat.timeout",
      {.value = std::chrono::seconds(50),
       .min = std::chrono::milliseconds(1),
       .text = "Who has said nothing for this long is gone; longer than heartbeat.interval.",
       .restart = Restart::kProcess}};
  Option<Duration> client_timeout{
      *this,
      "client.timeout",
      {.value = std::chrono::minutes(1),
       .min = std::chrono::milliseconds(1),
       .text = "How long a client waits for an answer; a SELECT whose client has not asked for rows for this long is cancelled."}};
  Option<Duration> cancellation_timeout{
      *this,
      "task.cancellation.timeout",
      {.value = std::chrono::minutes(3),
       .min = Duration(0),
       .text = "When a subtask has not ended this long after it was cancelled, its task executor ends its process, so that its "
               "slots are not lost to other jobs; the job manager's log names such subtasks. 0 switches it off."}};
};
const ClusterOptions& cluster_options();

}  // namespace eddyline
