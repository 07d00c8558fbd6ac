#include "state/hashmap/hashmap_keyed_state.hpp"

#include <algorithm>

#include "common/base/check.hpp"
#include "common/columnar/hash.hpp"
#include "state/hashmap/hashmap_list_state.hpp"
#include "state/hashmap/hashmap_map_state.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"
#include "state/hashmap/hashmap_timer_service.hpp"
#include "state/hashmap/hashmap_value_state.hpp"
#include "state/hashmap/timed/hashmap_time_ordered_rows.hpp"

namespace eddyline::state {

Result<std::unique_ptr<KeyedStateBackend>> HashmapStateBackend::create_keyed(KeyedStateOptions options) const {
  CHECK(options.memory != nullptr) << options.operator_name << " needs a memory pool";
  CHECK(options.key_groups.count() > 0) << options.operator_name << " owns no key group";
  return std::unique_ptr<KeyedStateBackend>(std::make_unique<HashmapKeyedState>(std::move(options)));
}

HashmapKeyedState::HashmapKeyedState(KeyedStateOptions options)
    : options_(std::move(options)), blocks_(*options_.memory) {}

template <class State, class Interface, class Descriptor>
Result<Interface*> HashmapKeyedState::add(std::vector<std::unique_ptr<Interface>>& states, Descriptor descriptor) {
  const std::string name = descriptor.name;
  if (states_.contains(name)) {
    return already_exists(options_.operator_name + " has a state '" + name + "' already");
  }
  auto made = std::make_unique<State>(std::move(descriptor), options_, blocks_);
  RETURN_IF_ERROR(made->open());
  states_.emplace(name, made.get());
  Interface* state = made.get();
  states.push_back(std::move(made));
  return state;
}

Result<TimeOrderedRows*> HashmapKeyedState::time_ordered_rows(TimeOrderedRowsDescriptor descriptor) {
  return add<HashmapTimeOrderedRows>(time_ordered_rows_, std::move(descriptor));
}

Result<ValueState*> HashmapKeyedState::value_state(ValueStateDescriptor descriptor) {
  return add<HashmapValueState>(value_states_, std::move(descriptor));
}
Result<ListState*> HashmapKeyedState::list_state(ListStateDescriptor descriptor) {
  return add<HashmapListState>(list_states_, std::move(descriptor));
}
Result<MapState*> HashmapKeyedState::map_state(MapStateDescriptor descriptor) {
  return add<HashmapMapState>(map_states_, std::move(descriptor));
}
Result<TimerService*> HashmapKeyedState::timers(TimerDescriptor descriptor) {
  return add<HashmapTimerService>(timers_, std::move(descriptor));
}

std::vector<StateChanges> HashmapKeyedState::changes() const {
  std::vector<StateChanges> all;
  for (const auto& [name, state] : states_) all.push_back({name, state->changes().segments(), state->changes().changed()});
  return all;
}

void HashmapKeyedState::forget_changes() {
  for (const auto& [name, state] : states_) state->changes().forget();
}

std::vector<SnapshotSchema> HashmapKeyedState::schemas() const {
  std::vector<SnapshotSchema> all;
  for (const auto& [name, state] : states_) all.push_back(state->schema());
  return all;
}

void HashmapKeyedState::begin_snapshot(SnapshotRows& rows) {
  size_t number = 0;
  for (const auto& [name, state] : states_) state->begin_snapshot(rows, number++);
}

bool HashmapKeyedState::advance_snapshot(size_t rows) {
  return std::ranges::any_of(states_, [&](const auto& named) { return named.second->advance_snapshot(rows); });
}

void HashmapKeyedState::abandon_snapshot() {
  for (const auto& [name, state] : states_) state->abandon_snapshot();
}

Status HashmapKeyedState::restore(const SnapshotSchema& schema, const Batch& rows, ProcessingTime now) {
  const auto found = states_.find(schema.state);
  if (found == states_.end()) return not_found(options_.operator_name + " has no state '" + schema.state + "'");
  const SnapshotSchema& wanted = found->second->schema();
  const Status fits = schema.check_fits(wanted);
  if (!fits.ok()) return fits.with_context(options_.operator_name);

  std::vector<ColumnPtr> columns(wanted.columns());
  std::copy_n(rows.columns().begin(), wanted.first_field(), columns.begin());
  for (const SnapshotField field : wanted.fields) {
    const std::optional<size_t> saved = schema.column_of(field);
    if (saved.has_value()) columns[*wanted.column_of(field)] = rows.column(*saved);
  }
  std::vector<uint8_t> taken_bits;
  for (const std::string& deadline : schema.deadlines) {
    const auto kind = std::ranges::find(wanted.deadlines, deadline) - wanted.deadlines.begin();
    taken_bits.push_back(static_cast<size_t>(kind) < wanted.deadlines.size() ? static_cast<uint8_t>(1u << kind) : uint8_t{0});
  }
  std::vector<ColumnPtr> key;
  for (const size_t column : wanted.key_columns()) key.push_back(columns[column]);
  KeyBatch keys(options_.hashing);
  keys.assign(key, rows.selected(), rows.physical_rows());
  const std::vector<int32_t> owned = owned_rows(keys);
  if (owned.empty()) return Status();
  keys.restrict_to({owned.data(), owned.size()});
  return found->second->restore({.keys = keys, .columns = columns, .taken_bits = taken_bits, .now = now});
}

std::vector<int32_t> HashmapKeyedState::owned_rows(const KeyBatch& keys) const {
  std::vector<int32_t> owned;
  keys.rows().for_each([&](size_t row) {
    const KeyGroup group = key_group_of(keys.hashes()[row], options_.hashing.max_parallelism);
    if (options_.key_groups.contains(group)) owned.push_back(static_cast<int32_t>(row));
  });
  return owned;
}

}  // namespace eddyline::state
