#pragma once

#include <memory>
#include <optional>

#include "tests/unit/operators/keyed_state_decorator.hpp"

namespace eddyline::operators {

/// What a back end that has to read back evicted rows may fail at.
enum class RowAccess : uint8_t { kFind, kAddFlags, kTakeDue, kExpire };

/// Time-ordered rows of which one way of access fails.
class FailingRows final : public state::TimeOrderedRows {
 public:
  FailingRows(state::TimeOrderedRows& rows, RowAccess failing) : rows_(rows), failing_(failing) {}

  Status append(const state::RowsToAppend& rows) override { return rows_.append(rows); }
  Result<bool> find(const state::KeyBatch& keys, const state::TimeWindow& window, state::ProbeCursor& cursor,
                    size_t limit, state::RowMatches& out) override {
    RETURN_IF_ERROR(access(RowAccess::kFind));
    return rows_.find(keys, window, cursor, limit, out);
  }
  Status add_flags(std::span<const state::RowHandle> rows, uint8_t flags) override {
    RETURN_IF_ERROR(access(RowAccess::kAddFlags));
    return rows_.add_flags(rows, flags);
  }
  void gather(std::span<const state::RowHandle> rows, size_t column, MutableColumn& out, size_t at) const override {
    rows_.gather(rows, column, out, at);
  }
  Result<bool> take_due(size_t kind, int64_t until, size_t limit, state::DueRows& out) override {
    RETURN_IF_ERROR(access(RowAccess::kTakeDue));
    return rows_.take_due(kind, until, limit, out);
  }
  std::optional<int64_t> next_deadline(size_t kind) override { return rows_.next_deadline(kind); }
  Status expire(int64_t limit) override {
    RETURN_IF_ERROR(access(RowAccess::kExpire));
    return rows_.expire(limit);
  }
  size_t size() const override { return rows_.size(); }
  const state::TimeOrderedRowsDescriptor& descriptor() const override { return rows_.descriptor(); }

 private:
  Status access(RowAccess wanted) const { return wanted == failing_ ? io_error("evicted rows are gone") : Status(); }

  state::TimeOrderedRows& rows_;
  RowAccess failing_;
};

/// Keyed state whose time-ordered rows are FailingRows.
class FailingKeyedState final : public KeyedStateDecorator {
 public:
  FailingKeyedState(std::unique_ptr<state::KeyedStateBackend> states, RowAccess failing)
      : KeyedStateDecorator(std::move(states)), failing_(failing) {}

  Result<state::TimeOrderedRows*> time_ordered_rows(state::TimeOrderedRowsDescriptor descriptor) override {
    ASSIGN_OR_RETURN(state::TimeOrderedRows * rows, KeyedStateDecorator::time_ordered_rows(std::move(descriptor)));
    made_.push_back(std::make_unique<FailingRows>(*rows, failing_));
    return made_.back().get();
  }

 private:
  RowAccess failing_;
  std::vector<std::unique_ptr<FailingRows>> made_;
};

/// In memory, but for what fails.
class FailingStateBackend final : public state::StateBackend {
 public:
  FailingStateBackend(const state::StateBackend& below, RowAccess failing) : below_(below), failing_(failing) {}

  Result<std::unique_ptr<state::KeyedStateBackend>> create_keyed(state::KeyedStateOptions options) const override {
    ASSIGN_OR_RETURN(std::unique_ptr<state::KeyedStateBackend> states, below_.create_keyed(std::move(options)));
    return std::make_unique<FailingKeyedState>(std::move(states), failing_);
  }

 private:
  const state::StateBackend& below_;
  RowAccess failing_;
};

}  // namespace eddyline::operators
