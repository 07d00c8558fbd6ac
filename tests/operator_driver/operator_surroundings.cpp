#include "tests/operator_driver/operator_surroundings.hpp"

#include "expression/time_zone.hpp"

namespace eddyline::tests {

OperatorSurroundings::OperatorSurroundings(const Options& options)
    : clock_(options.start), memory_(MemoryPool::root("test")) {
  operators::OperatorContext::Parts parts;
  parts.operator_name = "operator under test";
  parts.batch_limits = options.limits;
  parts.clock = &clock_;
  parts.wakeup = std::make_shared<Wakeup>();
  parts.memory = memory_.get();
  parts.state_backend = options.states != nullptr ? options.states : &states_;
  parts.time_zone = &expression::utc_time_zone();
  parts.collide_hashes = options.collide_hashes;
  context_ = std::make_unique<operators::OperatorContext>(std::move(parts));
}

}  // namespace eddyline::tests
