#include "state/hashmap/table/slot_snapshot.hpp"

#include <algorithm>
#include <cstring>

#include "common/base/check.hpp"

namespace eddyline::state {
namespace {

/// Read together, column by column.
constexpr size_t kReadAtOnce = 256;

}  // namespace

void SlotSnapshot::begin(SlotReader& reader, std::span<const Run> segments) {
  CHECK(!active()) << "a snapshot begins within another";
  reader_ = &reader;
  next_part_ = 0;
  next_chunk_ = 0;
  const size_t chunk_bytes = kChunkSlots * slot_bytes_;
  for (const Run& run : segments) {
    const auto bytes = static_cast<size_t>(run.end - run.begin);
    parts_.push_back({run, std::vector<uint8_t>((bytes + chunk_bytes - 1) / chunk_bytes, 1)});
  }
}

bool SlotSnapshot::advance(size_t slots) {
  if (!active()) return false;
  size_t left = std::max<size_t>(slots, 1);
  while (next_part_ < parts_.size()) {
    if (left == 0) return true;
    Part& part = parts_[next_part_];
    const size_t from = next_chunk_;
    next_chunk_ = read_chunks(part, from, left);
    if (next_chunk_ < part.unread.size()) return true;
    left -= std::min(left, (next_chunk_ - from) * kChunkSlots);
    part.unread = {};
    ++next_part_;
    next_chunk_ = 0;
  }
  end();
  return false;
}

void SlotSnapshot::end() {
  reader_ = nullptr;
  parts_.clear();
}

void SlotSnapshot::before_move(size_t segment) {
  if (!active() || segment >= parts_.size()) return;
  Part& part = parts_[segment];
  read_chunks(part, 0, part.unread.size() * kChunkSlots);
  part.unread = {};
}

void SlotSnapshot::read_chunk_of(Part& part, const uint8_t* slot) {
  if (part.unread.empty()) return;
  const size_t chunk = static_cast<size_t>(slot - part.run.begin) / slot_bytes_ / kChunkSlots;
  if (part.unread[chunk] == 0) return;
  part.unread[chunk] = 0;
  collect(part, chunk);
  hand_on();
}

size_t SlotSnapshot::read_chunks(Part& part, size_t chunk, size_t slots) {
  const size_t end = std::min(part.unread.size(), chunk + slots / kChunkSlots + 1);
  for (; chunk < end; ++chunk) {
    if (part.unread[chunk] == 0) continue;
    part.unread[chunk] = 0;
    collect(part, chunk);
    if (slots_.size() >= kReadAtOnce) hand_on();
  }
  hand_on();
  return chunk;
}

void SlotSnapshot::collect(const Part& part, size_t chunk) {
  const uint8_t* slot = part.run.begin + chunk * kChunkSlots * slot_bytes_;
  const uint8_t* end = std::min(slot + kChunkSlots * slot_bytes_, part.run.end);
  for (; slot != end; slot += slot_bytes_) {
    uint32_t tag;
    std::memcpy(&tag, slot, sizeof(tag));
    if (tag > last_dead_tag_) slots_.push_back(slot);
  }
}

void SlotSnapshot::hand_on() {
  if (slots_.empty()) return;
  reader_->read(slots_);
  slots_.clear();
}

}  // namespace eddyline::state
