#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/clock/clock.hpp"
#include "common/columnar/batch.hpp"
#include "common/file/text_output.hpp"
#include "common/stream/changelog_mode.hpp"

namespace eddyline::connectors {

/// Something written but not yet visible: kept in the checkpoint, made visible once that is complete. A value of the
/// connector's own bytes.
struct Committable {
  std::string bytes;
  friend bool operator==(const Committable&, const Committable&) = default;
};

/// What a subtask lends its writer; everything pointed to outlives the writer.
struct SinkWriterContext {
  SubtaskIndex subtask{0};
  Parallelism parallelism{1};
  const Clock* clock = nullptr;
  /// Standard output and standard error of the process that runs the subtask.
  TextOutput* standard_output = nullptr;
  TextOutput* standard_error = nullptr;
};

/// Writes the rows of one subtask.
/// Thread   the subtask's.
class SinkWriter {
 public:
  virtual ~SinkWriter() = default;
  /// Takes the batch's selected rows in order, each with its kind.
  virtual Status write(const Batch& batch) = 0;
  /// Hands on what is held back. Called when the input runs empty, before a barrier and at the end of input.
  virtual Status flush() = 0;
  /// Two-phase sinks: ends what was written since the last call. Called after flush() at a barrier and at the end.
  virtual Result<std::vector<Committable>> prepare_commit() { return std::vector<Committable>(); }
  virtual Status close() { return {}; }
};

/// Makes committables visible; committing one again does nothing. Lives where blocking work may run.
class SinkCommitter {
 public:
  virtual ~SinkCommitter() = default;
  virtual Status commit(const std::vector<Committable>& committables) = 0;
};

/// A table of a connector as something to write: made from the table's description, at planning and again where it
/// runs. Immutable.
class TableSink {
 public:
  virtual ~TableSink() = default;
  /// The kinds that the sink takes when the query would give `requested`.
  virtual ChangelogMode changelog_mode(ChangelogMode requested) const = 0;
  /// From 'sink.parallelism'; nothing takes the input's.
  virtual std::optional<Parallelism> parallelism() const { return std::nullopt; }
  /// Batches have the table's physical columns, in order.
  virtual Result<std::unique_ptr<SinkWriter>> create_writer(const SinkWriterContext& context) const = 0;
  /// Null for sinks whose rows are visible when written.
  virtual std::unique_ptr<SinkCommitter> create_committer() const { return nullptr; }
};

}  // namespace eddyline::connectors
