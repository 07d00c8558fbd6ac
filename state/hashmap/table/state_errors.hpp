#pragma once

#include <string>

#include "common/base/status.hpp"
#include "state/keyed_state_backend.hpp"

namespace eddyline::state {

/// "GroupAggregate: state 'groups'": whose memory is used up.
inline std::string state_owner(const KeyedStateOptions& options, const std::string& state) {
  return options.operator_name + ": state '" + state + "'";
}

/// The same status; an error says whose it is.
inline Status named(const Status& status, const std::string& owner) {
  return status.ok() ? status : status.with_context(owner);
}

}  // namespace eddyline::state
