#include "state/hashmap/timed/timed_snapshot.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::state {
namespace {

/// Read together, column by column.
constexpr size_t kReadAtOnce = 256;

}  // namespace

void TimedSnapshot::begin(SnapshotRows& rows, size_t state, int64_t expired) {
  CHECK(!active_) << "a snapshot begins within another";
  active_ = true;
  expired_ = expired;
  batches_.begin(*schema_, rows, state);
}

size_t TimedSnapshot::read(TimedSegment& segment, uint32_t rows) {
  const uint32_t first = segment.next_unread();
  const uint32_t end = first + std::min(rows, segment.unread_end() - first);
  for (uint32_t position = first; position != end; ++position) {
    const uint8_t* slot = segment.slabs().at(position);
    if (header_of(slot).time > expired_) slots_.push_back(slot);
    if (slots_.size() == kReadAtOnce) hand_on();
  }
  hand_on();
  segment.read_up_to(end);
  return end - first;
}

void TimedSnapshot::hand_on() {
  batches_.add(slots_, [&](std::span<const uint8_t* const> part, BatchBuilder& out, size_t at) {
    for (size_t column = 0; column < shape_->row.column_count(); ++column) load_column(part, shape_->row, column, out.column(column), at);
    const auto field = [&](SnapshotField which) -> MutableColumn& { return out.column(*schema_->column_of(which)); };
    snapshot_numbers<int64_t>(part, field(SnapshotField::kTime), at, [](const uint8_t* slot) { return header_of(slot).time; });
    snapshot_numbers<int8_t>(part, field(SnapshotField::kFlags), at,
                             [&](const uint8_t* slot) { return static_cast<int8_t>(as_it_was(slot).flags); });
    snapshot_numbers<int8_t>(part, field(SnapshotField::kTaken), at,
                             [&](const uint8_t* slot) { return static_cast<int8_t>(as_it_was(slot).marks); });
    if (shape_->given_offset == 0) return;
    snapshot_numbers<int64_t>(part, field(SnapshotField::kDeadline), at,
                              [&](const uint8_t* slot) { return load_value<int64_t>(slot, shape_->given_offset); });
  });
  slots_.clear();
}

TimedSnapshot::Before TimedSnapshot::as_it_was(const uint8_t* slot) const {
  if (!before_.empty()) {
    const auto found = before_.find(slot);
    if (found != before_.end()) return found->second;
  }
  return {header_of(slot).flags, header_of(slot).marks};
}

void TimedSnapshot::end() {
  batches_.end();
  abandon();
}

void TimedSnapshot::abandon() {
  active_ = false;
  before_ = {};
  batches_.abandon();
}

}  // namespace eddyline::state
