#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/columnar/batch.hpp"
#include "operators/join/interval_join_window.hpp"
#include "state/key_batch.hpp"

namespace eddyline::operators {

/// The rows of one input batch with times and hashed keys, told apart by what can become of them.
///
/// Three sorts, which overlap: rows that look for partners (time and keys present), rows that are kept (their window is
/// open), and rows that end with their arrival (no time, or their window is over).
/// Life     borrows the batch given to assign().
class ArrivedRows {
 public:
  /// How to read the rows of an input.
  struct Reading {
    std::vector<size_t> key_columns;
    /// Keys for which a NULL matches nothing; as long as key_columns.
    std::vector<bool> filter_nulls;
    size_t time_column = 0;
    /// Rows have the time of their arrival; the time column is not read.
    bool time_is_arrival = false;
    IntervalJoinWindow window;
  };

  ArrivedRows(Reading reading, state::KeyHashing hashing) : reading_(std::move(reading)), keys_(hashing) {}

  /// `now` is the operator's time: the watermark, or the wall clock where time_is_arrival.
  void assign(const Batch& batch, int64_t now);

  const Batch& batch() const { return *batch_; }
  /// By physical row; unspecified for rows without time.
  const int64_t* times() const { return times_; }
  /// Rows that end with their arrival, ascending.
  std::span<const int32_t> ending() const { return ending_; }
  SelectedRows kept() const { return kept_; }

  /// Keys of the rows that look for partners, or of those that are kept; until the next call of either.
  const state::KeyBatch& searching_keys() { return restricted_to(searching_); }
  const state::KeyBatch& kept_keys() { return restricted_to(kept_); }

 private:
  void read_times(int64_t now);
  SelectedRows timed_rows();
  void find_ending(int64_t now);
  void find_searching();
  const state::KeyBatch& restricted_to(SelectedRows rows);

  Reading reading_;
  const Batch* batch_ = nullptr;
  const int64_t* times_ = nullptr;
  std::vector<int64_t> own_times_;
  state::KeyBatch keys_;
  SelectedRows timed_;
  SelectedRows searching_;
  SelectedRows kept_;
  std::vector<int32_t> ending_;
  std::vector<int32_t> timed_list_;
  std::vector<int32_t> searching_list_;
  std::vector<int32_t> kept_list_;
};

}  // namespace eddyline::operators
