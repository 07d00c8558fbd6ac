#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/clock/clock.hpp"
#include "common/columnar/batch.hpp"
#include "common/stream/changelog_mode.hpp"

namespace eddyline::connectors {

/// A part of a source together with the place up to which it was read: what the enumerator deals out, what a reader
/// works on, what a snapshot keeps. A value.
struct SourceSplit {
  /// Unique within the source and the same after every restore.
  std::string id;
  /// The connector's own bytes: description and offset. Read by later versions of the same connector.
  std::string state;
  friend bool operator==(const SourceSplit&, const SourceSplit&) = default;
};

/// What a subtask's splits are in a snapshot.
std::string encode_splits(const std::vector<SourceSplit>& splits);
/// Trusts nothing. Errors   kDataError for bytes that encode_splits did not write.
Result<std::vector<SourceSplit>> decode_splits(std::string_view bytes);

/// The splits of each subtask, indexed by subtask.
using SplitAssignment = std::vector<std::vector<SourceSplit>>;

/// Deals the splits of a source out to its subtasks. Lives where the job is coordinated, once a source.
/// Thread   one.
class SplitEnumerator {
 public:
  virtual ~SplitEnumerator() = default;
  /// The splits to start with. `restored`: null for a fresh start, else every split that a snapshot kept, of whatever
  /// parallelism it was taken at. The result has one entry a subtask.
  virtual Result<SplitAssignment> assign(Parallelism parallelism, const std::vector<SourceSplit>* restored) = 0;
};

/// Split n to subtask n modulo parallelism.
SplitAssignment deal_in_turn(std::vector<SourceSplit> splits, Parallelism parallelism);

/// What one call of a reader gives and when the next one is worth making.
struct ReadOutcome {
  enum class Next : uint8_t {
    kMore,  // read again as soon as there is room
    kIdle,  // nothing until `wake_at`, or until the reader calls the context's wake
    kEnd,   // nothing any more
  };

  /// May be empty. Its split() numbers the reader's splits.
  Batch batch;
  /// From sources that make their own watermarks; holds for what follows `batch`.
  std::optional<EventTime> watermark;
  Next next = Next::kMore;
  /// With kIdle; nothing means that only the context's wake ends the wait.
  std::optional<ProcessingTime> wake_at;

  static ReadOutcome more(Batch batch) {
    return {.batch = std::move(batch), .watermark = {}, .next = Next::kMore, .wake_at = {}};
  }
  static ReadOutcome idle(Batch batch, std::optional<ProcessingTime> wake_at) {
    return {.batch = std::move(batch), .watermark = {}, .next = Next::kIdle, .wake_at = wake_at};
  }
  static ReadOutcome end(Batch batch = {}) {
    return {.batch = std::move(batch), .watermark = {}, .next = Next::kEnd, .wake_at = {}};
  }
};

/// What a subtask lends its reader; everything pointed to outlives the reader.
struct SourceReaderContext {
  SubtaskIndex subtask{0};
  Parallelism parallelism{1};
  BatchLimits limits;
  const Clock* clock = nullptr;
  /// Makes what is random repeatable; without one the reader draws a seed from the system.
  std::optional<uint64_t> seed;
  /// Has the subtask poll the reader again. Thread: any. Empty where no reader needs it.
  std::function<void()> wake;
};

/// Reads the splits of one subtask. Never blocks; never gives a row twice.
/// Thread   the subtask's.
class SourceReader {
 public:
  virtual ~SourceReader() = default;
  /// Splits to read from now on, as the enumerator dealt them or as a snapshot kept them. Called once before the first
  /// read(), possibly with none, and again when more are found.
  virtual Status add_splits(std::vector<SourceSplit> splits) = 0;
  /// One batch within the context's limits. Not called again after kEnd.
  virtual Result<ReadOutcome> read() = 0;
  /// The splits as of the rows given so far: put into a checkpoint between two reads.
  virtual Result<std::vector<SourceSplit>> snapshot() = 0;
  virtual Status close() { return {}; }
};

enum class Boundedness : uint8_t { kBounded, kUnbounded };

/// What the planner may hand down to a source.
struct SourceAbilities {
  /// The reader gives watermarks of its own: what SOURCE_WATERMARK() stands for.
  bool source_watermark = false;
  /// Several splits a reader, each with a watermark of its own: the generator can be pushed into the source.
  bool split_watermarks = false;
};

/// What planning asks of a source.
struct SourceDescriptor {
  Boundedness boundedness = Boundedness::kUnbounded;
  ChangelogMode changelog_mode = ChangelogMode::insert_only();
  SourceAbilities abilities;
  /// From 'scan.parallelism'; nothing takes the job's.
  std::optional<Parallelism> parallelism;
};

/// A table of a connector as something to read: made from the table's description, at planning and again where it runs.
/// Immutable.
class TableSource {
 public:
  virtual ~TableSource() = default;
  virtual SourceDescriptor descriptor() const = 0;
  virtual std::unique_ptr<SplitEnumerator> create_enumerator() const = 0;
  /// Batches of the reader have the table's physical columns, in order.
  virtual Result<std::unique_ptr<SourceReader>> create_reader(const SourceReaderContext& context) const = 0;
};

}  // namespace eddyline::connectors
