#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/interleaved_runs.hpp"
#include "common/columnar/batch.hpp"

namespace eddyline::bench {

inline constexpr size_t kBatchRows = 2048;

/// The best structure found for the bare work: bucket heads and a ring of chained rows, expired by moving the ring's
/// tail.
class BareSide {
 public:
  explicit BareSide(size_t live_rows) {
    size_t capacity = 1;
    while (capacity < live_rows + 2 * kBatchRows) capacity *= 2;
    ring_.resize(capacity);
    heads_.assign(capacity, 0);
    mask_ = static_cast<uint32_t>(capacity - 1);
  }

  struct Row {
    int64_t key;
    int64_t time;
    int64_t payload;
    uint32_t older;  // position + 1
  };

  static uint32_t bucket(int64_t key, uint32_t mask) {
    return static_cast<uint32_t>((static_cast<uint64_t>(key) * 0x9E3779B97F4A7C15ULL) >> 32) & mask;
  }

  void expire(int64_t limit) {
    while (tail_ != next_ && ring_[tail_ & mask_].time <= limit) ++tail_;
  }

  void insert(const int64_t* keys, const int64_t* times, const int64_t* payloads, const uint32_t* buckets) {
    for (size_t i = 0; i < kBatchRows; ++i) {
      uint32_t& head = heads_[buckets[i]];
      ring_[next_ & mask_] = {keys[i], times[i], payloads[i], head};
      head = ++next_;
    }
  }

  void prefetch_head(uint32_t bucket) const { __builtin_prefetch(&heads_[bucket]); }
  void prefetch_row(uint32_t bucket) const { __builtin_prefetch(&ring_[(heads_[bucket] - 1) & mask_]); }

  template <class Visit>
  void find(uint32_t bucket, int64_t key, int64_t from, int64_t to, Visit visit) const {
    for (uint32_t at = heads_[bucket]; at != 0 && at - 1 - tail_ < next_ - tail_; at = ring_[(at - 1) & mask_].older) {
      const Row& row = ring_[(at - 1) & mask_];
      if (row.key == key && row.time >= from && row.time <= to) visit(row);
    }
  }
  uint32_t mask() const { return mask_; }

 private:
  std::vector<Row> ring_;
  std::vector<uint32_t> heads_;
  uint32_t mask_ = 0;
  uint32_t tail_ = 0;
  uint32_t next_ = 0;
};

/// One input batch of the bare join: looks up, writes an output batch, inserts.
inline void bare_batch(const Batch& batch, BareSide& own, const BareSide& other, int64_t window_ms, Digest& digest) {
  constexpr size_t kAhead = 16;
  const int64_t* const keys = batch.column(0)->values<int64_t>();
  const int64_t* const times = batch.column(1)->values<int64_t>();
  const int64_t* const payloads = batch.column(2)->values<int64_t>();
  uint32_t buckets[kBatchRows];
  for (size_t i = 0; i < kBatchRows; ++i) buckets[i] = BareSide::bucket(keys[i], own.mask());

  const BufferPtr rows = allocate_buffer(kBatchRows * sizeof(int32_t));
  const BufferPtr out_keys = allocate_buffer(kBatchRows * sizeof(int64_t));
  const BufferPtr out_times = allocate_buffer(kBatchRows * sizeof(int64_t));
  const BufferPtr out_payloads = allocate_buffer(kBatchRows * sizeof(int64_t));
  size_t count = 0;
  for (size_t i = 0; i < kBatchRows; ++i) {
    if (i + 2 * kAhead < kBatchRows) other.prefetch_head(buckets[i + 2 * kAhead]);
    if (i + kAhead < kBatchRows) other.prefetch_row(buckets[i + kAhead]);
    other.find(buckets[i], keys[i], times[i] - window_ms, times[i] + window_ms, [&](const BareSide::Row& row) {
      rows->as<int32_t>()[count] = static_cast<int32_t>(i);
      out_keys->as<int64_t>()[count] = row.key;
      out_times->as<int64_t>()[count] = row.time;
      out_payloads->as<int64_t>()[count] = row.payload;
      ++count;
    });
  }
  own.insert(keys, times, payloads, buckets);
  digest.rows += count;
  for (size_t i = 0; i < count; ++i) digest.sum += static_cast<uint64_t>(out_payloads->as<int64_t>()[i]);
}

/// Batches [first, last) of both sides, in turn.

}  // namespace eddyline::bench
