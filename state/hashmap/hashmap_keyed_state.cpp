#include "state/hashmap/hashmap_keyed_state.hpp"

#include "common/base/check.hpp"
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
  if (changes_.contains(name)) {
    return already_exists(options_.operator_name + " has a state '" + name + "' already");
  }
  auto made = std::make_unique<State>(std::move(descriptor), options_, blocks_);
  RETURN_IF_ERROR(made->open());
  changes_.emplace(name, &made->changes());
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
  for (const auto& [state, changes] : changes_) all.push_back({state, changes->segments(), changes->changed()});
  return all;
}

void HashmapKeyedState::forget_changes() {
  for (const auto& [state, changes] : changes_) changes->forget();
}

}  // namespace eddyline::state
