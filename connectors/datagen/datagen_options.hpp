#pragma once

#include "common/config/option.hpp"

namespace eddyline::connectors {

/// Keys of 'connector' = 'datagen' that every table takes.
struct DatagenOptions : OptionGroup {
  DatagenOptions() : OptionGroup("datagen", "Generates rows.") {}

  Option<int64_t> rows_per_second{
      *this,
      "rows-per-second",
      {.value = 10000,
       .min = 1,
       .text = "Rate of the whole table; each subtask gives its share, rounded up, at the start of each second."}};
  Option<int64_t> number_of_rows{
      *this, "number-of-rows", {.min = 0, .text = "Makes the table bounded: rows of all subtasks together."}};
  Option<int32_t> parallelism{
      *this, "scan.parallelism", {.min = 1, .text = "Parallel subtasks of the source; without it those of the job."}};
};
const DatagenOptions& datagen_options();

/// Of every field.
struct DatagenFieldOptions : OptionGroup {
  DatagenFieldOptions() : OptionGroup("datagen fields", "Keys of one field, '#' is its name.") {}

  Option<std::string> kind{*this, "fields.#.kind", {.value = "random", .text = "random or sequence."}};
};
const DatagenFieldOptions& datagen_field_options();

/// Of fields of the kind sequence. Numbers are read by the type of the field.
struct DatagenSequenceOptions : OptionGroup {
  DatagenSequenceOptions() : OptionGroup("datagen sequences", "Keys of a field of the kind sequence.") {}

  Option<int64_t> start{*this, "fields.#.start", {.text = "First value of the sequence; required."}};
  Option<int64_t> end{*this, "fields.#.end", {.text = "Last value of the sequence; required."}};
};
const DatagenSequenceOptions& datagen_sequence_options();

/// Of fields of the kind random.
struct DatagenRandomOptions : OptionGroup {
  DatagenRandomOptions() : OptionGroup("datagen random fields", "Keys of a field of the kind random.") {}

  Option<double> null_rate{
      *this, "fields.#.null-rate", {.value = 0.0, .min = 0.0, .max = 1.0, .text = "Share of NULLs."}};
};
const DatagenRandomOptions& datagen_random_options();

/// Of random numbers and intervals. Texts, because the type of the field says how they are read.
struct DatagenRangeOptions : OptionGroup {
  DatagenRangeOptions() : OptionGroup("datagen random numbers", "Keys of a random number or interval.") {}

  Option<std::string> min{*this, "fields.#.min", {.text = "Smallest value; without it that of the type."}};
  Option<std::string> max{*this, "fields.#.max", {.text = "Largest value; without it that of the type."}};
};
const DatagenRangeOptions& datagen_range_options();

/// Of random timestamps.
struct DatagenTimestampOptions : OptionGroup {
  DatagenTimestampOptions() : OptionGroup("datagen random timestamps", "Keys of a random timestamp.") {}

  Option<Duration> max_past{
      *this, "fields.#.max-past", {.value = Duration(0), .min = Duration(0), .text = "How far before now it may lie."}};
};
const DatagenTimestampOptions& datagen_timestamp_options();

/// Of random strings and bytes.
struct DatagenLengthOptions : OptionGroup {
  DatagenLengthOptions() : OptionGroup("datagen random strings", "Keys of a random string or of random bytes.") {}

  Option<int32_t> length{
      *this,
      "fields.#.length",
      {.min = 1, .max = 16 << 20, .text = "Characters or bytes; without it the length of the type, 100 for STRING and BYTES."}};
  Option<bool> variable_length{
      *this, "fields.#.var-len", {.value = false, .text = "Whether the length is random, from 1 to the length."}};
};
const DatagenLengthOptions& datagen_length_options();

}  // namespace eddyline::connectors
