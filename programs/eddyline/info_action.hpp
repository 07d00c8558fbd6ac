#pragma once

#include "programs/eddyline/job_actions.hpp"

namespace eddyline::programs {

/// Shows the plans of a script's INSERTs and SELECTs as EXPLAIN does, and starts nothing: its other statements are executed, so that
/// tables are there. Returns the exit code.
int show_plans(const ActionArguments& arguments, ActionOutputs outputs);

}  // namespace eddyline::programs
