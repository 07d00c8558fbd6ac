#pragma once

#include "common/config/option.hpp"
#include "common/config/port_ranges.hpp"

namespace eddyline {

/// What one task executor process offers.
struct TaskExecutorOptions : OptionGroup {
  TaskExecutorOptions() : OptionGroup("Task executor", "Read when the process starts.") {}

  Option<int32_t> slots{*this,
                        "taskmanager.numberOfTaskSlots",
                        {.value = 1,
                         .min = 1,
                         .max = 32768,
                         .text = "Slots that a task executor offers; a job that runs alone has as many as it needs.",
                         .restart = Restart::kProcess}};
  Option<Bytes> process_size{
      *this,
      "taskmanager.memory.process.size",
      {.min = Bytes(128ULL << 20),
       .text =
           "Memory budget of the process. A quarter of it, at least 96 mb, is left for what is not counted; a job that "
           "needs more state and exchange buffers than the rest fails. Without it there is no limit.",
       .restart = Restart::kProcess}};
  Option<Bytes> segment_size{*this,
                             "taskmanager.memory.segment-size",
                             {.value = Bytes(32 << 10),
                              .min = Bytes(4 << 10),
                              .max = Bytes(1 << 20),
                              .text = "Unit of the credit that a receiver grants to a sender.",
                              .restart = Restart::kProcess}};
  Option<Bytes> network_size{*this,
                             "taskmanager.memory.network.max",
                             {.value = Bytes(512ULL << 20),
                              .min = Bytes(1ULL << 20),
                              .text = "What the exchanges of a job share out: credit that receivers grant, and rows "
                                      "that senders gather. A job of high "
                                      "parallelism gives each channel less, but 1 kb of both at least.",
                              .restart = Restart::kProcess}};
  Option<std::string> external_host{
      *this,
      "taskmanager.host",
      {.value = "localhost",
       .text = "Host on which the job manager and other task executors reach the process.",
       .restart = Restart::kProcess}};
  Option<std::string> listening_host{
      *this,
      "taskmanager.bind-host",
      {.text = "Address that the process binds; without it that of taskmanager.host. 0.0.0.0 binds all.",
       .restart = Restart::kProcess}};
  Option<PortRanges> control_ports{
      *this,
      "taskmanager.rpc.port",
      {.value = PortRanges{{{0, 0}}},
       .text = "Ports of which the process binds the first that is free, for control messages.",
       .restart = Restart::kProcess,
       .no_effect_yet = kNoControlPort}};
  Option<int32_t> data_port{*this,
                            "taskmanager.data.port",
                            {.value = 0,
                             .min = 0,
                             .max = 65535,
                             .text = "Port for rows from other task executors; 0 takes any free one.",
                             .restart = Restart::kProcess}};
  Option<Duration> registration_timeout{
      *this,
      "taskmanager.registration.timeout",
      {.value = std::chrono::minutes(5),
       .min = std::chrono::milliseconds(1),
       .text = "A process that could not register at the job manager for this long ends.",
       .restart = Restart::kProcess}};
  Option<Duration> registration_initial_timeout{
      *this,
      "cluster.registration.initial-timeout",
      {.value = std::chrono::milliseconds(100),
       .min = std::chrono::milliseconds(1),
       .text = "How soon after the first try to register the next one is made; doubled with each try.",
       .restart = Restart::kProcess}};
  Option<Duration> registration_max_timeout{*this,
                                            "cluster.registration.max-timeout",
                                            {.value = std::chrono::seconds(30),
                                             .min = std::chrono::milliseconds(1),
                                             .text = "Longest time between two tries to register.",
                                             .restart = Restart::kProcess}};

 private:
  static constexpr std::string_view kNoControlPort = "task executors listen for data only";
};
const TaskExecutorOptions& task_executor_options();

}  // namespace eddyline
