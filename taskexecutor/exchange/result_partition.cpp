#include "taskexecutor/exchange/result_partition.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/base/check.hpp"
#include "common/columnar/batch_bytes.hpp"

namespace eddyline::taskexecutor {
namespace {

/// A batch with less than this share of the row limit is copied together with others.
constexpr size_t kSmallShare = 8;

/// A batch is handed over as it is if it keeps alive no more than this many times the byte limit.
constexpr size_t kLargeShare = 2;
/// Buffers for so many bytes may be larger than their rows need.
constexpr size_t kSmallBuffers = size_t{4} << 10;
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

/// So many rows that buffers made for them stay within the bytes.
BatchLimits limited(BatchLimits limits, Bytes bytes, std::span<const PhysicalType> types) {
  const size_t row_bytes = std::max<size_t>(fixed_row_bytes(types), 1);
  limits.bytes = std::min(limits.bytes, bytes.value());
  limits.rows = std::clamp<size_t>(limits.bytes / row_bytes, 1, limits.rows);
  return limits;
}

std::span<const int32_t> all_rows(const Batch& batch) {
  if (batch.selection().is_all()) return identity_rows(batch.rows());
  return {batch.selection().rows(), batch.rows()};
}

}  // namespace

ResultPartition::ResultPartition(Parts parts)
    : types_(std::move(parts.types)),
      limits_(limited(parts.limits, Bytes(parts.limits.bytes), types_)),
      gathered_limits_(limited(parts.limits, parts.gathered_bytes, types_)),
      targets_(parts.channels.size()) {
  const size_t targets = targets_.size();
  CHECK(targets > 0) << "a result partition needs a channel";
  if (targets > 1 && parts.exchange.kind == ExchangeKind::kHash) {
    distribution_ = make_hash_distribution(parts.exchange, targets);
  } else if (targets > 1 && parts.exchange.kind == ExchangeKind::kRebalance) {
    distribution_ = make_rebalance_distribution(targets, parts.producer.value());
  } else {
    CHECK(targets == 1 || parts.exchange.kind == ExchangeKind::kBroadcast) << "forward and single have one channel";
  }
  // Nobody has said yet that a reader is there: a channel is asked before anything goes out on it.
  for (TargetIndex index = 0; index < targets; ++index) {
    targets_[index].channel = parts.channels[index];
    keeps_buffers_ &= parts.channels[index]->keeps_buffers();
    targets_[index].unsure = true;
    unsure_.push_back(index);
  }
}

bool ResultPartition::writable() {
  while (!unsure_.empty()) {
    Target& target = targets_[unsure_.back()];
    if (!target.channel->writable()) return false;
    target.unsure = false;
    unsure_.pop_back();
  }
  return true;
}

Writing ResultPartition::write(Batch batch) {
  CHECK(unfinished_.empty()) << "the batch before is still under way";
  if (batch.empty()) return Writing::kDone;
  batch_ = std::move(batch);
  deal_out();
  return resume();
}

void ResultPartition::deal_out() {
  whole_ = distribution_ == nullptr && is_worth_sending(batch_);
  if (!whole_) row_bytes_ = RowBytes(batch_);
  if (distribution_ == nullptr) {
    for (TargetIndex index = 0; index < targets_.size(); ++index) deal_out_to(index, all_rows(batch_));
    return;
  }
  distribution_->distribute(batch_);
  for (const TargetIndex index : distribution_->targets()) deal_out_to(index, distribution_->rows_of(index));
}

void ResultPartition::deal_out_to(TargetIndex index, std::span<const int32_t> rows) {
  targets_[index].left = rows;
  unfinished_.push_back(index);
}

bool ResultPartition::is_worth_sending(const Batch& batch) const {
  const bool many = batch.rows() * kSmallShare >= limits_.rows;
  const bool dense = batch.rows() * 4 >= batch.physical_rows();
  const size_t bytes_max = kLargeShare * limits_.bytes;
  if (!many || !dense || batch_bytes(batch) > bytes_max) return false;
  // A channel that copies what rows need gives each its own copy of a text that they share.
  const auto is_flat = [](const ColumnPtr& column) { return column->is_flat(); };
  if (keeps_buffers_ || std::ranges::all_of(batch.columns(), is_flat)) return true;
  return RowBytes(batch).fitting(all_rows(batch), bytes_max) == batch.rows();
}

Writing ResultPartition::resume() {
  if (unfinished_.empty()) return Writing::kDone;
  bool progress = false;
  size_t kept = 0;
  for (const TargetIndex index : unfinished_) {
    progress |= write_runs(index);
    if (!targets_[index].left.empty()) unfinished_[kept++] = index;
  }
  unfinished_.resize(kept);
  if (kept > 0) return progress ? Writing::kMore : Writing::kBlocked;
  batch_ = Batch();
  return Writing::kDone;
}

/// False if there was no credit for any.
bool ResultPartition::write_runs(TargetIndex index) {
  for (int run = 0; run < kRunsPerCall && !targets_[index].left.empty(); ++run) {
    if (!targets_[index].channel->writable()) return run > 0;
    whole_ ? write_whole(index) : append_run(index);
  }
  return true;
}

void ResultPartition::write_whole(TargetIndex index) {
  Target& target = targets_[index];
  if (target.builder != nullptr && !target.builder->empty()) {
    flush(index);
    return;
  }
  push(index, unfinished_.size() == 1 ? std::move(batch_) : batch_);
  target.left = {};
}

void ResultPartition::append_run(TargetIndex index) {
  Target& target = targets_[index];
  if (target.builder == nullptr) target.builder = std::make_unique<BatchBuilder>(types_, gathered_limits_);
  BatchBuilder& builder = *target.builder;
  const size_t bytes_free = gathered_limits_.bytes - std::min(gathered_limits_.bytes, builder.bytes());
  size_t count = row_bytes_.fitting(target.left.first(std::min(target.left.size(), builder.room())), bytes_free);
  // A row beyond the limit goes alone.
  if (builder.empty()) count = std::max<size_t>(count, 1);
  builder.append(batch_, target.left.first(count));
  if (!std::exchange(target.holding, true)) holding_.push_back(index);
  target.left = target.left.subspan(count);
  if (!target.left.empty() || builder.full()) flush(index);
}

void ResultPartition::flush(TargetIndex index) {
  BatchBuilder* const builder = targets_[index].builder.get();
  if (builder == nullptr || builder->empty()) return;
  const bool long_texts = builder->bytes() * 2 >= gathered_limits_.bytes;
  Batch batch = builder->take();
  const bool few_rows = batch.rows() * kSmallShare < gathered_limits_.rows;
  const bool too_large = few_rows && gathered_limits_.bytes > kSmallBuffers && targets_[index].channel->keeps_buffers();
  push(index, too_large ? right_sized(batch, long_texts) : std::move(batch));
}

void ResultPartition::flush() {
  for (const TargetIndex index : holding_) {
    targets_[index].holding = false;
    flush(index);
  }
  holding_.clear();
}

void ResultPartition::push(TargetIndex index, StreamElement element) {
  Target& target = targets_[index];
  target.channel->push(std::move(element));
  if (!std::exchange(target.unsure, true)) unsure_.push_back(index);
}

void ResultPartition::write_to_all(const StreamElement& element) {
  CHECK(unfinished_.empty()) << "the batch before is still under way";
  flush();
  for (TargetIndex index = 0; index < targets_.size(); ++index) push(index, element);
}

}  // namespace eddyline::taskexecutor
