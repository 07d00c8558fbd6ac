#include "state/hashmap/timed/hashmap_time_ordered_rows.hpp"

#include <algorithm>
#include <cstddef>

#include "state/hashmap/timed/timed_probe.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {
namespace {

constexpr size_t kPrefetchDistance = 16;
/// Rows linked and then filled column by column before the next: their slots stay in the first-level cache.
constexpr size_t kAppendBlock = 256;

}  // namespace

HashmapTimeOrderedRows::HashmapTimeOrderedRows(TimeOrderedRowsDescriptor descriptor, const KeyedStateOptions& options,
                                               BlockAllocator& blocks)
    : descriptor_(std::move(descriptor)),
      owner_(options.operator_name + ": state '" + descriptor_.name + "'"),
      blocks_(&blocks),
      schema_(SnapshotSchema::of(descriptor_)),
      shape_(descriptor_),
      segments_(options, blocks, shape_, schema_) {
  for (size_t kind = 0; kind < shape_.kinds.size(); ++kind) due_.emplace_back(shape_, kind, blocks);
}

Status HashmapTimeOrderedRows::open() {
  return no_memory(segments_.open());
}

Status HashmapTimeOrderedRows::no_memory(const Status& why) const {
  return why.ok() ? why : why.with_context(owner_);
}

Status HashmapTimeOrderedRows::append(const RowsToAppend& rows) {
  for (DueQueue& due : due_) RETURN_IF_ERROR(no_memory(due.put_back(segments_)));
  appending_.rows.clear();
  rows.keys.rows().for_each([&](size_t row) {
    if (rows.times[row] > expired_) appending_.rows.push_back(static_cast<int32_t>(row));
  });
  if (appending_.rows.empty()) return Status();
  RETURN_IF_ERROR(no_memory(make_room(rows)));
  read_columns(rows);
  const size_t count = appending_.count();
  appending_.slots.resize(count);
  appending_.segments.resize(count);
  appending_.positions.resize(count);
  for (size_t first = 0; first < count; first += kAppendBlock) {
    const size_t part = std::min(kAppendBlock, count - first);
    RETURN_IF_ERROR(no_memory(link_rows(rows, first, part)));
    RETURN_IF_ERROR(no_memory(store_rows(rows, first, part)));
  }
  return no_memory(schedule_rows());
}

void HashmapTimeOrderedRows::read_columns(const RowsToAppend& rows) {
  appending_.columns.clear();
  appending_.all_present.assign(rows.columns.size(), false);
  std::ranges::fill(appending_.presence, uint8_t{0});
  for (size_t column = 0; column < rows.columns.size(); ++column) {
    const DecodedColumn& source = appending_.columns.emplace_back(*rows.columns[column]);
    const RowLayout::Presence& bit = shape_.row.presence(column);
    if (source.may_have_nulls() || shape_.row.type(column) == PhysicalType::kString ||
        bit.byte >= sizeof(TimedRowHeader)) {
      continue;
    }
    appending_.presence[bit.byte - offsetof(TimedRowHeader, presence)] |= bit.mask;
    appending_.all_present[column] = true;
  }
}

Status HashmapTimeOrderedRows::make_room(const RowsToAppend& rows) {
  const uint64_t* hashes = rows.keys.hashes();
  const uint64_t rebuilds_before = segments_.rebuild_count();
  for (bool again = true; again;) {
    more_.assign(segments_.count(), 0);
    if (segments_.count() == 1) {
      more_[0] = appending_.count();
    } else {
      for (const int32_t row : appending_.rows) ++more_[segments_.index_of(hashes[row])];
    }
    ASSIGN_OR_RETURN(again, segments_.make_room(more_, expired_));
  }
  if (segments_.rebuild_count() != rebuilds_before) forget_next();
  return Status();
}

Status HashmapTimeOrderedRows::link_rows(const RowsToAppend& rows, size_t first, size_t count) {
  const uint64_t* hashes = rows.keys.hashes();
  const SelectedRows part = appending_.part(first, count);
  for (size_t i = 0; i < count; ++i) {
    if (i + kPrefetchDistance < count) {
      const uint64_t ahead = hashes[part[i + kPrefetchDistance]];
      __builtin_prefetch(segments_[segments_.index_of(ahead)].head(ahead), 1);
    }
    const size_t row = part[i];
    const size_t index = segments_.index_of(hashes[row]);
    segments_.touch(index);
    TimedSegment& segment = segments_[index];
    const uint8_t flags = rows.flags == nullptr ? uint8_t{0} : rows.flags[row];
    uint8_t* slot = segment.append(hashes[row], rows.times[row], next_sequence_++, flags);
    if (slot == nullptr) return blocks_->status();
    std::memcpy(header_of(slot).presence, appending_.presence, sizeof(appending_.presence));
    if (appending_.marks != nullptr) header_of(slot).marks = appending_.marks[row];
    appending_.slots[first + i] = slot;
    appending_.segments[first + i] = static_cast<uint32_t>(index);
    appending_.positions[first + i] = segment.slabs().end() - 1;
  }
  return Status();
}

Status HashmapTimeOrderedRows::store_rows(const RowsToAppend& rows, size_t first, size_t count) {
  const SelectedRows part = appending_.part(first, count);
  uint8_t* const* slots = appending_.slots.data() + first;
  for (size_t column = 0; column < appending_.columns.size(); ++column) {
    if (shape_.row.type(column) == PhysicalType::kString) {
      RETURN_IF_ERROR(store_texts(column, first, count));
    } else if (appending_.all_present[column]) {
      store_present_values(appending_.columns[column], part, shape_.row, column, slots);
    } else {
      store_values(appending_.columns[column], part, shape_.row, column, slots);
    }
  }
  if (shape_.given_offset == 0) return Status();
  CHECK(rows.given_deadlines != nullptr) << owner_ << " needs deadlines";
  for (size_t i = 0; i < count; ++i) store_value(slots[i], shape_.given_offset, rows.given_deadlines[part[i]]);
  return Status();
}

Status HashmapTimeOrderedRows::store_texts(size_t column, size_t first, size_t count) {
  const SelectedRows part = appending_.part(first, count);
  for (size_t i = 0; i < count; ++i) {
    TimedSlabs& room = segments_[appending_.segments[first + i]].slabs();
    uint8_t* slot = appending_.slots[first + i];
    if (!store_text(appending_.columns[column], part[i], shape_.row, column, slot, room)) return blocks_->status();
  }
  return Status();
}

Status HashmapTimeOrderedRows::schedule_rows() {
  for (size_t kind = 0; kind < due_.size(); ++kind) {
    for (size_t i = 0; i < appending_.slots.size(); ++i) {
      const uint8_t* slot = appending_.slots[i];
      if (!shape_.is_waiting(slot, kind)) continue;
      const int64_t deadline = shape_.deadline(slot, kind);
      DeadlineCalendar& calendar = segments_[appending_.segments[i]].calendar(kind);
      if (!calendar.add(deadline, appending_.positions[i])) return blocks_->status();
      due_[kind].note_added(deadline, slot);
    }
  }
  return Status();
}

Result<bool> HashmapTimeOrderedRows::find(const KeyBatch& keys, const TimeWindow& window, ProbeCursor& cursor,
                                          size_t limit, RowMatches& out) {
  TimedProbe probe(segments_, shape_, expired_);
  return probe.find(keys, window, cursor, limit, out);
}

Status HashmapTimeOrderedRows::add_flags(std::span<const RowHandle> rows, uint8_t flags) {
  for (const RowHandle row : rows) {
    if ((row.flags() & flags) == flags) continue;
    uint8_t* slot = RowSlots::slot(row);
    segments_.touch(segments_.index_of_row(slot), slot);
    header_of(slot).flags |= flags;
  }
  return Status();
}

void HashmapTimeOrderedRows::gather(std::span<const RowHandle> rows, size_t column, MutableColumn& out,
                                    size_t at) const {
  load_column(RowSlots::slots(rows), shape_.row, column, out, at);
}

Result<bool> HashmapTimeOrderedRows::take_due(size_t kind, int64_t until, size_t limit, DueRows& out) {
  Result<bool> more = due_[kind].take(segments_, until, limit, out);
  return more.ok() ? more : Result<bool>(no_memory(more.status()));
}

std::optional<int64_t> HashmapTimeOrderedRows::next_deadline(size_t kind) {
  return due_[kind].next(segments_);
}

Status HashmapTimeOrderedRows::expire(int64_t limit) {
  if (limit <= expired_) return Status();
  for (DueQueue& due : due_) RETURN_IF_ERROR(no_memory(due.put_back(segments_)));
  forget_next();
  expired_ = limit;
  for (size_t index = 0; index < segments_.count(); ++index) {
    TimedSlabs& slabs = segments_[index].slabs();
    if (!slabs.may_expire(limit) || !segments_.may_drop_slabs(index)) continue;
    segments_.touch(index);
    slabs.expire(limit);
  }
  return Status();
}

Status HashmapTimeOrderedRows::restore(const RestoredRows& rows) {
  const size_t count = rows.columns.front()->size();
  const DecodedColumn times(*field_of(rows, schema_, SnapshotField::kTime));
  const DecodedColumn flags(*field_of(rows, schema_, SnapshotField::kFlags));
  const DecodedColumn taken(*field_of(rows, schema_, SnapshotField::kTaken));
  std::vector<uint8_t> marks(count);
  for (size_t row = 0; row < count; ++row) {
    for (size_t bit = 0; bit < rows.taken_bits.size(); ++bit) {
      if ((taken.value<int8_t>(row) & (1 << bit)) != 0) marks[row] |= rows.taken_bits[bit];
    }
  }
  // Rows that come from a state without such deadlines have none; no flag arms them.
  std::vector<int64_t> never;
  const Column* deadlines = field_of(rows, schema_, SnapshotField::kDeadline);
  if (deadlines == nullptr) never.assign(count, std::numeric_limits<int64_t>::max());
  appending_.marks = marks.data();
  const Status appended = append({.keys = rows.keys,
                                  .columns = rows.columns.first(descriptor_.row.size()),
                                  .times = times.values<int64_t>(),
                                  .flags = flags.values<uint8_t>(),
                                  .given_deadlines = deadlines == nullptr ? never.data() : DecodedColumn(*deadlines).values<int64_t>()});
  appending_.marks = nullptr;
  return appended;
}

void HashmapTimeOrderedRows::forget_next() {
  for (DueQueue& due : due_) due.forget_next();
}

size_t HashmapTimeOrderedRows::size() const {
  size_t rows = 0;
  for (size_t index = 0; index < segments_.count(); ++index) rows += segments_[index].slabs().count();
  return rows;
}

}  // namespace eddyline::state
