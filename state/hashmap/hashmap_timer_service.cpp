#include "state/hashmap/hashmap_timer_service.hpp"

#include <cstddef>

#include "common/columnar/batch.hpp"
#include "state/hashmap/table/state_errors.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {

HashmapTimerService::HashmapTimerService(TimerDescriptor descriptor, const KeyedStateOptions& options,
                                         BlockAllocator& blocks)
    : TabledState(SnapshotSchema::of(descriptor)),
      descriptor_(std::move(descriptor)),
      owner_(state_owner(options, descriptor_.name)),
      hashing_(options.hashing),
      blocks_(&blocks),
      key_(physical_types(descriptor_.key), sizeof(Timer),
           {offsetof(Timer, key_presence), sizeof(Timer::key_presence)}),
      timers_(blocks, key_.end()),
      texts_(blocks),
      index_(options, blocks, sizeof(IndexSlot), *this) {}

Status HashmapTimerService::open() {
  return named(index_.open(), owner_);
}

uint64_t HashmapTimerService::hash_of(const uint8_t* index_slot) const {
  return reinterpret_cast<const IndexSlot*>(index_slot)->timer->hash;
}

uint64_t HashmapTimerService::hash_timer(TimeDomain domain, uint64_t key_hash, int64_t time, int64_t name_space) const {
  if (hashing_.collide) return key_hash;
  uint64_t hash = combine_hashes(key_hash, hash_integer(time));
  hash = combine_hashes(hash, hash_integer(name_space) + static_cast<uint64_t>(domain));
  // The upper half gives the key group, which is the key's alone.
  return (key_hash & 0xffffffff00000000ULL) | static_cast<uint32_t>(hash);
}

uint8_t* HashmapTimerService::find(const KeyBatch& keys, size_t row, const Timer& wanted) const {
  return index_.find(wanted.hash, [&](const uint8_t* candidate) {
    const Timer* timer = reinterpret_cast<const IndexSlot*>(candidate)->timer;
    return timer->time == wanted.time && timer->name_space == wanted.name_space && timer->domain == wanted.domain &&
           row_equals(reinterpret_cast<const uint8_t*>(timer), key_, keys.columns(), row);
  });
}

Status HashmapTimerService::add(TimeDomain domain, const KeyBatch& keys, const int64_t* times,
                                const int64_t* namespaces) {
  const SelectedRows rows = keys.rows();
  const auto timer_of = [&](size_t row) {
    Timer timer{};
    timer.time = times[row];
    timer.name_space = namespaces == nullptr ? 0 : namespaces[row];
    timer.domain = domain;
    timer.hash = hash_timer(domain, keys.hashes()[row], timer.time, timer.name_space);
    return timer;
  };
  hashes_.clear();
  rows.for_each([&](size_t row) { hashes_.push_back(timer_of(row).hash); });
  RETURN_IF_ERROR(named(index_.make_room(hashes_).status(), owner_));
  for (size_t i = 0; i < rows.count; ++i) {
    RETURN_IF_ERROR(named(add_one(keys, rows[i], timer_of(rows[i])), owner_));
  }
  return Status();
}

Status HashmapTimerService::add_one(const KeyBatch& keys, size_t row, const Timer& wanted) {
  if (find(keys, row, wanted) != nullptr) return Status();
  uint8_t* entry = timers_.allocate();
  if (entry == nullptr) return blocks_->status();
  auto* timer = new (entry) Timer(wanted);
  if (!store_row(keys.columns(), row, key_, entry, texts_)) return blocks_->status();
  reinterpret_cast<IndexSlot*>(index_.insert(wanted.hash))->timer = timer;
  Queue& to = queue(wanted.domain);
  Instant& instant = to.instants[wanted.time];
  (instant.last == nullptr ? instant.first : instant.last->next) = timer;
  instant.last = timer;
  ++instant.live;
  ++to.live;
  return Status();
}

Status HashmapTimerService::remove(TimeDomain domain, const KeyBatch& keys, const int64_t* times,
                                   const int64_t* namespaces) {
  keys.rows().for_each([&](size_t row) {
    Timer wanted{};
    wanted.time = times[row];
    wanted.name_space = namespaces == nullptr ? 0 : namespaces[row];
    wanted.domain = domain;
    wanted.hash = hash_timer(domain, keys.hashes()[row], wanted.time, wanted.name_space);
    uint8_t* slot = find(keys, row, wanted);
    if (slot == nullptr) return;
    Timer* timer = reinterpret_cast<IndexSlot*>(slot)->timer;
    forget(timer);
    timer->removed = true;
    Queue& from = queue(domain);
    const auto instant = from.instants.find(wanted.time);
    --from.live;
    if (--instant->second.live == 0) free_instant(from, instant);
  });
  return Status();
}

Result<bool> HashmapTimerService::take_due(TimeDomain domain, int64_t until, size_t limit, DueTimers& out) {
  out = DueTimers();
  due_.clear();
  Queue& from = queue(domain);
  while (due_.size() < limit && !from.instants.empty() && from.instants.begin()->first <= until) {
    const auto instant = from.instants.begin();
    take_from(from, instant->second, limit, out);
    if (instant->second.live == 0) free_instant(from, instant);
  }
  for (size_t column = 0; column < key_.column_count(); ++column) {
    MutableColumn keys(key_.type(column), std::max<size_t>(due_.size(), 1));
    load_column(due_, key_, column, keys, 0);
    out.keys.push_back(keys.seal(due_.size()));
  }
  for (const uint8_t* entry : due_) free_timer(reinterpret_cast<Timer*>(const_cast<uint8_t*>(entry)));
  return !from.instants.empty() && from.instants.begin()->first <= until;
}

void HashmapTimerService::take_from(Queue& from, Instant& instant, size_t limit, DueTimers& out) {
  while (instant.first != nullptr && due_.size() < limit) {
    Timer* timer = instant.first;
    instant.first = timer->next;
    if (timer->removed) {
      free_timer(timer);
      continue;
    }
    forget(timer);
    --instant.live;
    --from.live;
    out.times.push_back(timer->time);
    out.namespaces.push_back(timer->name_space);
    due_.push_back(reinterpret_cast<const uint8_t*>(timer));
  }
}

void HashmapTimerService::read(std::span<const uint8_t* const> index_slots) {
  read_timers_.clear();
  for (const uint8_t* slot : index_slots) {
    read_timers_.push_back(reinterpret_cast<const uint8_t*>(reinterpret_cast<const IndexSlot*>(slot)->timer));
  }
  const auto timer = [](const uint8_t* entry) { return reinterpret_cast<const Timer*>(entry); };
  batches().add(read_timers_, [&](std::span<const uint8_t* const> part, BatchBuilder& out, size_t at) {
    snapshot_row(part, key_, descriptor_.key, out, 0, at);
    const auto column = [&](SnapshotField field) -> MutableColumn& { return out.column(*schema().column_of(field)); };
    snapshot_numbers<int8_t>(part, column(SnapshotField::kDomain), at,
                             [&](const uint8_t* entry) { return static_cast<int8_t>(timer(entry)->domain); });
    snapshot_numbers<int64_t>(part, column(SnapshotField::kTime), at, [&](const uint8_t* entry) { return timer(entry)->time; });
    snapshot_numbers<int64_t>(part, column(SnapshotField::kNamespace), at,
                              [&](const uint8_t* entry) { return timer(entry)->name_space; });
  });
}

Status HashmapTimerService::restore(const RestoredRows& rows) {
  const DecodedColumn domains(*field_of(rows, schema(), SnapshotField::kDomain));
  const DecodedColumn times(*field_of(rows, schema(), SnapshotField::kTime));
  const DecodedColumn namespaces(*field_of(rows, schema(), SnapshotField::kNamespace));
  KeyBatch keys = rows.keys;
  for (const TimeDomain domain : {TimeDomain::kEventTime, TimeDomain::kProcessingTime}) {
    std::vector<int32_t> of_domain;
    rows.keys.rows().for_each([&](size_t row) {
      if (static_cast<TimeDomain>(domains.value<int8_t>(row)) == domain) of_domain.push_back(static_cast<int32_t>(row));
    });
    keys.restrict_to({of_domain.data(), of_domain.size()});
    RETURN_IF_ERROR(add(domain, keys, times.values<int64_t>(), namespaces.values<int64_t>()));
  }
  return Status();
}

std::optional<int64_t> HashmapTimerService::next(TimeDomain domain) const {
  const Queue& from = queue(domain);
  if (from.instants.empty()) return std::nullopt;
  return from.instants.begin()->first;
}

void HashmapTimerService::forget(Timer* timer) {
  uint8_t* slot = index_.find(timer->hash, [&](const uint8_t* candidate) {
    return reinterpret_cast<const IndexSlot*>(candidate)->timer == timer;
  });
  index_.erase(slot, timer->hash);
}

void HashmapTimerService::free_timer(Timer* timer) {
  auto* entry = reinterpret_cast<uint8_t*>(timer);
  texts_.free_all(entry, key_);
  timers_.free(entry);
}

void HashmapTimerService::free_instant(Queue& queue, std::map<int64_t, Instant>::iterator instant) {
  for (Timer* timer = instant->second.first; timer != nullptr;) {
    Timer* after = timer->next;
    free_timer(timer);
    timer = after;
  }
  queue.instants.erase(instant);
}

}  // namespace eddyline::state
