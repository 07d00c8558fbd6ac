#pragma once

#include "state/keyed_state_backend.hpp"

namespace eddyline::state {

/// State in memory: open addressing and slabs in segments of consecutive key groups.
class HashmapStateBackend final : public StateBackend {
 public:
  Result<std::unique_ptr<KeyedStateBackend>> create_keyed(KeyedStateOptions options) const override;
};

}  // namespace eddyline::state
