#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/mutable_column.hpp"
#include "state/key_batch.hpp"
#include "state/state_descriptor.hpp"

namespace eddyline::state {

enum class TimeDomain : uint8_t { kEventTime, kProcessingTime };

/// Timers that have come, in order of time, then of registration. Their keys are in `keys`, one column a key column.
struct DueTimers {
  std::vector<int64_t> times;
  std::vector<int64_t> namespaces;
  std::vector<ColumnPtr> keys;
  size_t size() const { return times.size(); }
};

/// Call-backs at a time, per key and namespace, kept with the state. (key, namespace, time) is a set: registering twice
/// gives one call. Times are milliseconds: of the watermark in event time, of the wall clock in processing time. Thread
/// one, the subtask's. Errors   kOutOfMemory names the operator and the state; those of reading back what was evicted.
class TimerService {
 public:
  virtual ~TimerService() = default;

  /// One timer a position. `times` and `namespaces` are indexed by physical row; null `namespaces` means 0.
  virtual Status add(TimeDomain domain, const KeyBatch& keys, const int64_t* times, const int64_t* namespaces) = 0;
  /// Removes timers; those that are not there are passed over.
  virtual Status remove(TimeDomain domain, const KeyBatch& keys, const int64_t* times, const int64_t* namespaces) = 0;

  /// Takes up to `limit` timers with time <= `until`, replacing what is in `out`; true while there may be more. A timer
  /// added with a time already past comes with the next call.
  virtual Result<bool> take_due(TimeDomain domain, int64_t until, size_t limit, DueTimers& out) = 0;
  /// The earliest timer.
  virtual std::optional<int64_t> next(TimeDomain domain) const = 0;

  virtual size_t size(TimeDomain domain) const = 0;
  virtual const TimerDescriptor& descriptor() const = 0;
};

}  // namespace eddyline::state
