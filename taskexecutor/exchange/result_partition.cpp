#include "taskexecutor/exchange/result_partition.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::taskexecutor {
namespace {

/// A batch with less than this share of the row limit is copied together with others.
constexpr size_t kSmallShare = 8;

/// The same rows in buffers of their own size: a builder's are sized for a full batch.
Batch right_sized(const Batch& batch) {
  const size_t rows = batch.rows();
  std::vector<ColumnPtr> columns;
  columns.reserve(batch.columns().size());
  for (const ColumnPtr& column : batch.columns()) {
    MutableColumn copy(column->type(), rows);
    copy.gather(*column, identity_rows(rows), 0);
    columns.push_back(copy.seal(rows));
  }
  BufferPtr kinds;
  if (!batch.insert_only()) {
    kinds = allocate_buffer(rows);
    std::copy_n(batch.kinds(), rows, kinds->as<RowKind>());
  }
  return Batch(std::move(columns), rows, std::move(kinds));
}

}  // namespace

ResultPartition::ResultPartition(Parts parts) : parts_(std::move(parts)) {
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
}

bool ResultPartition::writable() {
  // Asked of all of them: each channel without credit must know that it is waited for.
  bool writable = true;
  for (LocalChannel* channel : parts_.channels) writable &= channel->writable();
  return writable;
}

void ResultPartition::write(const Batch& batch) {
  if (distribution_ == nullptr) {
    for (size_t target = 0; target < builders_.size(); ++target) write_whole(target, batch);
    return;
  }
  distribution_->distribute(batch);
  for (size_t target = 0; target < builders_.size(); ++target) append(target, batch, distribution_->rows_of(target));
}

bool ResultPartition::is_worth_sending(const Batch& batch) const {
  const bool large = batch.rows() * kSmallShare >= parts_.limits.rows;
  const bool dense = batch.rows() * 4 >= batch.physical_rows();
  return large && dense;
}

void ResultPartition::write_whole(size_t target, const Batch& batch) {
  if (is_worth_sending(batch)) {
    flush(target);
    parts_.channels[target]->push(batch);
    return;
  }
  if (batch.selection().is_all()) {
    append(target, batch, identity_rows(batch.rows()));
  } else {
    append(target, batch, {batch.selection().rows(), batch.rows()});
  }
}

void ResultPartition::append(size_t target, const Batch& batch, std::span<const int32_t> rows) {
  if (rows.empty()) return;
  if (builders_[target] == nullptr) builders_[target] = std::make_unique<BatchBuilder>(parts_.types, parts_.limits);
  BatchBuilder& builder = *builders_[target];
  while (!rows.empty()) {
    const size_t count = std::min(rows.size(), builder.room());
    builder.append(batch, rows.first(count));
    holds_rows_ = true;
    rows = rows.subspan(count);
    if (builder.full()) flush(target);
  }
}

void ResultPartition::flush(size_t target) {
  if (builders_[target] == nullptr || builders_[target]->empty()) return;
  Batch batch = builders_[target]->take();
  const bool small = batch.rows() * kSmallShare < parts_.limits.rows;
  parts_.channels[target]->push(small ? right_sized(batch) : std::move(batch));
}

void ResultPartition::flush() {
  if (!holds_rows_) return;
  for (size_t target = 0; target < builders_.size(); ++target) flush(target);
  holds_rows_ = false;
}

void ResultPartition::write_to_all(const StreamElement& element) {
  flush();
  for (LocalChannel* channel : parts_.channels) channel->push(element);
}

}  // namespace eddyline::taskexecutor
