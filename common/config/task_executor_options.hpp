#pragma once

#include "common/config/option.hpp"

namespace eddyline {

/// What one task executor process offers.
struct TaskExecutorOptions : OptionGroup {
  TaskExecutorOptions() : OptionGroup("Task executor", "Read when the process starts.") {}

  Option<int32_t> slots{*this,
                        "taskmanager.numberOfTaskSlots",
                        {.value = 1,
                         .min = 1,
                         .text = "Slots of the process.",
                         .restart = Restart::kProcess,
                         .no_effect_yet = "a job gets as many slots as its parallelism"}};
  Option<Bytes> process_size{
      *this,
      "taskmanager.memory.process.size",
      {.min = Bytes(128ULL << 20),
       .text = "Memory budget of the process. A quarter of it, at least 96 mb, is left for what is not counted; a job that "
               "needs more state and exchange buffers than the rest fails. Without it there is no limit.",
       .restart = Restart::kProcess}};
  Option<Bytes> segment_size{*this,
                             "taskmanager.memory.segment-size",
                             {.value = Bytes(32 << 10),
                              .min = Bytes(4 << 10),
                              .max = Bytes(1 << 20),
                              .text = "Unit of the credit that a receiver grants to a sender.",
                              .restart = Restart::kProcess}};
  Option<Bytes> network_size{
      *this,
      "taskmanager.memory.network.max",
      {.value = Bytes(512ULL << 20),
       .min = Bytes(1ULL << 20),
       .text = "What the exchanges of a job share out: credit that receivers grant, and rows that senders gather. A job of high "
               "parallelism gives each channel less, but 1 kb of both at least.",
       .restart = Restart::kProcess}};
};
const TaskExecutorOptions& task_executor_options();

}  // namespace eddyline
