#pragma once

#include <cstdint>

#include "tests/operators/interval_join/interval_join_model.hpp"
#include "tests/operators/script.hpp"

namespace eddyline::tests {

/// An interval join with random settings and a random course of events: as a script without outputs, and as the model's
/// settings.
struct RandomHistory {
  Script script;
  IntervalJoinModel::Settings settings;
};

/// The same history for the same seed.
RandomHistory random_history(uint64_t seed);

/// What the model says under each event.
std::vector<std::vector<std::string>> model_outputs(const RandomHistory& history);

}  // namespace eddyline::tests
