#include "taskexecutor/exchange/row_distribution.hpp"

#include "common/base/check.hpp"
#include "common/columnar/hash.hpp"

namespace eddyline::taskexecutor {
namespace {

class HashDistribution final : public RowDistribution {
 public:
  HashDistribution(const ExchangeSpec& exchange, size_t targets)
      : RowDistribution(targets), keys_(exchange.keys), max_parallelism_(exchange.max_parallelism) {
    const Parallelism parallelism(static_cast<uint32_t>(targets));
    target_of_group_.reserve(max_parallelism_.value());
    for (uint32_t group = 0; group < max_parallelism_.value(); ++group) {
      target_of_group_.push_back(subtask_of(KeyGroup(group), max_parallelism_, parallelism).value());
    }
  }

  void distribute(const Batch& batch) override {
    clear_rows();
    hashes_.resize(batch.physical_rows());
    key_columns_.clear();
    for (const size_t key : keys_) key_columns_.push_back(batch.column(key));
    const SelectedRows selected = batch.selected();
    hash_rows(key_columns_, selected, hashes_.data());
    // A look at every target costs nothing beside so many rows.
    if (batch.rows() < target_count()) {
      for_each_target(selected, [this](uint32_t target, int32_t row) { give(target, row); });
    } else {
      for_each_target(selected, [this](uint32_t target, int32_t row) { give_unnoted(target, row); });
      note_targets();
    }
  }

 private:
  template <class Give>
  void for_each_target(const SelectedRows& selected, Give give_row) {
    selected.for_each([&](size_t row) {
      const KeyGroup group = key_group_of(hashes_[row], max_parallelism_);
      give_row(target_of_group_[group.value()], static_cast<int32_t>(row));
    });
  }

  std::vector<size_t> keys_;
  MaxParallelism max_parallelism_;
  std::vector<uint32_t> target_of_group_;
  std::vector<uint64_t> hashes_;
  std::vector<ColumnPtr> key_columns_;
};

class RebalanceDistribution final : public RowDistribution {
 public:
  RebalanceDistribution(size_t targets, size_t first)
      : RowDistribution(targets), next_(static_cast<uint32_t>(first % targets)) {}

  void distribute(const Batch& batch) override {
    clear_rows();
    batch.selected().for_each([&](size_t row) {
      CHECK(batch.kind(row) == RowKind::kInsert) << "an updating stream cannot be rebalanced";
      give(next_, static_cast<int32_t>(row));
      next_ = next_ + 1 == target_count() ? 0 : next_ + 1;
    });
  }

 private:
  uint32_t next_;
};

}  // namespace

std::unique_ptr<RowDistribution> make_hash_distribution(const ExchangeSpec& exchange, size_t targets) {
  return std::make_unique<HashDistribution>(exchange, targets);
}

std::unique_ptr<RowDistribution> make_rebalance_distribution(size_t targets, size_t first) {
  return std::make_unique<RebalanceDistribution>(targets, first);
}

}  // namespace eddyline::taskexecutor
