#include "state/hashmap/hashmap_list_state.hpp"

#include <cstddef>

#include "common/columnar/batch.hpp"
#include "state/hashmap/table/state_errors.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {
namespace {

/// Elements of a snapshot that are read together, column by column.
constexpr size_t kReadAtOnce = 256;
constexpr size_t kFirst = 0;
constexpr size_t kLast = 1;

RowType ends_of_list() {
  const DataType address = DataType::bigint();
  return {{"first", address}, {"last", address}};
}

}  // namespace

HashmapListState::Lists::Lists(HashmapListState& state, const KeyedStateOptions& options, BlockAllocator& blocks)
    : KeyedSlots(state.descriptor_.key, ends_of_list(), std::chrono::milliseconds(0), options, blocks), state_(state) {}

uint8_t* HashmapListState::Lists::first(const uint8_t* list) const {
  return load_value<uint8_t*>(list, value().offset(kFirst));
}
uint8_t* HashmapListState::Lists::last(const uint8_t* list) const {
  return load_value<uint8_t*>(list, value().offset(kLast));
}
void HashmapListState::Lists::set_ends(uint8_t* list, uint8_t* first, uint8_t* last) const {
  store_value(list, value().offset(kFirst), first);
  store_value(list, value().offset(kLast), last);
}
bool HashmapListState::Lists::is_void(const uint8_t* list) const {
  return first(list) == nullptr || state_.stamp_.is_over(last(list));
}
void HashmapListState::Lists::release(uint8_t* list) {
  state_.free_list(list);
}

HashmapListState::HashmapListState(ListStateDescriptor descriptor, const KeyedStateOptions& options,
                                   BlockAllocator& blocks)
    : TabledState(SnapshotSchema::of(descriptor)),
      descriptor_(std::move(descriptor)),
      owner_(state_owner(options, descriptor_.name)),
      blocks_(&blocks),
      stamp_(descriptor_.ttl),
      element_(physical_types(descriptor_.element), stamp_.end() + sizeof(uint8_t*),
               {offsetof(EntryHeader, value_presence), sizeof(EntryHeader::value_presence)}),
      elements_(blocks, element_.end()),
      texts_(blocks),
      lists_(*this, options, blocks) {}

Status HashmapListState::open() {
  return named(lists_.open(), owner_);
}

uint8_t* HashmapListState::next(const uint8_t* element) const {
  return load_value<uint8_t*>(element, stamp_.end());
}
void HashmapListState::set_next(uint8_t* element, uint8_t* next) const {
  store_value(element, stamp_.end(), next);
}

Status HashmapListState::append(const KeyBatch& keys, std::span<const ColumnPtr> columns, ProcessingTime now) {
  return append_rows(keys, columns, now, nullptr);
}

Status HashmapListState::append_rows(const KeyBatch& keys, std::span<const ColumnPtr> columns, ProcessingTime now,
                                     std::vector<uint8_t*>* appended) {
  RETURN_IF_ERROR(named(lists_.prepare(keys, IfMissing::kCreate, now, found_), owner_));
  std::vector<DecodedColumn> sources;
  for (const ColumnPtr& column : columns) sources.emplace_back(*column);
  for (size_t i = 0; i < keys.size(); ++i) {
    uint8_t* list = found_.slots[i];
    drop_over(list, now);
    uint8_t* element = elements_.allocate();
    if (element == nullptr || !store_row(sources, keys.rows()[i], element_, element, texts_)) {
      return named(blocks_->status(), owner_);
    }
    stamp_.write(element, now);
    uint8_t* last = lists_.last(list);
    if (last != nullptr) set_next(last, element);
    lists_.set_ends(list, last == nullptr ? element : lists_.first(list), element);
    if (appended != nullptr) appended->push_back(element);
  }
  return Status();
}

Status HashmapListState::restore(const RestoredRows& rows) {
  std::vector<uint8_t*> appended;
  const auto columns = rows.columns.subspan(schema().first_row(), descriptor_.element.size());
  RETURN_IF_ERROR(append_rows(rows.keys, columns, kLongAgo, &appended));
  restore_written(rows, schema(), appended, stamp_);
  return Status();
}

void HashmapListState::read(std::span<const uint8_t* const> slots) {
  for (const uint8_t* list : slots) {
    for (const uint8_t* element = lists_.first(list); element != nullptr; element = next(element)) {
      read_lists_.push_back(list);
      read_elements_.push_back(element);
      if (read_elements_.size() == kReadAtOnce) hand_on_read();
    }
  }
  hand_on_read();
}

void HashmapListState::hand_on_read() {
  size_t done = 0;
  batches().add(read_elements_, [&](std::span<const uint8_t* const> part, BatchBuilder& out, size_t at) {
    const auto lists = std::span<const uint8_t* const>(read_lists_).subspan(done, part.size());
    snapshot_row(lists, lists_.key(), descriptor_.key, out, 0, at);
    snapshot_row(part, element_, descriptor_.element, out, schema().first_row(), at);
    snapshot_written(part, stamp_, schema(), out, at);
    done += part.size();
  });
  read_lists_.clear();
  read_elements_.clear();
}

Result<bool> HashmapListState::read(const KeyBatch& keys, ProcessingTime now, ListCursor& cursor, size_t limit,
                                    ListElements& out) {
  // Elements whose time is over are dropped on the way.
  const Access access = stamp_.enabled() ? Access::kWrite : Access::kRead;
  RETURN_IF_ERROR(named(lists_.prepare(keys, IfMissing::kSkip, now, found_, access), owner_));
  for (; cursor.next_position < keys.size(); ++cursor.next_position) {
    uint8_t* list = found_.slots[cursor.next_position];
    if (list == nullptr) continue;
    if (cursor.next_slot == nullptr) {
      drop_over(list, now);
      cursor.next_slot = lists_.first(list);
    }
    while (cursor.next_slot != nullptr) {
      if (out.slots.size() >= limit) return true;
      out.positions.push_back(static_cast<int32_t>(cursor.next_position));
      out.slots.push_back(cursor.next_slot);
      cursor.next_slot = next(cursor.next_slot);
    }
  }
  return false;
}

void HashmapListState::gather(std::span<const uint8_t* const> slots, size_t column, MutableColumn& out,
                              size_t at) const {
  load_column(slots, element_, column, out, at);
}

Status HashmapListState::clear(const KeyBatch& keys) {
  RETURN_IF_ERROR(named(lists_.prepare(keys, IfMissing::kSkip, ProcessingTime(0), found_), owner_));
  for (uint8_t* list : found_.slots) {
    // Rows of one key share the list, which is empty from the first of them on.
    if (list == nullptr || lists_.first(list) == nullptr) continue;
    free_list(list);
    lists_.erase(list);
  }
  return Status();
}

void HashmapListState::drop_over(uint8_t* list, ProcessingTime now) {
  if (!stamp_.enabled()) return;
  uint8_t* first = lists_.first(list);
  while (first != nullptr && stamp_.is_over(first, now)) {
    uint8_t* after = next(first);
    free_element(first);
    first = after;
  }
  lists_.set_ends(list, first, first == nullptr ? nullptr : lists_.last(list));
}

void HashmapListState::free_element(uint8_t* element) {
  texts_.free_all(element, element_);
  elements_.free(element);
}

void HashmapListState::free_list(uint8_t* list) {
  for (uint8_t* element = lists_.first(list); element != nullptr;) {
    uint8_t* after = next(element);
    free_element(element);
    element = after;
  }
  lists_.set_ends(list, nullptr, nullptr);
}

}  // namespace eddyline::state
