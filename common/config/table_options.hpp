#pragma once

#include "common/config/option.hpp"

namespace eddyline {

enum class NotNullEnforcer { kError, kDrop };
enum class TypeLengthEnforcer { kIgnore, kTrimPad, kError };
enum class RowtimeInserter { kEnabled, kDisabled };
enum class UpsertMaterialize { kNone, kAuto, kForce };

template <>
struct OptionEnumerators<NotNullEnforcer> {
  static constexpr std::array<std::string_view, 2> names{"ERROR", "DROP"};
};
template <>
struct OptionEnumerators<TypeLengthEnforcer> {
  static constexpr std::array<std::string_view, 3> names{"IGNORE", "TRIM_PAD", "ERROR"};
};
template <>
struct OptionEnumerators<RowtimeInserter> {
  static constexpr std::array<std::string_view, 2> names{"ENABLED", "DISABLED"};
};
template <>
struct OptionEnumerators<UpsertMaterialize> {
  static constexpr std::array<std::string_view, 3> names{"NONE", "AUTO", "FORCE"};
};

/// Settings of statements and of the jobs made from them.
struct TableOptions : OptionGroup {
  TableOptions() : OptionGroup("Tables and statements", "Set for a session; a statement reads them when it runs.") {}

  Option<std::string> local_time_zone{
      *this,
      "table.local-time-zone",
      {.value = "default",
       .text = "Time zone of the session: a name such as Europe/Berlin, an offset such as GMT-08:00, or 'default' for "
               "the zone of the machine."}};
  Option<bool> dml_sync{
      *this, "table.dml-sync", {.value = false, .text = "Whether INSERT waits until its job has ended."}};
  Option<int32_t> display_max_column_width{
      *this,
      "table.display.max-column-width",
      {.value = 30,
       .min = 1,
       .max = 1'000'000,
       .text = "Widest column of a result of types whose width is not fixed; longer text is cut."}};

  Option<Duration> source_idle_timeout{
      *this,
      "table.exec.source.idle-timeout",
      {.value = Duration(0),
       .min = Duration(0),
       .text = "A source task without rows for this long no longer holds back the watermark; 0 switches it off."}};
  Option<Duration> state_ttl{
      *this,
      "table.exec.state.ttl",
      {.value = Duration(0), .min = Duration(0), .text = "How long unused state is kept at least; 0 keeps it for ever."}};
  Option<Duration> interval_join_min_cleanup_interval{
      *this,
      "table.exec.interval-join.min-cleanup-interval",
      {.value = Duration(0),
       .min = Duration(0),
       .text = "How long an interval join keeps a row after its window has closed: an unmatched row of the outer side is "
               "padded that much later, and a late row may still match. Early fire is not delayed."}};
  Option<int32_t> default_parallelism{
      *this,
      "table.exec.resource.default-parallelism",
      {.value = -1, .min = -1, .max = 32768, .text = "Parallelism of all operators; -1 takes parallelism.default."}};

  Option<bool> legacy_bytes_to_string_cast{
      *this,
      "table.exec.legacy-bytes-to-string-cast",
      {.value = false,
       .text = "Whether CAST and TRY_CAST of bytes to text replace what is no UTF-8 by U+FFFD; otherwise CAST fails and "
               "TRY_CAST gives NULL."}};

  Option<bool> mini_batch_enabled{*this,
                                  "table.exec.mini-batch.enabled",
                                  {.value = false,
                                   .text = "Whether operators hold input back to work on many rows.",
                                   .only = false}};
  Option<Duration> mini_batch_allow_latency{
      *this,
      "table.exec.mini-batch.allow-latency",
      {.value = Duration(0),
       .min = Duration(0),
       .text = "Longest time that a mini-batch is held back.",
       .only = Duration(0)}};
  Option<int64_t> mini_batch_size{
      *this,
      "table.exec.mini-batch.size",
      {.value = -1, .min = -1, .text = "Most rows of a mini-batch; must be set when mini-batches are enabled.", .only = -1}};

  Option<bool> sink_require_on_conflict{
      *this,
      "table.exec.sink.require-on-conflict",
      {.value = true,
       .text = "Whether INSERT needs ON CONFLICT when the query's upsert key differs from the sink's primary key."}};
  Option<bool> dynamic_table_options_enabled{
      *this,
      "table.dynamic-table-options.enabled",
      {.value = true, .text = "Whether an OPTIONS hint may change a table's options for one statement."}};
  Option<NotNullEnforcer> sink_not_null_enforcer{
      *this,
      "table.exec.sink.not-null-enforcer",
      {.value = NotNullEnforcer::kError,
       .text = "What a sink does with NULL for a NOT NULL column: fail the job or drop the row."}};
  Option<TypeLengthEnforcer> sink_type_length_enforcer{
      *this,
      "table.exec.sink.type-length-enforcer",
      {.value = TypeLengthEnforcer::kIgnore,
       .text = "What a sink does with a value longer or shorter than CHAR, VARCHAR, BINARY or VARBINARY says.",
       .only = TypeLengthEnforcer::kIgnore}};
  Option<RowtimeInserter> sink_rowtime_inserter{
      *this,
      "table.exec.sink.rowtime-inserter",
      {.value = RowtimeInserter::kEnabled, .text = "Whether a sink row carries the query's rowtime as its timestamp."}};
  Option<UpsertMaterialize> sink_upsert_materialize{
      *this,
      "table.exec.sink.upsert-materialize",
      {.value = UpsertMaterialize::kAuto,
       .text = "Whether updates are brought into the order of the sink's primary key before the sink."}};
};
const TableOptions& table_options();

}  // namespace eddyline
