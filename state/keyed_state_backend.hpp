#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/memory/memory_pool.hpp"
#include "state/key_batch.hpp"
#include "state/list_state.hpp"
#include "state/map_state.hpp"
#include "state/snapshot.hpp"
#include "state/time_ordered_rows.hpp"
#include "state/timer_service.hpp"
#include "state/value_state.hpp"

namespace eddyline::state {

/// What one operator instance's keyed state needs to know.
struct KeyedStateOptions {
  /// For messages.
  std::string operator_name;
  KeyHashing hashing;
  /// Keys of other groups must not come; the default is that of parallelism 1.
  KeyGroupRange key_groups{KeyGroup(0), KeyGroup(127)};
  /// The operator's node; must outlive the states. Everything large is reserved here first.
  MemoryPool* memory = nullptr;
};

/// How much of a state a snapshot would have to write.
struct StateChanges {
  std::string state;
  /// What is copied, written and evicted as a whole.
  size_t segments = 0;
  /// Those written to since forget_changes(); all of a state that is new.
  size_t changed = 0;
};

/// The keyed state of one operator instance: makes its named states and owns them.
///
/// States live as long as this. A second state of a name is refused.
/// Thread   one, the subtask's.
class KeyedStateBackend {
 public:
  virtual ~KeyedStateBackend() = default;

  virtual Result<ValueState*> value_state(ValueStateDescriptor descriptor) = 0;
  virtual Result<ListState*> list_state(ListStateDescriptor descriptor) = 0;
  virtual Result<MapState*> map_state(MapStateDescriptor descriptor) = 0;
  virtual Result<TimeOrderedRows*> time_ordered_rows(TimeOrderedRowsDescriptor descriptor) = 0;
  virtual Result<TimerService*> timers(TimerDescriptor descriptor) = 0;

  /// Of all states, in order of their names.
  virtual std::vector<StateChanges> changes() const = 0;
  /// A snapshot has begun that holds all changes so far.
  virtual void forget_changes() = 0;

  /// How a snapshot's rows look, by state, in order of their names.
  virtual std::vector<SnapshotSchema> schemas() const = 0;
  /// Begins a snapshot of all states as they are now; what is not handed on by then is before it changes. Between elements only.
  /// `rows` is borrowed until the snapshot is over.
  virtual void begin_snapshot(SnapshotRows& rows) = 0;
  /// Hands on about `rows` further rows; false once those were all: the snapshot is over.
  virtual bool advance_snapshot(size_t rows) = 0;
  /// Nobody needs the rest.
  virtual void abandon_snapshot() = 0;
  /// Puts rows of a snapshot back, into the state of their schema's name and of this instance's key groups; others are passed over.
  /// A list's elements in order, all else in any.
  /// Errors   kNotFound: no such state here; kValidationError: it has other columns; what writing to the state says.
  virtual Status restore(const SnapshotSchema& schema, const Batch& rows, ProcessingTime now) = 0;

  /// For a KeyBatch of this operator.
  virtual const KeyHashing& hashing() const = 0;
};

/// Makes the keyed state of operators: "hashmap", later "rocksdb".
/// Thread   any.
class StateBackend {
 public:
  virtual ~StateBackend() = default;
  virtual Result<std::unique_ptr<KeyedStateBackend>> create_keyed(KeyedStateOptions options) const = 0;
};

}  // namespace eddyline::state
