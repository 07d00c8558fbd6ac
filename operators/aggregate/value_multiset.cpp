#include "operators/aggregate/value_multiset.hpp"

#include <algorithm>

#include "state/row/row_codec.hpp"

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
  ASSIGN_OR_RETURN(state::MapState * map, states.map_state(std::move(descriptor)));
  return std::unique_ptr<ValueMultiset>(new ValueMultiset(*map));
}

int64_t ValueMultiset::count_of(const uint8_t* entry) const {
  return state::load_value<int64_t>(entry, count_offset_);
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

template <class Visit>
void ValueMultiset::for_each_of_group(size_t position, Visit visit) {
  const auto row = static_cast<int32_t>(rows_[position]);
  keys_->restrict_to({&row, 1});
  state::MapCursor cursor;
  for (bool more = true; more;) {
    listed_.clear();
    more = map_.entries(*keys_, now_, cursor, kListedAtOnce, listed_);
    for (uint8_t* entry : listed_.slots) visit(entry);
  }
  keys_->restrict_to(rows_);
}

void ValueMultiset::live_values(size_t position, std::vector<const uint8_t*>& values) {
  const size_t offset = map_.map_key_layout().offset(0);
  for_each_of_group(position, [&](uint8_t* entry) {
    if (count_of(entry) > 0) values.push_back(entry + offset);
  });
}

void ValueMultiset::clear_group(size_t position) {
  for_each_of_group(position, [&](uint8_t* entry) {
    state::store_value(entry, count_offset_, int64_t{0});
    touched_.push_back(entry);
  });
}

void ValueMultiset::finish(ProcessingTime now) {
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  const auto gone = std::partition(touched_.begin(), touched_.end(),
                                   [&](const uint8_t* entry) { return count_of(entry) != 0; });
  const auto kept = static_cast<size_t>(gone - touched_.begin());
  map_.written({touched_.data(), kept}, now);
  map_.erase({touched_.data() + kept, touched_.size() - kept});
  touched_.clear();
}

}  // namespace eddyline::operators
