#include "operators/operator_context.hpp"

#include "common/base/check.hpp"

namespace eddyline::operators {

Result<std::unique_ptr<state::KeyedStateBackend>> OperatorContext::make_keyed_state() {
  CHECK(parts_.state_backend != nullptr) << "the subtask of " << parts_.operator_name << " has no state back end";
  state::KeyedStateOptions options;
  options.operator_name = parts_.operator_name;
  options.hashing = {parts_.max_parallelism, parts_.collide_hashes};
  options.key_groups = key_groups();
  options.memory = parts_.memory;
  CHECK(keyed_state_ == nullptr) << parts_.operator_name << " has keyed state already";
  ASSIGN_OR_RETURN(std::unique_ptr<state::KeyedStateBackend> made, parts_.state_backend->create_keyed(std::move(options)));
  keyed_state_ = made.get();
  return made;
}

}  // namespace eddyline::operators
