#include "common/config/known_keys.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace eddyline {
namespace {

// Options of Flink that change how fast or where a job runs, or what its tools show, but not its rows: they may stand in a script.
// Those that would change rows or keep them safe are declared as options without effect, which refuse to be set.
constexpr auto kKeys = std::to_array<std::string_view>({
    "execution.attached",
    "execution.batch-shuffle-mode",
    "execution.shutdown-on-attached-exit",
    "execution.sorted-inputs.enabled",
    "execution.submit-failed-job-on-application-error",
    "execution.target",
    "pipeline.cached-files",
    "pipeline.classpaths",
    "pipeline.closure-cleaner-level",
    "pipeline.default-kryo-serializers",
    "pipeline.force-avro",
    "pipeline.force-kryo",
    "pipeline.generic-types",
    "pipeline.global-job-parameters",
    "pipeline.jars",
    "pipeline.jobvertex-parallelism-overrides",
    "pipeline.object-reuse",
    "pipeline.operator-chaining.chain-operators-with-different-max-parallelism",
    "pipeline.registered-kryo-types",
    "pipeline.registered-pojo-types",
    "pipeline.serialization-config",
    "pipeline.vertex-description-mode",
    "pipeline.vertex-name-include-index-prefix",
    "pipeline.watermark-alignment.allow-unaligned-source-splits",
    "sql-client.display.color-schema",
    "sql-client.display.show-line-numbers",
    "sql-client.execution.max-table-result.rows",
    "sql-client.verbose",
    "state.backend.latency-track.history-size",
    "state.backend.latency-track.keyed-state-enabled",
    "state.backend.latency-track.sample-interval",
    "table.exec.async-lookup.buffer-capacity",
    "table.exec.async-lookup.output-mode",
    "table.exec.async-lookup.timeout",
    "table.exec.async-state.enabled",
    "table.exec.deduplicate.insert-update-after-sensitive-enabled",
    "table.exec.disabled-operators",
    "table.exec.operator-fusion-codegen.enabled",
    "table.exec.rank.topn-cache-size",
    "table.exec.simplify-operator-name-enabled",
    "table.exec.sink.keyed-shuffle",
    "table.exec.sort.async-merge-enabled",
    "table.exec.sort.default-limit",
    "table.exec.sort.max-num-file-handles",
    "table.exec.spill-compression.block-size",
    "table.exec.spill-compression.enabled",
    "table.exec.uid.format",
    "table.exec.uid.generation",
    "table.exec.window-agg.buffer-size-limit",
    "table.generated-code.max-length",
    "table.optimizer.agg-phase-strategy",
    "table.optimizer.distinct-agg.split.bucket-num",
    "table.optimizer.distinct-agg.split.enabled",
    "table.optimizer.incremental-agg-enabled",
    "table.optimizer.join-reorder-enabled",
    "table.optimizer.multiple-input-enabled",
    "table.optimizer.reuse-optimize-block-with-digest-enabled",
    "table.optimizer.reuse-sink-enabled",
    "table.optimizer.reuse-source-enabled",
    "table.optimizer.reuse-sub-plan-enabled",
    "table.resources.download-dir",
});

/// What Flink's clusters are configured with.
constexpr auto kFamilies = std::to_array<std::string_view>({
    "akka.",
    "blob.",
    "classloader.",
    "client.",
    "cluster.",
    "containerized.",
    "env.",
    "fs.",
    "heartbeat.",
    "high-availability.",
    "historyserver.",
    "io.",
    "jobmanager.",
    "jobstore.",
    "kubernetes.",
    "metrics.",
    "pekko.",
    "process.",
    "python.",
    "queryable-state.",
    "resourcemanager.",
    "rest.",
    "s3.",
    "security.",
    "slot.",
    "slotmanager.",
    "sql-gateway.",
    "state.backend.rocksdb.",
    "taskmanager.",
    "traces.",
    "web.",
    "yarn.",
    "zookeeper.",
});

/// Characters to insert, take out or replace to make one text of the other.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

struct Nearest {
  std::string_view key;
  size_t distance = std::string_view::npos;
};

Nearest nearest_option(std::string_view key, const std::vector<const OptionGroup*>& groups) {
  Nearest nearest;
  for (const OptionGroup* group : groups) {
    for (const OptionBase* option : group->options()) {
      const size_t distance = edit_distance(key, option->key());
      if (distance < nearest.distance) nearest = {option->key(), distance};
    }
  }
  return nearest;
}

/// Longer keys are of no option's, and are not worth a search.
constexpr size_t kLongestKey = 200;

}  // namespace

std::string unknown_key_warning(std::string_view key, const std::vector<const OptionGroup*>& groups) {
  const std::string quoted = "'" + std::string(key) + "'";
  const std::string of_flink = quoted + " is an option of Flink that is not supported yet and has no effect";
  if (std::ranges::find(kKeys, key) != kKeys.end()) return of_flink;
  const Nearest nearest = key.size() > kLongestKey ? Nearest() : nearest_option(key, groups);
  const std::string unknown = quoted + " is no known option and has no effect";
  constexpr size_t kTypingError = 2;
  const bool misspelt = nearest.distance <= kTypingError;
  const bool of_family = std::ranges::any_of(kFamilies, [&](std::string_view family) { return key.starts_with(family); });
  if (of_family && !misspelt) return of_flink;
  // A third of the key may differ in what still reads alike.
  if (!misspelt && (nearest.key.empty() || nearest.distance > key.size() / 3)) return unknown;
  return unknown + ". Did you mean '" + std::string(nearest.key) + "'?";
}

}  // namespace eddyline
