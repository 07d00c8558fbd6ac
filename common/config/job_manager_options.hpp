#pragma once

#include "common/config/option.hpp"
#include "common/config/port_ranges.hpp"

namespace eddyline {

enum class HighAvailability { kNone, kZookeeper, kKubernetes };

template <>
struct OptionEnumerators<HighAvailability> {
  static constexpr std::array<std::string_view, 3> names{"NONE", "ZOOKEEPER", "KUBERNETES"};
};

/// The job manager's process.
struct JobManagerOptions : OptionGroup {
  JobManagerOptions() : OptionGroup("Job manager", "Read when the process starts.") {}

  Option<std::string> bind_host{
      *this,
      "jobmanager.bind-host",
      {.value = "localhost",
       .text = "Host or address at which the job manager listens for task executors and clients.",
       .restart = Restart::kProcess}};
  Option<int32_t> bind_port{*this,
                            "jobmanager.rpc.bind-port",
                            {.min = 0,
                             .max = 65535,
                             .text = "Port at which it listens; without it jobmanager.rpc.port.",
                             .restart = Restart::kProcess}};
  Option<Duration> slot_request_timeout{
      *this,
      "slot.request.timeout",
      {.value = std::chrono::minutes(5),
       .min = Duration(0),
       .text = "How long a job waits for slots before it fails. For the first half of it smaller jobs may overtake it.",
       .restart = Restart::kProcess}};
  Option<int32_t> ended_jobs_max{*this,
                                 "jobstore.max-capacity",
                                 {.value = 1000,
                                  .min = 0,
                                  .text = "Ended jobs that are remembered; the oldest are forgotten first.",
                                  .restart = Restart::kProcess}};
  Option<int64_t> ended_jobs_seconds{*this,
                                     "jobstore.expiration-time",
                                     {.value = 3600,
                                      .min = 0,
                                      .max = 10'000'000'000,
                                      .text = "Seconds that an ended job is remembered.",
                                      .restart = Restart::kProcess}};
  Option<Bytes> job_manager_memory{*this,
                                   "jobmanager.memory.process.size",
                                   {.text = "Memory budget of the job manager.",
                                    .restart = Restart::kProcess,
                                    .no_effect_yet = "the job manager takes what it needs, a few MB"}};
  Option<std::string> failover_strategy{*this,
                                        "jobmanager.execution.failover-strategy",
                                        {.text = "Which subtasks are started again with a failed one.",
                                         .restart = Restart::kProcess,
                                         .no_effect_yet = "a failed job is not started again"}};
  Option<HighAvailability> high_availability{*this,
                                             "high-availability.type",
                                             {.value = HighAvailability::kNone,
                                              .text = "Whether another job manager takes over from one that is gone.",
                                              .deprecated = {"high-availability", "recovery.mode"},
                                              .restart = Restart::kProcess,
                                              .only = HighAvailability::kNone}};
};
const JobManagerOptions& job_manager_options();

/// The job manager's HTTP server.
struct RestOptions : OptionGroup {
  RestOptions() : OptionGroup("REST", "Read when the job manager starts.") {}

  Option<std::string> address{
      *this,
      "rest.address",
      {.text = "Host at which clients reach the REST server; without it jobmanager.rpc.address.",
       .restart = Restart::kProcess}};
  Option<int32_t> port{*this,
                       "rest.port",
                       {.value = 8081,
                        .min = 0,
                        .max = 65535,
                        .text = "Port of the REST server, where rest.bind-port names none; 0 takes any free one.",
                        .restart = Restart::kProcess}};
  Option<std::string> bind_address{
      *this,
      "rest.bind-address",
      {.text = "Host or address at which the server listens; without it rest.address, else localhost.",
       .restart = Restart::kProcess}};
  Option<PortRanges> bind_port{
      *this,
      "rest.bind-port",
      {.text = "Ports of which the server binds the first that is free, `8081`, `8080-8090` or a list of both; without "
               "it rest.port.",
       .restart = Restart::kProcess}};
  Option<int32_t> threads{*this,
                          "rest.server.numThreads",
                          {.value = 4,
                           .min = 1,
                           .max = 1024,
                           .text = "Requests that are worked on at a time.",
                           .restart = Restart::kProcess}};
  Option<Bytes> content_bytes_max{
      *this,
      "rest.server.max-content-length",
      {.value = Bytes(104857600), .min = Bytes(1), .text = "Longest body of a request.", .restart = Restart::kProcess}};
  Option<bool> cancel_enabled{
      *this,
      "web.cancel.enable",
      {.value = true, .text = "Whether a job may be cancelled over REST.", .restart = Restart::kProcess}};
  Option<Duration> refresh_interval{*this,
                                    "web.refresh-interval",
                                    {.value = std::chrono::seconds(3),
                                     .min = std::chrono::milliseconds(1),
                                     .text = "How often a dashboard should ask again; `/config` says it.",
                                     .restart = Restart::kProcess}};
};
const RestOptions& rest_options();

}  // namespace eddyline
