#include "operators/join/arrived_rows.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::operators {

void ArrivedRows::assign(const Batch& batch, int64_t now) {
  batch_ = &batch;
  read_times(now);
  timed_ = timed_rows();
  std::vector<ColumnPtr> keys;
  keys.reserve(reading_.key_columns.size());
  for (const size_t column : reading_.key_columns) keys.push_back(batch.column(column));
  keys_.assign(keys, timed_, batch.physical_rows());
  find_searching();
  find_ending(now);
}

void ArrivedRows::read_times(int64_t now) {
  if (reading_.time_is_arrival) {
    own_times_.assign(batch_->physical_rows(), now);
    times_ = own_times_.data();
    return;
  }
  const Column& column = *batch_->column(reading_.time_column);
  CHECK(column.type() == PhysicalType::kInt64) << "a time attribute is in milliseconds";
  const DecodedColumn decoded(column);
  if (decoded.is_identity()) {
    times_ = decoded.values<int64_t>();
    return;
  }
  own_times_.resize(batch_->physical_rows());
  batch_->selected().for_each([&](size_t row) { own_times_[row] = decoded.value<int64_t>(row); });
  times_ = own_times_.data();
}

SelectedRows ArrivedRows::timed_rows() {
  const SelectedRows all = batch_->selected();
  if (reading_.time_is_arrival) return all;
  const DecodedColumn times(*batch_->column(reading_.time_column));
  if (!times.may_have_nulls()) return all;
  timed_list_.clear();
  all.for_each([&](size_t row) {
    if (!times.is_null(row)) timed_list_.push_back(static_cast<int32_t>(row));
  });
  return {timed_list_.data(), timed_list_.size()};
}

void ArrivedRows::find_searching() {
  searching_ = timed_;
  const std::vector<DecodedColumn>& columns = keys_.columns();
  for (size_t key = 0; key < columns.size(); ++key) {
    if (!reading_.filter_nulls[key] || !columns[key].may_have_nulls()) continue;
    std::vector<int32_t> present;
    present.reserve(searching_.count);
    searching_.for_each([&](size_t row) {
      if (!columns[key].is_null(row)) present.push_back(static_cast<int32_t>(row));
    });
    searching_list_ = std::move(present);
    searching_ = {searching_list_.data(), searching_list_.size()};
  }
}

void ArrivedRows::find_ending(int64_t now) {
  ending_.clear();
  kept_ = timed_;
  int64_t earliest = kMaxWatermark.value();
  timed_.for_each([&](size_t row) { earliest = std::min(earliest, times_[row]); });
  const SelectedRows all = batch_->selected();
  if (timed_.count == all.count && !reading_.window.is_over(earliest, now)) return;

  kept_list_.clear();
  size_t timed_position = 0;
  all.for_each([&](size_t row) {
    const bool timed = timed_position < timed_.count && timed_[timed_position] == row;
    if (timed) ++timed_position;
    const bool open = timed && !reading_.window.is_over(times_[row], now);
    (open ? kept_list_ : ending_).push_back(static_cast<int32_t>(row));
  });
  kept_ = {kept_list_.data(), kept_list_.size()};
}

const state::KeyBatch& ArrivedRows::restricted_to(SelectedRows rows) {
  keys_.restrict_to(rows);
  return keys_;
}

}  // namespace eddyline::operators
