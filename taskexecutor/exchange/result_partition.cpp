#include "taskexecutor/exchange/result_partition.hpp"

#include <algorithm>
#include <cstring>

#include "common/base/check.hpp"

namespace eddyline::taskexecutor {
namespace {

/// A batch with less than this share of the row limit is copied together with others.
constexpr size_t kSmallShare = 8;

/// A batch is handed over as it is if it keeps alive no more than this many times the byte limit.
constexpr size_t kLargeShare = 2;
/// Runs that one call writes to a channel: rows that fit into a batch, but not behind those that wait, need two.
constexpr int kRunsPerCall = 2;

BufferPtr copy_of(const void* data, size_t bytes) {
  BufferPtr copy = allocate_buffer(bytes);
  std::memcpy(copy->data(), data, bytes);
  return copy;
}

/// The flat column's first rows in buffers of their own size; a heap that is well used stays.
ColumnPtr right_sized(const Column& column, size_t rows, bool keep_heap) {
  if (!column.heap().empty() && !keep_heap) {
    MutableColumn copy(column.type(), rows);
    copy.gather(column, identity_rows(rows), 0);
    return copy.seal(rows);
  }
  BufferPtr validity;
  if (column.validity() != nullptr) validity = copy_of(column.validity(), bitmap_words(rows) * sizeof(uint64_t));
  return Column::flat(column.type(), rows, copy_of(column.values<uint8_t>(), rows * physical_width(column.type())),
                      std::move(validity), column.heap());
}

/// The same rows in buffers of their own size: a builder's are sized for a full batch.
Batch right_sized(const Batch& batch, bool keep_heaps) {
  const size_t rows = batch.rows();
  std::vector<ColumnPtr> columns;
  columns.reserve(batch.columns().size());
  for (const ColumnPtr& column : batch.columns()) columns.push_back(right_sized(*column, rows, keep_heaps));
  return Batch(std::move(columns), rows, batch.insert_only() ? nullptr : copy_of(batch.kinds(), rows));
}

/// So many rows that a builder's buffers stay within the byte limit.
BatchLimits builder_limits(std::span<const PhysicalType> types, BatchLimits limits) {
  const size_t row_bytes = std::max<size_t>(fixed_row_bytes(types), 1);
  limits.rows = std::clamp<size_t>(limits.bytes / row_bytes, 1, limits.rows);
  return limits;
}

std::span<const int32_t> all_rows(const Batch& batch) {
  if (batch.selection().is_all()) return identity_rows(batch.rows());
  return {batch.selection().rows(), batch.rows()};
}

}  // namespace

ResultPartition::ResultPartition(Parts parts) : parts_(std::move(parts)) {
  parts_.limits = builder_limits(parts_.types, parts_.limits);
  const size_t targets = parts_.channels.size();
  CHECK(targets > 0) << "a result partition needs a channel";
  if (targets > 1 && parts_.exchange.kind == ExchangeKind::kHash) {
    distribution_ = make_hash_distribution(parts_.exchange, targets);
  } else if (targets > 1 && parts_.exchange.kind == ExchangeKind::kRebalance) {
    distribution_ = make_rebalance_distribution(targets, parts_.producer.value());
  } else {
    CHECK(targets == 1 || parts_.exchange.kind == ExchangeKind::kBroadcast) << "forward and single have one channel";
  }
  builders_.resize(targets);
  left_.resize(targets);
}

bool ResultPartition::writable() {
  // Asked of all of them: each channel without credit must know that it is waited for.
  bool writable = true;
  for (LocalChannel* channel : parts_.channels) writable &= channel->writable();
  return writable;
}

Writing ResultPartition::write(Batch batch) {
  CHECK(unfinished_ == 0) << "the batch before is still under way";
  if (batch.empty()) return Writing::kDone;
  batch_ = std::move(batch);
  deal_out();
  return resume();
}

void ResultPartition::deal_out() {
  whole_ = distribution_ == nullptr && is_worth_sending(batch_);
  if (!whole_) row_bytes_ = RowBytes(batch_);
  if (distribution_ != nullptr) distribution_->distribute(batch_);
  for (size_t target = 0; target < left_.size(); ++target) {
    left_[target] = distribution_ == nullptr ? all_rows(batch_) : distribution_->rows_of(target);
    if (!left_[target].empty()) ++unfinished_;
  }
}

bool ResultPartition::is_worth_sending(const Batch& batch) const {
  const bool many = batch.rows() * kSmallShare >= parts_.limits.rows;
  const bool dense = batch.rows() * 4 >= batch.physical_rows();
  return many && dense && static_cast<size_t>(batch_bytes(batch)) <= kLargeShare * parts_.limits.bytes;
}

Writing ResultPartition::resume() {
  if (unfinished_ == 0) return Writing::kDone;
  bool progress = false;
  for (size_t target = 0; target < left_.size(); ++target) {
    if (!left_[target].empty()) progress |= write_runs(target);
  }
  if (unfinished_ > 0) return progress ? Writing::kMore : Writing::kBlocked;
  batch_ = Batch();
  return Writing::kDone;
}

/// False if there was no credit for any.
bool ResultPartition::write_runs(size_t target) {
  for (int run = 0; run < kRunsPerCall; ++run) {
    if (!parts_.channels[target]->writable()) return run > 0;
    whole_ ? write_whole(target) : append_run(target);
    if (!left_[target].empty()) continue;
    --unfinished_;
    break;
  }
  return true;
}

void ResultPartition::write_whole(size_t target) {
  if (builders_[target] != nullptr && !builders_[target]->empty()) {
    flush(target);
    return;
  }
  parts_.channels[target]->push(unfinished_ == 1 ? std::move(batch_) : batch_);
  left_[target] = {};
}

void ResultPartition::append_run(size_t target) {
  if (builders_[target] == nullptr) builders_[target] = std::make_unique<BatchBuilder>(parts_.types, parts_.limits);
  BatchBuilder& builder = *builders_[target];
  std::span<const int32_t>& left = left_[target];
  const size_t bytes_free = parts_.limits.bytes - std::min(parts_.limits.bytes, builder.bytes());
  size_t count = row_bytes_.fitting(left.first(std::min(left.size(), builder.room())), bytes_free);
  // A row beyond the limit goes alone.
  if (builder.empty()) count = std::max<size_t>(count, 1);
  builder.append(batch_, left.first(count));
  holds_rows_ = true;
  left = left.subspan(count);
  if (!left.empty() || builder.full()) flush(target);
}

void ResultPartition::flush(size_t target) {
  if (builders_[target] == nullptr || builders_[target]->empty()) return;
  const bool long_texts = builders_[target]->bytes() * 2 >= parts_.limits.bytes;
  Batch batch = builders_[target]->take();
  const bool few_rows = batch.rows() * kSmallShare < parts_.limits.rows;
  parts_.channels[target]->push(few_rows ? right_sized(batch, long_texts) : std::move(batch));
}

void ResultPartition::flush() {
  if (!holds_rows_) return;
  for (size_t target = 0; target < builders_.size(); ++target) flush(target);
  holds_rows_ = false;
}

void ResultPartition::write_to_all(const StreamElement& element) {
  CHECK(unfinished_ == 0) << "the batch before is still under way";
  flush();
  for (LocalChannel* channel : parts_.channels) channel->push(element);
}

}  // namespace eddyline::taskexecutor
