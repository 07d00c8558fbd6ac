#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/mutable_column.hpp"
#include "state/key_batch.hpp"
#include "state/row/row_layout.hpp"
#include "state/state_descriptor.hpp"

namespace eddyline::state {

/// What prepare() does for a key without state.
enum class IfMissing : uint8_t { kSkip, kCreate };

/// State rows by position of a KeyBatch: a slot with the value's columns at layout() offsets, or null. Positions of
/// equal keys share one slot. A new slot's value is zeroed: all columns NULL, `created` set for the first position of
/// the key.
struct StateRows {
  std::vector<uint8_t*> slots;
  std::vector<uint8_t> created;
};

/// One row of fixed columns a key, kept beside the key in one slot.
///
/// Per batch: prepare() reads the state of all keys together, the caller works on the slots in input order, then says
/// by written() which it changed and by erase() which go. Slots are valid until the next prepare() or erase() of the
/// same state, and no longer than the batch. As slots are there to be written, their segments count as changed from
/// prepare() on. Thread   one, the subtask's. Errors   kOutOfMemory names the operator and the state; those of reading
/// back what was evicted.
class ValueState {
 public:
  virtual ~ValueState() = default;

  /// `now` stamps created entries, and entries whose time to live has run out are missing; unused while ttl is 0.
  virtual Status prepare(const KeyBatch& keys, IfMissing if_missing, ProcessingTime now, StateRows& out) = 0;
  /// The slots were changed in this batch; repeats and nulls are harmless.
  virtual Status written(std::span<uint8_t* const> slots, ProcessingTime now) = 0;
  /// Removes the entries; each slot at most once.
  virtual Status erase(std::span<uint8_t* const> slots) = 0;

  /// Of the value's columns in a slot.
  virtual const RowLayout& layout() const = 0;
  /// Replaces a string column of a slot; the old text is given back. Fails when memory is used up.
  virtual Status set_string(uint8_t* slot, size_t column, std::string_view text) = 0;
  /// Copies a key column of the slots to rows [at, at + slots.size()) of `out`.
  virtual void gather_key(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const = 0;
  virtual void gather(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const = 0;

  virtual size_t size() const = 0;
  virtual const ValueStateDescriptor& descriptor() const = 0;
};

}  // namespace eddyline::state
