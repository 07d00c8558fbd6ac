#pragma once

#include "common/config/option.hpp"

namespace eddyline {

enum class RuntimeMode { kStreaming, kBatch, kAutomatic };

template <>
struct OptionEnumerators<RuntimeMode> {
  static constexpr std::array<std::string_view, 3> names{"STREAMING", "BATCH", "AUTOMATIC"};
};

/// How a job is cut into subtasks and run.
struct ExecutionOptions : OptionGroup {
  ExecutionOptions() : OptionGroup("Pipeline and execution", "Set for a session or in the file; a job takes a copy.") {}

  Option<std::string> pipeline_name{
      *this, "pipeline.name", {.text = "Name of the job; without it the name is made from the statement."}};
  Option<int32_t> default_parallelism{
      *this, "parallelism.default", {.value = 1, .min = 1, .max = 32768, .text = "Parallel subtasks of an operator."}};
  Option<int32_t> max_parallelism{
      *this,
      "pipeline.max-parallelism",
      {.value = -1,
       .min = -1,
       .max = 32768,
       .text = "Number of key groups, the limit of later rescaling; -1 takes the power of two at or above 1.5 times the "
               "parallelism, at least 128."}};
  Option<Duration> auto_watermark_interval{
      *this,
      "pipeline.auto-watermark-interval",
      {.value = std::chrono::milliseconds(200), .min = Duration(0), .text = "How often watermarks are emitted."}};
  Option<bool> operator_chaining{
      *this,
      "pipeline.operator-chaining.enabled",
      {.value = true,
       .text = "Whether operators without an exchange between them share a subtask.",
       .deprecated = {"pipeline.operator-chaining"}}};
  Option<RuntimeMode> runtime_mode{
      *this,
      "execution.runtime-mode",
      {.value = RuntimeMode::kStreaming, .text = "Streaming or batch execution.", .only = RuntimeMode::kStreaming}};
  Option<Duration> buffer_timeout{
      *this,
      "execution.buffer-timeout.interval",
      {.value = std::chrono::milliseconds(100),
       .min = Duration(0),
       .text = "Longest time that a producer with more to do may hold back rows in a partly filled batch.",
       .deprecated = {"execution.buffer-timeout"}}};
};
const ExecutionOptions& execution_options();

}  // namespace eddyline
