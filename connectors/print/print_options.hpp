#pragma once

#include "common/config/option.hpp"

namespace eddyline::connectors {

/// Keys of 'connector' = 'print'.
struct PrintOptions : OptionGroup {
  PrintOptions() : OptionGroup("print", "Writes rows as lines of text.") {}

  Option<std::string> identifier{*this, "print-identifier", {.text = "Stands before every line, followed by '> '."}};
  Option<bool> standard_error{
      *this,
      "standard-error",
      {.value = false, .text = "Whether rows go to standard error instead of standard output."}};
  Option<int32_t> parallelism{
      *this, "sink.parallelism", {.min = 1, .text = "Parallel subtasks of the sink; without it those of its input."}};
};
const PrintOptions& print_options();

}  // namespace eddyline::connectors
