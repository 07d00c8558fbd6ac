#include "operators/aggregate/value_multiset.hpp"

#include <algorithm>

namespace eddyline::operators {
namespace {

/// Entries looked at in one go while a group is listed.
constexpr size_t kListedAtOnce = 1024;

}  // namespace

Result<std::unique_ptr<ValueMultiset>> ValueMultiset::open(state::KeyedStateBackend& states, Parts parts) {
  state::MapStateDescriptor descriptor;
  descriptor.name = std::move(parts.name);
  descriptor.key = std::move(parts.key);
  descriptor.ttl = parts.ttl;
  descriptor.map_key = std::move(parts.value);
  descriptor.value = {{"count", DataType::bigint().not_null()}};
  descriptor.ordered = parts.ordered;
  ASSIGN_OR_RETURN(state::MapState * map, states.map_state(std::move(descriptor)));
  return std::unique_ptr<ValueMultiset>(new ValueMultiset(*map));
}

Status ValueMultiset::prepare(state::KeyBatch& keys, std::span<uint8_t* const> groups, const uint8_t* takes_part,
                              std::vector<ColumnPtr> values, ProcessingTime now) {
  keys_ = &keys;
  rows_ = keys.rows();
  now_ = now;
  std::vector<DecodedColumn> decoded;
  for (const ColumnPtr& value : values) decoded.emplace_back(*value);
  counting_rows_.clear();
  counting_positions_.clear();
  for (size_t i = 0; i < rows_.count; ++i) {
    const size_t row = rows_[i];
    if (groups[i] == nullptr || (takes_part != nullptr && takes_part[i] == 0)) continue;
    if (std::any_of(decoded.begin(), decoded.end(), [&](const DecodedColumn& value) { return value.is_null(row); })) {
      continue;
    }
    counting_rows_.push_back(static_cast<int32_t>(row));
    counting_positions_.push_back(i);
  }
  keys.restrict_to({counting_rows_.data(), counting_rows_.size()});
  const Status prepared = map_.prepare(keys, values, state::IfMissing::kCreate, now, found_);
  keys.restrict_to(rows_);
  RETURN_IF_ERROR(prepared);
  entries_.assign(rows_.count, nullptr);
  for (size_t i = 0; i < counting_positions_.size(); ++i) entries_[counting_positions_[i]] = found_.slots[i];
  touched_ = found_.slots;
  return Status();
}

const uint8_t* ValueMultiset::extreme(size_t position, expression::Extreme which) {
  uint8_t* const any = entries_[position];
  if (!order_->started(any)) order_->start(any);
  const bool least = which == expression::Extreme::kLeast;
  while (uint8_t* end = least ? order_->least(any, now_) : order_->greatest(any, now_)) {
    if (count_of(end) > 0) return end + map_.map_key_layout().offset(0);
    order_->remove(end);
  }
  return nullptr;
}

Status ValueMultiset::clear_group(size_t position) {
  const auto row = static_cast<int32_t>(rows_[position]);
  keys_->restrict_to({&row, 1});
  state::MapCursor cursor;
  for (bool more = true; more;) {
    listed_.clear();
    ASSIGN_OR_RETURN(more, map_.entries(*keys_, now_, cursor, kListedAtOnce, listed_));
    for (uint8_t* entry : listed_.slots) state::store_value(entry, count_offset_, int64_t{0});
    touched_.insert(touched_.end(), listed_.slots.begin(), listed_.slots.end());
  }
  keys_->restrict_to(rows_);
  return Status();
}

Status ValueMultiset::finish(ProcessingTime now) {
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  const auto gone = std::partition(touched_.begin(), touched_.end(),
                                   [&](const uint8_t* entry) { return count_of(entry) != 0; });
  const auto kept = static_cast<size_t>(gone - touched_.begin());
  RETURN_IF_ERROR(map_.written({touched_.data(), kept}, now));
  RETURN_IF_ERROR(map_.erase({touched_.data() + kept, touched_.size() - kept}));
  touched_.clear();
  return Status();
}

}  // namespace eddyline::operators
