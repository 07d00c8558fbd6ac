#include "state/hashmap/timed/timed_row_shape.hpp"

#include <cstddef>

#include "common/base/check.hpp"
#include "common/columnar/batch.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {

TimedRowShape::TimedRowShape(const TimeOrderedRowsDescriptor& descriptor)
    : row(physical_types(descriptor.row), sizeof(TimedRowHeader),
          {offsetof(TimedRowHeader, presence), sizeof(TimedRowHeader::presence)}),
      key(row.project(descriptor.key_columns)),
      slot_bytes(row.end()),
      kinds(descriptor.deadlines) {
  CHECK(kinds.size() <= kMostDeadlineKinds) << kinds.size() << " kinds of deadline in " << descriptor.name;
  size_t given = 0;
  for (const DeadlineKind& kind : kinds) given += kind.base == DeadlineBase::kGiven ? 1 : 0;
  CHECK(given <= 1) << descriptor.name << " has more than one kind of given deadline";
  if (given == 1) {
    given_offset = slot_bytes;
    slot_bytes += sizeof(int64_t);
  }
  for (size_t column = 0; column < row.column_count(); ++column) {
    if (row.presence(column).byte >= sizeof(TimedRowHeader)) presence_outside_header = true;
  }
  int64_key = key.column_count() == 1 && key.type(0) == PhysicalType::kInt64;
}

int64_t TimedRowShape::deadline(const uint8_t* slot, size_t kind) const {
  if (kinds[kind].base == DeadlineBase::kGiven) return load_value<int64_t>(slot, given_offset);
  return saturating_add(header_of(slot).time, kinds[kind].offset_ms);
}

}  // namespace eddyline::state
