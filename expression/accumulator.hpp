#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "common/base/status.hpp"
#include "common/columnar/column.hpp"
#include "common/columnar/data_type.hpp"
#include "common/columnar/mutable_column.hpp"
#include "common/columnar/row_kind.hpp"
#include "common/columnar/selection.hpp"

namespace eddyline::expression {

/// Where one accumulator field lies in a slot. Fields of nullable type have a presence bit, set where there is a value;
/// a zeroed slot is the empty accumulator.
struct FieldPlace {
  size_t offset = 0;
  size_t presence_byte = 0;
  uint8_t presence_mask = 0;
};

/// Keeps the texts of string fields, which lie in a slot as StoredText; implemented by the state.
class TextStore {
 public:
  virtual ~TextStore() = default;
  /// Replaces the text of the string field at `place`, which may be a part of the old one. Called when a field changes, not by row.
  virtual Status set_text(uint8_t* slot, const FieldPlace& place, std::string_view text) = 0;
};

/// Which end of a group's values.
enum class Extreme : uint8_t { kLeast, kGreatest };

/// The values of groups from the least to the greatest; implemented by the operator.
class ValueOrder {
 public:
  virtual ~ValueOrder() = default;
  /// The count of position `position`'s value came from 0 to 1.
  virtual void appeared(size_t position) = 0;
  /// Address of the extreme of the group's values with a count above 0, as stored by row codecs (text: StoredText); null if there is
  /// none. Called when an extreme goes, not by row; takes O(log n) steps among n values, O(n log n) when a group is first asked.
  virtual const uint8_t* extreme(size_t position, Extreme which) = 0;
};

/// How often each value of a group is there, for the chunk at hand: kept beside the accumulator where a retraction must find the next
/// extreme, and for DISTINCT. The operator keeps the entries, in map state.
struct ValueCounts {
  /// By position; null for a row without count.
  uint8_t* const* entries = nullptr;
  /// Of the count, an int64, in an entry.
  size_t count_offset = 0;
  /// Null for DISTINCT.
  ValueOrder* order = nullptr;

  /// Adds to the count of a position's value in its group; answers the count after. An entry that comes to 0 goes.
  int64_t add(size_t position, int64_t delta) const {
    uint8_t* at = entries[position] + count_offset;
    int64_t count;
    std::memcpy(&count, at, sizeof(count));
    count += delta;
    std::memcpy(at, &count, sizeof(count));
    if (count == 1 && delta > 0 && order != nullptr) order->appeared(position);
    return count;
  }
};

/// Input rows with the accumulators they go to. "Position" counts the rows in input order; those in [first, rows.count) are meant.
struct AccumulatorInput {
  size_t first = 0;
  /// By position; null: the row is passed over. Equal groups share a slot.
  uint8_t* const* slots = nullptr;
  /// Physical row of each position.
  SelectedRows rows;
  /// By physical row; null for COUNT(*).
  const DecodedColumn* argument = nullptr;
  /// By physical row; null: all rows add.
  const RowKind* kinds = nullptr;
  /// By position, 0 where FILTER or DISTINCT keeps the row out; null: all take part.
  const uint8_t* takes_part = nullptr;
  /// Counts of the argument's values; none unless the accumulator counts_values().
  ValueCounts counts;
};

/// Which of a row's results a changelog shows: of a new group only that after, of a group that goes only that before.
inline constexpr uint8_t kWantsBefore = 1;
inline constexpr uint8_t kWantsAfter = 2;

/// Results before and after each row, for a changelog: position i's go to rows 2i and 2i + 1 of `results`, which has
/// room for them.
struct ResultPairs {
  MutableColumn& results;
  /// By position; a result not wanted is unspecified.
  const uint8_t* wanted;
  /// By position; set to 1 where both are wanted and differ, else left alone.
  uint8_t* changed;
};

/// The kernels of one aggregate call over accumulators that lie inline in state slots.
///
/// Thread   one subtask's.
/// Errors   only those of the TextStore.
class Accumulator {
 public:
  virtual ~Accumulator() = default;

  /// The accumulator's typed fields, as savepoints see them.
  virtual const RowType& fields() const = 0;
  /// True if the accumulator reads AccumulatorInput::counts.
  virtual bool counts_values() const { return false; }
  /// Says where the fields lie, one place a field; before any other call. `texts` may be null if no field is a string.
  virtual void bind(std::span<const FieldPlace> places, TextStore* texts) = 0;

  /// Adds rows (+I, +U) and takes rows back (-U, -D) in order.
  virtual Status update(const AccumulatorInput& input) = 0;
  /// The same, and notes the result before and after every row that has a slot.
  virtual Status update_with_results(const AccumulatorInput& input, const ResultPairs& pairs) = 0;
  /// Folds accumulators into others of the same layout: into[i] += from[i]. CHECKs !counts_values().
  virtual Status merge(std::span<uint8_t* const> into, std::span<const uint8_t* const> from) = 0;
  /// Results of accumulators, to rows [at, at + slots.size()).
  virtual void emit(std::span<const uint8_t* const> slots, MutableColumn& out, size_t at) const = 0;
};

}  // namespace eddyline::expression
