#include "operators/aggregate/group_chunk.hpp"

#include <algorithm>

#include "expression/accumulator.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::operators {

using expression::kWantsAfter;
using expression::kWantsBefore;

Status GroupChunk::prepare(const state::KeyBatch& keys, const RowKind* kinds, ProcessingTime now) {
  RETURN_IF_ERROR(groups_.prepare(keys, state::IfMissing::kCreate, now, rows_));
  wanted_.resize(keys.size());
  records_before_.resize(keys.size());
  restarts_.clear();
  emptied_.clear();
  if (kinds == nullptr) {
    count_arrivals();
  } else {
    count_rows(keys, kinds);
  }
  return Status();
}

/// Of rows that all come: no group ends.
void GroupChunk::count_arrivals() {
  for (size_t i = 0; i < rows_.slots.size(); ++i) {
    const auto before = state::load_value<int64_t>(rows_.slots[i], count_offset_);
    records_before_[i] = before;
    state::store_value(rows_.slots[i], count_offset_, before + 1);
    wanted_[i] = before == 0 ? kWantsAfter : kWantsBefore | kWantsAfter;
  }
}

int64_t GroupChunk::records_of(const uint8_t* slot) const {
  return state::load_value<int64_t>(slot, count_offset_);
}

void GroupChunk::count_rows(const state::KeyBatch& keys, const RowKind* kinds) {
  const SelectedRows rows = keys.rows();
  for (size_t i = 0; i < rows.count; ++i) {
    uint8_t* slot = rows_.slots[i];
    const auto before = state::load_value<int64_t>(slot, count_offset_);
    records_before_[i] = before;
    if (is_accumulate(kinds[rows[i]])) {
      state::store_value(slot, count_offset_, before + 1);
      wanted_[i] = before == 0 ? kWantsAfter : kWantsBefore | kWantsAfter;
      if (before == 0 && !emptied_.empty() && rows_.created[i] == 0) restarts_.push_back(i);
      continue;
    }
    if (before == 0) {
      // There is nothing to take back: the group was never there, or is at its end.
      emptied_.emplace_back(slot, i);
      rows_.slots[i] = nullptr;
      wanted_[i] = 0;
      continue;
    }
    state::store_value(slot, count_offset_, before - 1);
    wanted_[i] = before == 1 ? kWantsBefore : kWantsBefore | kWantsAfter;
    if (before == 1) emptied_.emplace_back(slot, i);
  }
}

std::vector<size_t> GroupChunk::ended() const {
  std::vector<std::pair<uint8_t*, size_t>> ended = emptied_;
  std::sort(ended.begin(), ended.end());
  const auto last = std::unique(ended.begin(), ended.end(),
                                [](const auto& a, const auto& b) { return a.first == b.first; });
  std::vector<size_t> positions;
  for (auto group = ended.begin(); group != last; ++group) {
    if (records_of(group->first) == 0) positions.push_back(group->second);
  }
  return positions;
}

Status GroupChunk::finish(ProcessingTime now) {
  RETURN_IF_ERROR(groups_.written(rows_.slots, now));
  if (emptied_.empty()) return Status();
  std::vector<uint8_t*> gone;
  for (const auto& [slot, position] : emptied_) {
    if (records_of(slot) == 0) gone.push_back(slot);
  }
  std::sort(gone.begin(), gone.end());
  gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
  return groups_.erase(gone);
}

}  // namespace eddyline::operators
