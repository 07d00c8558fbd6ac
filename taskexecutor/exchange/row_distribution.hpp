#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "common/columnar/batch.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"

namespace eddyline::taskexecutor {

/// Deals the rows of batches out to several channels. All rows of one key, and a -U with its +U, stay in order.
class RowDistribution {
 public:
  virtual ~RowDistribution() = default;
  /// Physical rows of the batch for each target, ascending; valid until the next call.
  virtual void distribute(const Batch& batch) = 0;
  std::span<const int32_t> rows_of(size_t target) const { return rows_[target]; }
  /// Who gets any of them, each once.
  std::span<const uint32_t> targets() const { return targets_; }

 protected:
  explicit RowDistribution(size_t targets) : rows_(targets) {}
  void clear_rows() {
    for (const uint32_t target : targets_) rows_[target].clear();
    targets_.clear();
  }
  void give(uint32_t target, int32_t row) {
    if (rows_[target].empty()) targets_.push_back(target);
    rows_[target].push_back(row);
  }
  /// The same for many rows; note_targets() after all of them.
  void give_unnoted(uint32_t target, int32_t row) { rows_[target].push_back(row); }
  void note_targets() {
    for (uint32_t target = 0; target < rows_.size(); ++target) {
      if (!rows_[target].empty()) targets_.push_back(target);
    }
  }
  size_t target_count() const { return rows_.size(); }

 private:
  std::vector<std::vector<int32_t>> rows_;
  std::vector<uint32_t> targets_;
};

/// By the key group of the key columns' hash.
std::unique_ptr<RowDistribution> make_hash_distribution(const ExchangeSpec& exchange, size_t targets);

/// Row by row in turn, starting at `first`. CHECKs that every row is an insert.
std::unique_ptr<RowDistribution> make_rebalance_distribution(size_t targets, size_t first);

}  // namespace eddyline::taskexecutor
