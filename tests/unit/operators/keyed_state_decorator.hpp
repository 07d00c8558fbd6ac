#pragma once

#include <memory>

#include "state/keyed_state_backend.hpp"

namespace eddyline::operators {

/// Keyed state that hands everything on: for tests that step in between somewhere.
class KeyedStateDecorator : public state::KeyedStateBackend {
 public:
  explicit KeyedStateDecorator(std::unique_ptr<state::KeyedStateBackend> states) : states_(std::move(states)) {}

  Result<state::ValueState*> value_state(state::ValueStateDescriptor descriptor) override {
    return states_->value_state(std::move(descriptor));
  }
  Result<state::ListState*> list_state(state::ListStateDescriptor descriptor) override {
    return states_->list_state(std::move(descriptor));
  }
  Result<state::MapState*> map_state(state::MapStateDescriptor descriptor) override {
    return states_->map_state(std::move(descriptor));
  }
  Result<state::TimeOrderedRows*> time_ordered_rows(state::TimeOrderedRowsDescriptor descriptor) override {
    return states_->time_ordered_rows(std::move(descriptor));
  }
  Result<state::TimerService*> timers(state::TimerDescriptor descriptor) override {
    return states_->timers(std::move(descriptor));
  }
  std::vector<state::StateChanges> changes() const override { return states_->changes(); }
  void forget_changes() override { states_->forget_changes(); }
  std::vector<state::SnapshotSchema> schemas() const override { return states_->schemas(); }
  void begin_snapshot(state::SnapshotRows& rows) override { states_->begin_snapshot(rows); }
  bool advance_snapshot(size_t rows) override { return states_->advance_snapshot(rows); }
  void abandon_snapshot() override { states_->abandon_snapshot(); }
  Status restore(const state::SnapshotSchema& schema, const Batch& rows, ProcessingTime now) override {
    return states_->restore(schema, rows, now);
  }
  const state::KeyHashing& hashing() const override { return states_->hashing(); }

 private:
  std::unique_ptr<state::KeyedStateBackend> states_;
};

}  // namespace eddyline::operators
