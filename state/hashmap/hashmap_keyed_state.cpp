#include "state/hashmap/hashmap_keyed_state.hpp"

#include "common/base/check.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"
#include "state/hashmap/hashmap_time_ordered_rows.hpp"

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
  if (!names_.insert(descriptor.name).second) {
    return already_exists(options_.operator_name + " has a state '" + descriptor.name + "' already");
  }
  auto made = std::make_unique<State>(std::move(descriptor), options_, blocks_);
  RETURN_IF_ERROR(made->open());
  Interface* state = made.get();
  states.push_back(std::move(made));
  return state;
}

Result<TimeOrderedRows*> HashmapKeyedState::time_ordered_rows(TimeOrderedRowsDescriptor descriptor) {
  return add<HashmapTimeOrderedRows>(time_ordered_rows_, std::move(descriptor));
}

Result<ValueState*> HashmapKeyedState::value_state(ValueStateDescriptor descriptor) {
  return not_supported("value state '" + descriptor.name + "'");
}
Result<ListState*> HashmapKeyedState::list_state(ListStateDescriptor descriptor) {
  return not_supported("list state '" + descriptor.name + "'");
}
Result<MapState*> HashmapKeyedState::map_state(MapStateDescriptor descriptor) {
  return not_supported("map state '" + descriptor.name + "'");
}
Result<TimerService*> HashmapKeyedState::timers(TimerDescriptor descriptor) {
  return not_supported("timers '" + descriptor.name + "'");
}

}  // namespace eddyline::state
